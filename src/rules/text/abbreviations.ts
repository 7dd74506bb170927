/** Terms of the field by their abbreviation, in the form that `wordsOf` returns. */
// biome-ignore format: word lists read better as running lines
const TERMS: Readonly<Record<string, string>> = {
  aco: 'accountable care organizations?', ai: 'artificial intelligence', apm: 'alternative payment models?',
  cah: 'critical access hospitals?', ccbhc: 'certified community behavioral health clinics?',
  chw: 'community health workers?', cmhc: 'community mental health centers?', ehr: 'electronic health records?',
  emr: 'electronic medical records?', ems: 'emergency medical services?', fqhc: 'federally qualified health centers?',
  gme: 'graduate medical education', hie: 'health information exchanges?', hit: 'health information technology',
  it: 'information technology', mih: 'mobile integrated health(?:care| care)?',
  nemt: 'non ?emergency medical transport(?:ation)?', ob: 'obstetrics?', oud: 'opioid use disorders?',
  reh: 'rural emergency hospitals?', rhc: 'rural health clinics?', rpm: 'remote patient monitoring',
  sbhc: 'school based health centers?', sud: 'substance use disorders?', ta: 'technical assistance',
}

// Longer ones first: health information technology is one term, not two.
const SPELLED = Object.entries(TERMS)
  .sort(([, a], [, b]) => b.length - a.length)
  .map(([short, phrase]) => [new RegExp(`(?<= )(?:${phrase}) `, 'g'), `${short} `] as const)

/** Words with the terms of the field replaced by abbreviations, once if a title has both: `Health Workers (CHWs)`. */
export function abbreviated(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `
  for (const [phrase, short] of SPELLED) text = text.replace(phrase, short)
  const short = text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const singular = word.replace(/s$/, '')
      return Object.hasOwn(TERMS, singular) ? singular : word
    })
  return short.filter((word, at) => word !== short[at - 1] || !Object.hasOwn(TERMS, word))
}

const SMALL_WORDS = new Set(['a', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'the', 'to', 'with'])

/** A title without abbreviations in parentheses that repeat the initials of the preceding words: `(RHIF)`. */
export function withoutInitials(title: string): string {
  return title.replace(/ ?\(([A-Z][A-Za-z&]{1,9})\)/g, (whole, short: string, at: number) => {
    const words = title.slice(0, at).match(/[\p{L}\p{N}]+/gu) ?? []
    const initials = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase())).map((word) => word[0]?.toUpperCase())
    return initials.join('').endsWith(short.replaceAll('&', '').toUpperCase()) ? '' : whole
  })
}
