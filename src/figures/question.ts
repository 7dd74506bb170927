import { stateCoded, stateNamed, stateNear } from '../rules/text/named-states.ts'
import { FUNCTION_WORDS, PROGRAM_NAMES } from '../rules/text/synonyms.ts'
import { parseWords } from '../rules/text/words.ts'
import { parseFiscalYear } from '../rules/time/fiscal-year.ts'
import type { StateCode } from '../schema/vocabularies.ts'
import { getKinds, JUDGMENT, type Kind, NUMBERS, nearestWord, PLACES_OUTSIDE } from './vocabulary.ts'

/** A parsed question about figures. */
export interface Question {
  /** All of its words in lowercase, with a space before and after each. */
  text: string
  words: readonly string[]
  states: readonly StateCode[]
  /** The fiscal year in the question; null if there is none. */
  fiscalYear: string | null
  /** The requested number of results (`top five`). */
  number: number | null
  /** Whether it mentions the program. */
  namesProgram: boolean
  /** Whether it asks about a place outside the program or for a judgment, which no record can answer. */
  isBeyond: boolean
  /** Whether it has a word of one of these kinds. */
  mentions: (...kinds: Kind[]) => boolean
  /** The words of its subject, without these kinds, function words, and names of states and the program. */
  subject: (...kinds: Kind[]) => string[]
}

// State codes that are English words count only in uppercase, and three of them not even then.
const CODES_THAT_ARE_WORDS = new Set('in or me ok hi oh pa ma al la de co id mo ar'.split(' '))
const NEVER_CODES = new Set(['IN', 'OR', 'ME'])
const PROGRAM_LONGEST = Math.max(...PROGRAM_NAMES.map((name) => name.split(' ').length))

/** The filters of a search. */
export interface SelectedFilters {
  states: readonly StateCode[]
  fiscalYear: string | null
}

/**
 * Reads a question.
 * @param chosen states and year for a question that names none
 * @param isKnown whether a word is spelled correctly, so that it is not a misspelled state name
 */
export function readQuestion(query: string, chosen: SelectedFilters, isKnown: (word: string) => boolean): Question {
  const words = parseWords(query.replace(AMOUNTS, ' ').replace(FIRST_RANK, ' largest ')).map(corrected)
  const text = ` ${words.join(' ')} `
  const written = query.match(/[\p{L}\p{N}]+/gu) ?? []
  const capitals = new Set(written.filter((word) => /^[A-Z]{2}$/.test(word)))
  const isShouted = query === query.toUpperCase()
  const states = new Set<StateCode>()
  const left: string[] = []
  let namesProgram = false
  let place = 0
  while (place < words.length) {
    const program = programAt(words, place)
    const state = program > 0 ? null : stateAt(place)
    if (program > 0) namesProgram = true
    else if (state) states.add(state.code)
    else left.push(words[place] as string)
    place += Math.max(program, state?.length ?? 0, 1)
  }
  const { fiscalYear, others } = yearIn(left)
  const numberAt = others.findIndex((word, at) => {
    const [before, after] = [others[at - 1], others[at + 1]]
    if (ORDINALS.indexOf(word) > 0) return isExtreme(after)
    return (
      isNumber(word) && (isExtreme(before) || isExtreme(after) || (isCounted(after) && !NUMBERED.has(before ?? '')))
    )
  })
  const counted = others[numberAt]
  const content = others.filter((_, at) => at !== numberAt)
  return {
    text,
    words,
    states: states.size > 0 ? [...states] : chosen.states,
    fiscalYear: fiscalYear ?? chosen.fiscalYear,
    number: listedNumber(counted),
    namesProgram,
    isBeyond: PLACES_OUTSIDE.test(text) || JUDGMENT.test(text),
    mentions: (...kinds) => kinds.some((kind) => content.some((word) => getKinds(word).has(kind))),
    subject: (...kinds) =>
      content.filter((word) => !FUNCTION_WORDS.has(word) && !kinds.some((kind) => getKinds(word).has(kind))),
  }

  function corrected(word: string): string {
    return isWritten(word) || stateNamed(word) || stateNear(word) ? word : (nearestWord(word) ?? word)
  }

  function isWritten(word: string): boolean {
    return isKnown(word) || getKinds(word).size > 0 || FUNCTION_WORDS.has(word)
  }

  function stateAt(at: number): { code: StateCode; length: number } | null {
    const two = stateNamed(words.slice(at, at + 2).join(' '))
    if (two && at + 1 < words.length) return { code: two, length: 2 }
    const word = words[at] as string
    const one = stateNamed(word) ?? findCode(word)
    if (one) return { code: one, length: 1 }
    const near = isWritten(word) ? undefined : stateNear(word)
    return near ? { code: near, length: 1 } : null
  }

  function findCode(word: string): StateCode | undefined {
    if (word.length !== 2) return undefined
    const isCode = capitals.has(word.toUpperCase()) && !isShouted && !NEVER_CODES.has(word.toUpperCase())
    return isCode || !CODES_THAT_ARE_WORDS.has(word) ? stateCoded(word) : undefined
  }
}

/** Amounts to compare with, which are not part of the subject. */
const AMOUNTS =
  /\$\s?\d[\d,.]*(?:\s*(?:million|billion|thousand|[mbk])\b)?|\b\d[\d,.]*\s*(?:million|billion|thousand)\b/gi

/** Other ways to say the largest. */
const FIRST_RANK = /\b(?:ranks?|ranked|ranking|is|comes?) (?:first|number one|highest)\b/gi

const isNumber = (word: string): boolean => NUMBERS[word] !== undefined || /^\d{1,2}$/.test(word)

const isExtreme = (word: string | undefined): boolean =>
  word !== undefined && (getKinds(word).has('largest') || getKinds(word).has('smallest'))

const LISTED_MAX = 20

/** The number of results: the second largest is the last of two. `of the 50 states` is not a number of results. */
function listedNumber(counted: string | undefined): number | null {
  if (counted === undefined) return null
  const ordinal = ORDINALS.indexOf(counted)
  const number = ordinal > 0 ? ordinal + 1 : (NUMBERS[counted] ?? Number(counted))
  return number <= LISTED_MAX ? number : null
}

/** Words followed by a number that is a name: `phase 2 awards` are not two awards. */
const NUMBERED: ReadonlySet<string> = new Set([
  'phase',
  'round',
  'wave',
  'region',
  'tier',
  'part',
  'pillar',
  'initiative',
])

const isCounted = (word: string | undefined): boolean =>
  word !== undefined && ['states', 'awards', 'grants', 'organizations', 'recipients', 'awardees'].includes(word)

/** The number of words of the program's name at a position; 0 if it is not there. */
function programAt(words: readonly string[], place: number): number {
  for (let length = PROGRAM_LONGEST; length > 0; length -= 1) {
    const phrase = words.slice(place, place + length)
    if (phrase.length === length && PROGRAM_NAMES.includes(phrase.join(' '))) return length
  }
  // "Rural health" alone means the program, unless it begins another name.
  const [first, second, next] = words.slice(place, place + 3)
  const isAlone = next === undefined || FUNCTION_WORDS.has(next) || getKinds(next).size > 0
  if (first === 'rural' && second === 'health' && isAlone) return 2
  return 0
}

const FIRST_YEAR = 2026
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
const YEAR_NUMBERS = ['one', 'two', 'three', 'four', 'five']

/** The fiscal year in the words, as a number or as a program year, and the other words. */
function yearIn(words: readonly string[]): { fiscalYear: string | null; others: string[] } {
  for (const [place, word] of words.entries()) {
    const [before, after] = [words[place - 1], words[place + 1]]
    if (/^(?:fy)?20\d\d$|^fy\d\d$/.test(word)) return found(parseFiscalYear(word), [place])
    if (word === 'fy' && after && /^\d\d$/.test(after)) return found(parseFiscalYear(after), [place, place + 1])
    if (word !== 'year') continue
    const ordinal = ORDINALS.indexOf(before ?? '')
    if (ordinal >= 0) return found(`FY${FIRST_YEAR + ordinal}`, [place - 1, place])
    const number = YEAR_NUMBERS.indexOf(after ?? '')
    const year = number >= 0 ? number + 1 : Number(/^[1-5]$/.exec(after ?? '')?.[0] ?? 0)
    if (year > 0) return found(`FY${FIRST_YEAR + year - 1}`, [place, place + 1])
    if (before === 'next') return found(`FY${FIRST_YEAR + 1}`, [place - 1, place])
    if (before === 'last' || before === 'previous') return found(`FY${FIRST_YEAR - 1}`, [place - 1, place])
  }
  return { fiscalYear: null, others: [...words] }

  function found(fiscalYear: string | null, places: readonly number[]) {
    return { fiscalYear, others: words.filter((_, place) => !places.includes(place)) }
  }
}
