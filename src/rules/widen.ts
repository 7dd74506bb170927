import { STATE_CODES, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import { facet } from './facets.ts'
import { fiscalYearOf } from './fiscal-year.ts'
import type { Term } from './keyword.ts'
import { FUNCTION_WORDS, SYNONYMS } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** A part of a search that a document must answer: with all of the terms, or with one of the alternatives. */
export interface Piece {
  terms: Term[]
  /** Words in a row that may stand for the terms. */
  alternatives: string[]
}

/** Known words that a word may be misspelt for, the likeliest first; none when the word is known itself. */
export type Spelling = (word: string) => readonly string[]

const LONGEST_ENTRY = 6

/**
 * The terms as they were written, each a piece. The words of a state's name are one piece, which the state's own
 * documents answer twice: they hold the name already, so nothing more is found, but these come first.
 */
export function literalPieces(terms: readonly Term[]): Piece[] {
  return grouped(terms, (words) => {
    const code = STATES_BY_NAME.get(words.join(' '))
    return code && [facet('state', code)]
  })
}

/** The terms without those that carry no subject, and with known words beside misspelt ones. */
export function mendedPieces(terms: readonly Term[], spelling: Spelling): Piece[] {
  return subjectsOf(terms).map((term) => {
    const word = plainWord(term)
    return { terms: [term], alternatives: word === undefined ? [] : [...spelling(word)] }
  })
}

/**
 * As mended, and with everything that words may stand for: synonyms and abbreviations of the field, states by their
 * codes, years, sums written in another way.
 */
export function widePieces(terms: readonly Term[], spelling: Spelling): Piece[] {
  const mended = new Map(
    subjectsOf(terms).flatMap((term) => {
      const word = plainWord(term)
      return word === undefined ? [] : [[word, spelling(word)] as const]
    }),
  )
  return grouped(subjectsOf(terms), (words) => {
    const said = words.map((word) => mended.get(word)?.[0] ?? word)
    const meanings = meaningsOf(said)
    if (words.length > 1) return meanings && [said.join(' '), ...meanings]
    const spelt = mended.get(words[0] as string) ?? []
    return meanings || spelt.length > 0 ? [...spelt, ...(meanings ?? [])] : undefined
  })
}

function subjectsOf(terms: readonly Term[]): readonly Term[] {
  const subjects = terms.filter(({ kind, text }) => kind !== 'word' || !FUNCTION_WORDS.has(wordsOf(text).join(' ')))
  return subjects.length > 0 ? subjects : terms
}

function plainWord({ kind, text }: Term): string | undefined {
  const [word, ...more] = wordsOf(text)
  return kind === 'word' && more.length === 0 ? word : undefined
}

type Alternatives = (words: string[]) => string[] | undefined

/** Puts the longest runs of plain words that have alternatives together, from left to right. */
function grouped(terms: readonly Term[], alternativesOf: Alternatives): Piece[] {
  const said = terms.map(({ kind, text }) => (kind === 'word' ? wordsOf(text) : undefined))
  const pieces: Piece[] = []
  let place = 0
  while (place < terms.length) {
    const { length, alternatives } = longestRun(said.slice(place, place + LONGEST_ENTRY), alternativesOf)
    pieces.push({ terms: terms.slice(place, place + length), alternatives })
    place += length
  }
  return pieces
}

function longestRun(
  said: readonly (string[] | undefined)[],
  alternativesOf: Alternatives,
): { length: number; alternatives: string[] } {
  const plain = said.indexOf(undefined)
  for (let length = plain === -1 ? said.length : plain; length > 0; length -= 1) {
    const alternatives = alternativesOf(said.slice(0, length).flatMap((words) => words ?? []))
    if (alternatives) return { length, alternatives }
  }
  return { length: 1, alternatives: [] }
}

const STATES_BY_NAME = new Map<string, StateCode>(
  STATE_CODES.map((code) => [STATE_NAMES[code].toLowerCase(), code] as const),
)

/** What some words in a row may be said as, in this field; undefined when nothing is known of them. */
function meaningsOf(words: readonly string[]): string[] | undefined {
  const entry = words.map(singular).join(' ')
  const said = words.join(' ')
  const found = [
    ...(GROUPS.get(entry) ?? []),
    ...stateMeanings(said),
    ...sumMeanings(said),
    ...yearMeanings(words),
  ].filter((meaning) => meaning !== said)
  return found.length > 0 ? found : undefined
}

const singular = (word: string): string =>
  word.length > 3 && /[^sui]s$/.test(word) ? word.replace(/ies$/, 'y').replace(/s$/, '') : word

const GROUPS = new Map<string, readonly string[]>(
  SYNONYMS.flatMap((group) => group.map((entry) => [entry.split(' ').map(singular).join(' '), group] as const)),
)

function stateMeanings(said: string): string[] {
  const named = STATES_BY_NAME.get(said)
  if (named) return [facet('state', named)]
  const code = said.toUpperCase() as StateCode
  return Object.hasOwn(STATE_NAMES, code) ? [STATE_NAMES[code].toLowerCase(), facet('state', code)] : []
}

const SUM_SHORT = /^(\d+(?: \d+)?)([mb])n?$/
const SUM_LONG = /^(\d+(?: \d+)?) (million|billion)$/

// A decimal point parts words: "12.7M" is read as "12 7m".
function sumMeanings(said: string): string[] {
  const [, short, letter] = SUM_SHORT.exec(said) ?? []
  if (short) return [`${short} ${letter === 'm' ? 'million' : 'billion'}`]
  const [, long, scale] = SUM_LONG.exec(said) ?? []
  return long ? [`${long}${scale?.[0]}`] : []
}

// Two digits alone are a day or a sum.
const YEAR = /^(?:fy(?:20)?\d\d|20\d\d)$/

function yearMeanings(words: readonly string[]): string[] {
  const year = YEAR.test(words.join('')) ? fiscalYearOf(words.join('')) : null
  return year ? [year.toLowerCase(), facet('year', year)] : []
}
