import { distance } from 'fastest-levenshtein'
import questions from '../../../vocabulary/questions.json' with { type: 'json' }
import { POLICY_NAMES } from '../../schema/policies.ts'
import type { RecipientKind } from '../../schema/vocabularies.ts'
import { DAY_MS, type Instant, toIso } from '../time/moments.ts'
import { FUNCTION_WORDS, PROGRAM_NAMES } from './synonyms.ts'
import { findLongest, parseWords } from './words.ts'

/** The meaning of the words of a question, by kind; a word may have several. Other words are its subject. */
export const KINDS = questions.kinds

export type Kind = keyof typeof KINDS

const KINDS_OF = new Map<string, ReadonlySet<Kind>>()
for (const [kind, words] of Object.entries(KINDS) as [Kind, readonly string[]][]) {
  for (const word of words) KINDS_OF.set(word, new Set([...(KINDS_OF.get(word) ?? []), kind]))
}
const NONE: ReadonlySet<Kind> = new Set()

/** The kinds of a word; none for a subject word. */
export const getKinds = (word: string): ReadonlySet<Kind> => KINDS_OF.get(word) ?? NONE

export const isOfKind = (word: string, kinds: readonly Kind[]): boolean => kinds.some((one) => getKinds(word).has(one))

// biome-ignore format: word lists read better as running lines
const QUESTION_KINDS: readonly Kind[] = ['share', 'count', 'money', 'receive', 'give', 'year', 'define', 'filler', 'federal', 'state', 'program', 'apply', 'initiative']

/** Whether a word only asks and does not belong to the subject of a question. */
export const isQuestionWord = (word: string): boolean => isOfKind(word.toLowerCase(), QUESTION_KINDS)

const INTERROGATIVE_KINDS: readonly Kind[] = ['count', 'receive', 'lead', 'define', 'filler', 'largest', 'smallest']

/** Whether a word tells what is asked about a subject, as `runs` and `smallest` do, and need not occur in a text. */
export const isInterrogative = (word: string): boolean => isOfKind(word.toLowerCase(), INTERROGATIVE_KINDS)

export const SHORT_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(questions.shortForms))

const SHORTEST_CORRECTED = 5
const SHORTEST_TWICE_WRONG = 7

/** Whether a word may be another one, misspelled. @param most letters that may differ */
export const isMisspelled = (
  written: string,
  word: string,
  most = written.length < SHORTEST_TWICE_WRONG ? 1 : 2,
): boolean => written.length >= SHORTEST_CORRECTED && word[0] === written[0] && distance(word, written) <= most

const sortLetters = (word: string): string => [...word].sort().join('')
const toConsonants = (word: string): string => word.replace(/[aeiouy]|(.)(?=\1)/g, '')

/** Whether a word is too long to be another one with a small difference. Words of equal length differ more easily. */
export const isLong = (written: string, word: string) => written.length > (written.length === word.length ? 7 : 5)

/** Whether two words have the same letters, or the same consonants but for doubled ones. `Cloning` is no misspelled `closing`. */
export const isAlike = (written: string, word: string): boolean =>
  sortLetters(written) === sortLetters(word) || (isLong(written, word) && toConsonants(written) === toConsonants(word))

/** The known word closest to a misspelled one; undefined if none is close. */
export function findNearestWord(written: string): string | undefined {
  const vocabulary = [...KINDS_OF.keys(), ...[...PROGRAM_NAMES, ...POLICY_NAMES].flatMap((name) => parseWords(name))]
  const near = vocabulary.filter((word) => isMisspelled(written, word, 2) && isAlike(written, word))
  return near.sort((a, b) => distance(a, written) - distance(b, written))[0]
}

const KNOWN_ACRONYMS: readonly Kind[] = ['federal', 'call', 'program', 'clinicOfAccess', 'state', 'date']

/** The acronyms of a text that are names, in lowercase: `AHEAD` is a model, CMS the federal government. */
export function readAcronyms(text: string): ReadonlySet<string> {
  const written = /[a-z]/.test(text) ? (text.match(/\b[A-Z]{3,}\b/g) ?? []) : []
  return new Set(written.map((word) => word.toLowerCase()).filter((word) => !isOfKind(word, KNOWN_ACRONYMS)))
}

/** The words for each kind of recipient: phrases in lowercase, the singular in front, then the plural that answers use. */
export const RECIPIENT_WORDS: {
  [Kind in Exclude<RecipientKind, 'OTHER'>]: readonly [one: string, many: string, ...others: string[]]
} = questions.recipients as never

const KINDS_BY_PHRASE = Map.groupBy(
  (Object.entries(RECIPIENT_WORDS) as [RecipientKind, readonly string[]][]).flatMap(([kind, phrases]) =>
    phrases.map((phrase) => ({ phrase: phrase.replace('-', ' '), kind })),
  ),
  ({ phrase }) => phrase,
)

/** The kinds of recipients that a phrase means: a clinic may be a health center. */
export const RECIPIENT_PHRASES: ReadonlyMap<string, readonly RecipientKind[]> = new Map(
  [...KINDS_BY_PHRASE].map(([phrase, all]) => [phrase, all.map(({ kind }) => kind)]),
)

export const BEFORE_TOPIC: ReadonlySet<string> = new Set(questions.beforeTopic)

/** Whether a text says something, by the patterns of the vocabulary; for a question, with a space before and after each word. */
export const SAYS = Object.fromEntries(
  Object.entries(questions.patterns).map(([name, parts]) => {
    const pattern = new RegExp(parts.join('|'))
    return [name, (text: string) => pattern.test(text)]
  }),
) as Readonly<Record<keyof typeof questions.patterns, (text: string) => boolean>>

/** What a sentence of the program's rules must say to answer a form of question; vocabulary/README.md explains its `reach`. */
export const RULES = questions.rules.map(([form, said = '', reach]) => ({
  asks: SAYS[form as keyof typeof SAYS],
  said: new RegExp(said),
  reach,
}))

/** What a sentence must show to answer a question that asks for an amount or a day. */
export const SHOWN = questions.shown.map(
  ([asks = '', answer = '']) => [new RegExp(asks, 'i'), new RegExp(answer)] as const,
)

/** The list that a word of a search names. */
export const LIST_WORDS: ReadonlyMap<string, keyof typeof questions.lists> = new Map(
  (Object.entries(questions.lists) as [keyof typeof questions.lists, string[]][]).flatMap(([list, words]) =>
    words.map((word) => [word, list] as const),
  ),
)

const PARAPHRASES = questions.paraphrases.map(([said = '', meant = '']) => [new RegExp(said, 'gi'), meant] as const)
const ASKS = `(?:${questions.asking.join('|')})\\b`
const LEAD_IN = new RegExp(`^(?:${questions.leadIns.join('|')})(?=${ASKS})`, 'i')
const ASKING = new RegExp(`^${ASKS}|\\?\\s*$`, 'i')
const SENTENCE_END = new RegExp(
  `(?<=[?!]|(?<!\\b(?:co|st|ft|mt|no|\\w|${[...SHORT_FORMS.keys()].join('|')}))\\.)\\s+`,
  'i',
)

const SELF = `(?:${questions.selves.join('|')})`
const CLAUSE_END = new RegExp(`;\\s*(?=${ASKS}|${SELF})|(?:,|\\s[–—-]|—)\\s*(?=${SELF})`, 'i')
const ABOUT_SELF = new RegExp(`^${SELF}`, 'i')

/**
 * What a text asks, in the words that the forms of questions know, and what it says beside it: `I live in Delta County,
 * Colorado. Who got money?` has the county in the second part.
 */
export function splitAside(text: string): { asked: string; aside: string } {
  const plain = PARAPHRASES.reduce((one, [said, meant]) => one.replace(said, meant), text).trim()
  const sentences = plain.split(SENTENCE_END).flatMap((sentence) =>
    sentence.split(CLAUSE_END).flatMap((one) => {
      const [lead = ''] = LEAD_IN.exec(one) ?? []
      return lead === '' ? [one] : [lead, one.slice(lead.length)]
    }),
  )
  const hasQuestion = sentences.some((one) => ASKING.test(one))
  const isAsked = (one: string): boolean => (hasQuestion ? ASKING.test(one) : !ABOUT_SELF.test(one))
  const first = sentences.findIndex(isAsked)
  if (first < 0) return { asked: plain, aside: '' }
  // What is said before the question comes last, where its subject is.
  const aside = [...sentences.slice(first).filter((one) => !isAsked(one)), ...sentences.slice(0, first)]
  return { asked: sentences.filter(isAsked).join(' '), aside: aside.join(' ').trim() }
}

/** The words of each side of `or` and `and` of a text: all of them in one if these stand elsewhere. */
export function splitAlternatives(text: string, words: readonly string[]): string[][] {
  const parts = text.split(/ (?:and|or) /).map((part) => words.filter((word) => part.split(' ').includes(word)))
  return parts.filter(({ length }) => length > 0)
}

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ')
const ORDINALS = 'zeroth first second third fourth fifth'.split(' ')

const toNumber = (word: string): number => Math.max(NUMBERS.indexOf(word), ORDINALS.indexOf(word), 0) || Number(word)

/** Whether a word is a number, in digits or letters. */
export const isNumber = (word: string): boolean => toNumber(word) >= 0

const INITIATIVE_NUMBER = new RegExp(
  ` initiative (?:number |no |num )?(\\d{1,2}|${NUMBERS.slice(1).join('|')}) | (\\d{1,2})(?:st|nd|rd|th) initiative | (${ORDINALS.slice(1).join('|')}) initiative `,
)

/** The number by which a question names an initiative; null if it does not. */
export function readInitiativeNumber(text: string): number | null {
  const named = INITIATIVE_NUMBER.exec(text)?.slice(1).find(Boolean)
  return named === undefined ? null : toNumber(named)
}

const AMOUNT =
  /\$\s?\d[\d,.]*(?:\s*(?:million|billion|thousand|[mbk])\b)?|\b\d[\d,.]*\s*(?:million|billion|thousand|[mk])\b/gi
const AMOUNT_PARTS = /(?<!\d)(\d[\d,]*(?:\.\d+)?)(?:\s*(m|b|k|t)(?:illion|n|housand)?\b)?/gi
const SCALES: Readonly<Record<string, number>> = { m: 1e6, b: 1e9, k: 1e3, t: 1e3 }
const BOUND_MIN = 1_000

/** A text without amounts and the `at least` of a bound, which is no superlative. */
export const withoutAmounts = (text: string): string =>
  text.replace(AMOUNT, ' ').replace(/\bat (?:least|most)\b/gi, ' ')

/** Amounts that a text compares with; an open side is null. Each counts itself, unless the text says `more` or `less`. */
export interface Bound {
  min: number | null
  max: number | null
  isOver: boolean
  isUnder: boolean
}

const OVER = /\b(?:more|over|above|exceed\w*|higher|larger|bigger)\b/i
const MORE = new RegExp(`${OVER.source}|\\b(?:least|between)\\b`, 'i')
const UNDER = /\b(?:less|under|below|fewer|lower|smaller)\b/i
const LESS = new RegExp(`${UNDER.source}|\\bmost\\b|^ *(?:and|to) *$`, 'i')

/** The bound of a text: `more than $5 million`, `between $1 million and $2 million`; null if there is none. */
export function readBound(written: string): Bound | null {
  const plain = written.replace(/(?:FY\s*)?20\d\d(?!\d|,\d)/gi, '')
  const amounts = [...plain.matchAll(AMOUNT_PARTS)].flatMap(({ index, 0: part, 1: digits = '', 2: scale = '' }) => {
    const amount = Number(digits.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1)
    return amount >= BOUND_MIN ? { amount, index, end: index + part.length } : []
  })
  const getSide = (at: number): string =>
    amounts.length === 1 ? plain : plain.slice(amounts[at - 1]?.end ?? 0, amounts[at]?.index).replace(/\$\s*$/, '')
  const min = amounts.find((_, at) => MORE.test(getSide(at)))?.amount ?? null
  const max = amounts.find((one, at) => one.amount !== min && LESS.test(getSide(at)))?.amount ?? null
  return min === null && max === null ? null : { min, max, isOver: OVER.test(plain), isUnder: UNDER.test(plain) }
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** Whether a word is a month, or `month` after `this` or `next`. */
export function isMonthAt(words: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [words[at - 1], words[at]]
  if (word === 'month') return before === 'this' || before === 'next'
  return MONTHS.includes(word) && (word !== 'may' || before === 'in')
}

/** The year that a word is, in four digits; null for another word. */
export const readYear = (word = ''): number | null => (/^20\d\d$/.test(word) ? Number(word) : null)

/** The days of the month that words name: that of the year after it, the nearest of that name, or `this` or `next` one; null if there is none. */
export function readMonth(words: readonly string[], now: Instant): { first: string; last: string } | null {
  const at = words.findIndex((_, place) => isMonthAt(words, place))
  if (at < 0) return null
  const today = new Date(now)
  const [this_, year] = [today.getUTCMonth(), today.getUTCFullYear()]
  const written = readYear(words[at + 1])
  const ahead = (MONTHS.indexOf(words[at] as string) - this_ + 12) % 12
  const nearest = ahead > 6 ? ahead - 12 : ahead
  const inYear = written === null ? nearest : (written - year) * 12 + MONTHS.indexOf(words[at] as string) - this_
  const away = words[at] === 'month' ? Number(words[at - 1] === 'next') : inYear
  const toDay = (instant: Instant) => toIso(instant).slice(0, 10)
  return {
    first: toDay(Date.UTC(year, this_ + away, 1)),
    last: toDay(Date.UTC(year, this_ + away + 1, 1) - DAY_MS),
  }
}

const NUMBER = String.raw`(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)`
const EXTREME = `(?:${[...KINDS.largest, ...KINDS.smallest].join('|')})`
const COUNTED = `(?:states|awards|grants|organizations|recipients|awardees|counties|${[...RECIPIENT_PHRASES.keys()].join('|')})`
/** Ways to say the number of results: `top five`, `three largest`, `three hospitals`; `phase 2 awards` are not two awards. */
const NUMBER_OF_RESULTS = new RegExp(
  ` ${EXTREME} ${NUMBER} | ${NUMBER} ${EXTREME} | (second|third|fourth|fifth) ${EXTREME} | (?<!(?:phase|round|wave|region|tier|part|pillar|initiative) )${NUMBER} ${COUNTED} `,
)
const RESULTS_MAX = 20

/** The number of results that a text asks for, and the word for it: the second largest is the last of two. */
export function readNumberOfResults(text: string): { number: number | null; word: string | null } {
  const word = NUMBER_OF_RESULTS.exec(text)?.slice(1).find(Boolean) ?? null
  const number = word === null ? Number.NaN : toNumber(word)
  return { number: number <= RESULTS_MAX ? number : null, word }
}

const PROGRAM_LONGEST = Math.max(...PROGRAM_NAMES.map((name) => name.split(' ').length))

/** The number of words at a word that name the program; 0 if none do. */
export function findProgramAt(words: readonly string[], index: number): number {
  const named = findLongest(words, index, PROGRAM_LONGEST, (phrase) => PROGRAM_NAMES.includes(phrase))
  if (named) return named.length
  // "Rural health" alone means the program, unless it begins another name.
  const [first, second, next] = words.slice(index, index + 3)
  const isAlone = next === undefined || FUNCTION_WORDS.has(next) || getKinds(next).size > 0
  return first === 'rural' && second === 'health' && isAlone ? 2 : 0
}
