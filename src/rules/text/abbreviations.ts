import abbreviations from '../../../vocabulary/abbreviations.json' with { type: 'json' }

// Longer ones first: health information technology is one term, not two.
const SPELLED = Object.entries(abbreviations)
  .flatMap(([short, terms]) => terms.map((term) => [short, term] as const))
  .sort(([, a], [, b]) => b.length - a.length)
  .map(([short, term]) => [new RegExp(`(?<= )${term}s? `, 'g'), `${short} `] as const)

/** Words with the terms of the field replaced by abbreviations, once if a title has both: `Health Workers (CHWs)`. */
export function abbreviate(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `
  for (const [phrase, short] of SPELLED) text = text.replace(phrase, short)
  const isShort = (word = ''): boolean => Object.hasOwn(abbreviations, word)
  const short = text.split(' ').map((word) => (isShort(word.replace(/s$/, '')) ? word.replace(/s$/, '') : word))
  return short.filter((word, at) => word !== '' && (word !== short[at - 1] || !isShort(word)))
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
