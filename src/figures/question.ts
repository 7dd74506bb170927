import { stateCoded, stateNamed, stateNear } from '../rules/text/named-states.ts'
import { FUNCTION_WORDS, PROGRAM_NAMES } from '../rules/text/synonyms.ts'
import { parseWords } from '../rules/text/words.ts'
import { parseFiscalYear } from '../rules/time/fiscal-year.ts'
import type { RecipientKind, StateCode } from '../schema/vocabularies.ts'
import { findCountyAt, type Names, type Organization } from './names.ts'
import {
  getKinds,
  HELD,
  JUDGMENT,
  type Kind,
  NUMBERS,
  nearestWord,
  PLACES_OUTSIDE,
  RECIPIENT_PHRASES,
} from './vocabulary.ts'

/** What words of a question name, as a value of a filter: a form of questions declares which ones it takes. */
export type Entity = 'recipientKind' | 'county' | 'organization'

/** A word of a question with its place; what it names, if anything. */
export interface Token {
  word: string
  at: number
  names?: Entity
}

/** A parsed question about figures. */
export interface Question {
  query: string
  /** All of its words in lowercase, with a space before and after each. */
  text: string
  words: readonly string[]
  states: readonly StateCode[]
  /** The fiscal year in the question; null if there is none. */
  fiscalYear: string | null
  /** The requested number of results (`top five`). */
  number: number | null
  /** An amount to compare with, such as `more than $5 million`; null if there is none. */
  bound: { side: 'more' | 'less'; amount: number } | null
  recipientKinds: readonly RecipientKind[]
  /** A county by its official name; null if there is none. */
  county: string | null
  organizations: readonly Organization[]
  /** Whether it asks for rows that are on file but not published. */
  isHeld: boolean
  /** Whether it mentions the program. */
  namesProgram: boolean
  /** Whether it asks about a place outside the program or for a judgment, which no record can answer. */
  isBeyond: boolean
  /** Whether it has a word of one of these kinds. */
  mentions: (...kinds: Kind[]) => boolean
  /**
   * The words that are not understood: without these kinds, function words, names of states and the program, and the
   * entities that are taken.
   */
  left: (kinds: readonly Kind[], taken?: readonly Entity[]) => Token[]
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
export function readQuestion(
  query: string,
  chosen: SelectedFilters,
  isKnown: (word: string) => boolean,
  names: Names,
): Question {
  const written = parseWords(withFiscalYears(query).replace(AMOUNTS, ' ').replace(FIRST_RANK, ' largest '))
  const words = written.map((word, at) => (isUnit(written[at + 1]) ? word : corrected(word)))
  const text = ` ${words.join(' ')} `
  const capitals = new Set((query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /^[A-Z]{2}$/.test(word)))
  const isShouted = query === query.toUpperCase()
  const named = findStates()
  let states = named.size > 0 ? [...new Set(named.values())].map(({ code }) => code) : chosen.states
  const organizations = new Set<Organization>()
  const recipientKinds = new Set<RecipientKind>()
  const tokens: Token[] = []
  let county: string | null = null
  let namesProgram = false
  let place = 0
  while (place < words.length) place += readAt(place)
  const { fiscalYear, others } = yearIn(tokens)
  const numberAt = others.findIndex(({ word }, at) => {
    const [before, after] = [others[at - 1]?.word, others[at + 1]]
    if (ORDINALS.indexOf(word) > 0) return isExtreme(after?.word)
    return (
      isNumber(word) &&
      (isExtreme(before) || isExtreme(after?.word) || (isCounted(after) && !NUMBERED.has(before ?? '')))
    )
  })
  const counted = others[numberAt]?.word
  const bound = readBound(query, text)
  const content = others.filter((_, at) => at !== numberAt)
  return {
    query,
    text,
    words,
    states,
    fiscalYear: fiscalYear ?? chosen.fiscalYear,
    number: listedNumber(counted),
    bound,
    recipientKinds: [...recipientKinds],
    county,
    organizations: [...organizations],
    isHeld: HELD.test(text),
    namesProgram,
    isBeyond: PLACES_OUTSIDE.test(text) || JUDGMENT.test(text),
    mentions: (...kinds) => kinds.some((kind) => content.some(({ word, names }) => !names && getKinds(word).has(kind))),
    left: (kinds, taken = []) =>
      content.filter(({ word, names: entity }) =>
        entity
          ? !taken.includes(entity)
          : !FUNCTION_WORDS.has(word) &&
            ![...kinds, ...(bound ? ['compare' as const] : [])].some((kind) => getKinds(word).has(kind)),
      ),
  }

  /** Reads what begins at a word. @returns the number of its words */
  function readAt(at: number): number {
    const organization = names.findOrganizations(words, at, states)
    const place = findCountyAt(words, at, states)
    const own = organization && organization.length > (place?.length ?? 0) ? organization : null
    if (own) {
      for (const one of own.found) organizations.add(one)
      return keep(at, own.length, 'organization')
    }
    if (place) {
      county = place.county
      // Dawes County is in one state only.
      if (states.length === 0 && place.states.length === 1) states = place.states
      return keep(at, place.length, 'county')
    }
    const program = programAt(words, at)
    if (program > 0) {
      namesProgram = true
      return program
    }
    const state = named.get(at)
    if (state) return state.length
    for (let length = Math.min(KIND_LONGEST, words.length - at); length > 0; length -= 1) {
      const kind = RECIPIENT_PHRASES.get(words.slice(at, at + length).join(' '))
      // "Ohio State University" is one university, not all of the state.
      if (!kind || (length === 1 && isNamePart(at))) continue
      recipientKinds.add(kind)
      return keep(at, length, 'recipientKind')
    }
    return keep(at, 1)
  }

  function isNamePart(at: number): boolean {
    const [before, after] = [words[at - 1] ?? '', words[at + 1] ?? '']
    if (!ORGANIZATION.test(words[at] ?? '')) return false
    if (after === 'of') return true
    return (
      (!FUNCTION_WORDS.has(before) &&
        getKinds(before).size === 0 &&
        before !== '' &&
        !getKinds(after).has('award') &&
        !named.has(at - 1)) ||
      before === 'state'
    )
  }

  function keep(at: number, length: number, entity?: Entity): number {
    for (const [offset, word] of words.slice(at, at + length).entries()) {
      tokens.push({ word, at: at + offset, ...(entity && { names: entity }) })
    }
    return length
  }

  function corrected(word: string): string {
    return isWritten(word) || stateNamed(word) || stateNear(word) ? word : (nearestWord(word) ?? word)
  }

  function isWritten(word: string): boolean {
    return isKnown(word) || getKinds(word).size > 0 || FUNCTION_WORDS.has(word)
  }

  /** The states by the place of their names, without those inside the name of an organization. */
  function findStates(): Map<number, { code: StateCode; length: number }> {
    const found = new Map<number, { code: StateCode; length: number }>()
    let at = 0
    while (at < words.length) {
      const organization = names.findOrganizations(words, at, [])
      const state = programAt(words, at) > 0 || organization ? null : stateAt(at)
      if (state && isInName(words, at, state.length)) {
        at += state.length
        continue
      }
      if (state) found.set(at, state)
      at += Math.max(programAt(words, at), organization?.length ?? 0, state?.length ?? 0, 1)
    }
    return found
  }

  function stateAt(at: number): { code: StateCode; length: number } | null {
    const two = stateNamed(words.slice(at, at + 2).join(' '))
    if (two && at + 1 < words.length) return { code: two, length: 2 }
    const word = words[at] as string
    // The PA Compact is of physician assistants.
    const one = stateNamed(word) ?? (words[at + 1] === 'compact' ? undefined : findCode(word))
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

/** A word of the name of one organization, such as `University of Vermont` or `Ohio State University`. */
const ORGANIZATION = /^(?:university|college|hospital|clinic|foundation|association|network|institute)$/
const NAME_LONGEST = 4

/** Whether a state's name is part of the name of an organization, which the rows do not have in this form. */
function isInName(words: readonly string[], at: number, length: number): boolean {
  if (words[at - 1] === 'of' && ORGANIZATION.test(words[at - 2] ?? '')) return true
  if (['which', 'what'].includes(words[at - 1] ?? '')) return false
  for (let next = at + length; next < at + length + NAME_LONGEST; next += 1) {
    const word = words[next] ?? ''
    if (ORGANIZATION.test(word)) return !getKinds(words[next + 1] ?? '').has('award')
    if (word === '' || FUNCTION_WORDS.has(word) || (getKinds(word).size > 0 && word !== 'state')) return false
  }
  return false
}

/** Whether a word makes the one before it the name of a county, which is never corrected. */
const isUnit = (word: string | undefined): boolean => word !== undefined && getKinds(word).has('county')

const KIND_LONGEST = Math.max(...[...RECIPIENT_PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Amounts to compare with, which are not part of the subject. */
const AMOUNTS =
  /\$\s?\d[\d,.]*(?:\s*(?:million|billion|thousand|[mbk])\b)?|\b\d[\d,.]*\s*(?:million|billion|thousand)\b/gi

const AMOUNT = /(?<!\d)(\d[\d,]*(?:\.\d+)?)\s*(million|billion|m|bn|b|k|thousand)?\b/i
const SCALES: Readonly<Record<string, number>> = {
  million: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  k: 1e3,
  thousand: 1e3,
}
const BOUND_MIN = 1_000

function readBound(query: string, text: string): Question['bound'] {
  const [, digits, scale = ''] = AMOUNT.exec(query.replace(/(?:FY\s*)?20\d\d(?!\d|,\d)/gi, '')) ?? []
  const amount = Number(digits?.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1)
  if (!(amount >= BOUND_MIN)) return null
  if (/ (?:more|over|above|exceed\w*|least|higher|larger|bigger) /.test(text)) return { side: 'more', amount }
  return / (?:less|under|below|fewer|most|lower|smaller) /.test(text) ? { side: 'less', amount } : null
}

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
const NUMBERED: ReadonlySet<string> = new Set('phase round wave region tier part pillar initiative'.split(' '))

const COUNTED = new Set('states awards grants organizations recipients awardees counties'.split(' '))

const isCounted = (token: Token | undefined): boolean =>
  token !== undefined && (COUNTED.has(token.word) || token.names === 'recipientKind')

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

/** A question with its program years as fiscal years: `first-year`, `year two`, `next year`. */
const withFiscalYears = (query: string): string =>
  query
    .replace(/\b(first|second|third|fourth|fifth)[- ]year\b/gi, (_, word) =>
      toYear(ORDINALS.indexOf(word.toLowerCase())),
    )
    .replace(/\byear (one|two|three|four|five)\b/gi, (_, word) => toYear(YEAR_NUMBERS.indexOf(word.toLowerCase())))
    .replace(/\byear ([1-5])\b/gi, (_, digit) => toYear(Number(digit) - 1))
    .replace(/\b(next|last|previous) year\b/gi, (_, word) => toYear(word.toLowerCase() === 'next' ? 1 : -1))
    .replace(/\bfy (\d\d)\b/gi, ' FY20$1 ')

const toYear = (place: number): string => ` FY${FIRST_YEAR + place} `

/** The fiscal year in the words, and the other words. */
function yearIn(tokens: readonly Token[]): { fiscalYear: string | null; others: Token[] } {
  const year = tokens.find(({ word, names }) => !names && /^(?:fy)?20\d\d$|^fy\d\d$/.test(word))
  return { fiscalYear: year ? parseFiscalYear(year.word) : null, others: tokens.filter((token) => token !== year) }
}
