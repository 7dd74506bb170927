import questions from '../../../vocabulary/questions.json' with { type: 'json' }
import { STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { once } from '../once.ts'
import { parseFiscalYear } from '../time/moments.ts'
import { createMarker, formatExpression, isStateFacet, type Mark, readKeyword, type Term, toFacet } from './keyword.ts'
import {
  FUNCTION_WORDS,
  findStateByCode,
  findStateByName,
  findStateNear,
  NARROWER,
  PROGRAM_NAMES,
  STATE_NAME_WORDS,
  SYNONYMS,
} from './synonyms.ts'
import { parseWords, splitPhrases, toStems } from './words.ts'

/** A part of a search that a document must match: with all of the terms, or with one of the alternatives. */
export interface Piece {
  terms: Term[]
  alternatives: string[]
}

export const namesProgram = ({ alternatives }: Piece): boolean =>
  alternatives.some((alternative) => PROGRAM_NAMES.includes(alternative))

export const getStateFacets = ({ alternatives }: Piece): string[] => alternatives.filter(isStateFacet)

export interface Lexicon {
  has: (word: string) => boolean
  /** Known words that an unknown one may be a misspelling of, likeliest first. */
  near: (word: string) => readonly string[]
}

/** The terms as written. A state's name is one piece, which the state's own documents match twice; so is the program's. */
export const toLiteralPieces = (terms: readonly Term[]): Piece[] =>
  groupTerms(terms.map(readTerm), (words) => findStateFacet(words) ?? findProgramName(words))

/** The terms without function words, with known words added to misspelled ones. */
export const toCorrectedPieces = (terms: readonly Term[], lexicon: Lexicon): Piece[] =>
  withSubject(
    groupTerms(terms.map(readTerm), (words) => {
      const [word = '', ...more] = words
      const state = findStateFacet(words) ?? findMisspelledState(words, lexicon)
      return state ?? (more.length > 0 || lexicon.has(word) ? undefined : [...lexicon.near(word)])
    }),
  )

/** As corrected, plus synonyms, abbreviations, codes of states, years and other formats of amounts. */
export function toWidePieces(terms: readonly Term[], lexicon: Lexicon): Piece[] {
  const findSpellings = (word: string): readonly string[] => (lexicon.has(word) ? [] : lexicon.near(word))
  const wide = groupTerms(terms.map(readTerm), (words) => {
    const state = findStateFacet(words) ?? findMisspelledState(words, lexicon)
    if (state) return state
    const corrections = words.map(findSpellings)
    const phrase = words.map((word, index) => corrections[index]?.[0] ?? word)
    const meanings = findMeanings(phrase)
    if (words.length > 1) return meanings && [phrase.join(' '), ...meanings]
    const alternatives = [...(corrections[0] ?? []), ...(meanings ?? [])]
    return alternatives.length > 0 ? alternatives : undefined
  })
  return withSubject(wide)
}

const NOTHING_NEAR: Lexicon = { has: () => true, near: () => [] }

/** Words, and those of the same stem that mean something else: a nursing home is no nurse. */
const LOOKALIKES = questions.lookalikes.map(
  ([word, other]) => [new RegExp(`^(?:${word})$`), new RegExp(`\\b(?:${other})`, 'gi')] as const,
)

/**
 * Matches texts with every word of a subject, in any form, as a synonym, or as a kind or part of it.
 * @param reach how many characters the words may be from the first one
 */
export function createMatcher(subject: readonly string[], reach = Number.POSITIVE_INFINITY): (text: string) => boolean {
  const pieces = toWidePieces(readKeyword(quoteTerms(subject)).include, NOTHING_NEAR).map(({ terms, alternatives }) => {
    const written = terms.map(({ text }) => text).join(' ')
    const others = [...alternatives, ...(getNarrower().get(toStems(written.split(' '))) ?? [])]
    return {
      asWritten: createMarker([{ text: written, isPrefix: false }]),
      others: createMarker(others.map((text) => ({ text, isPrefix: false }))),
    }
  })
  const hidden = LOOKALIKES.flatMap(([word, other]) => (subject.some((one) => word.test(one)) ? other : []))
  return (written) => {
    const text = hidden.reduce((rest, other) => rest.replace(other, ''), written)
    const [first, ...more] = pieces.map(({ asWritten, others }) => [...asWritten(text), ...others(text)])
    const isNear = (one: Mark) => more.every((each) => each.some(({ start }) => Math.abs(start - one.start) <= reach))
    return first?.some(isNear) ?? true
  }
}

/** Words with quotes around the terms of several words that have narrower ones, but no synonyms that would join them. */
function quoteTerms(words: readonly string[]): string {
  const isAlone = (term: readonly string[]) =>
    getNarrower().has(toStems(term)) && !getSynonymGroups().has(toStems(term))
  const terms = splitPhrases(words, LONGEST_ENTRY, isAlone).map((term) => term.join(' '))
  return terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ')
}

/** `IN`, `OR` and `ME` are states only in capitals. */
const AMBIGUOUS_CODES = new Set(['IN', 'OR', 'ME'])
type ReadTerm = ReturnType<typeof readTerm>

function readTerm(term: Term, _place: number, all: readonly Term[]) {
  if (term.kind !== 'word') return { term, words: undefined }
  const isCode = AMBIGUOUS_CODES.has(term.text) && all.some(({ text }) => /\p{Ll}/u.test(text))
  return { term, words: isCode ? [STATE_NAMES[term.text as StateCode].toLowerCase()] : parseWords(term.text) }
}

const isFunctionWord = ({ terms, alternatives }: Piece): boolean =>
  alternatives.length === 0 &&
  terms.every(({ kind, text }) => kind === 'word' && FUNCTION_WORDS.has(parseWords(text).join(' ')))

function withSubject(pieces: Piece[]): Piece[] {
  const subjects = pieces.filter((piece) => !isFunctionWord(piece))
  return subjects.length > 0 ? subjects : pieces
}

type Alternatives = (words: string[]) => string[] | undefined
const LONGEST_ENTRY = 6

function groupTerms(terms: readonly ReadTerm[], findAlternatives: Alternatives): Piece[] {
  const pieces = new Map<string, Piece>()
  let place = 0
  while (place < terms.length) {
    const { length, alternatives } = findLongestRun(terms.slice(place, place + LONGEST_ENTRY), findAlternatives)
    const run = terms.slice(place, place + length).map(({ term }) => term)
    pieces.set(run.map(formatExpression).join(' '), { terms: run, alternatives })
    place += length
  }
  return [...pieces.values()]
}

function findLongestRun(terms: readonly ReadTerm[], findAlternatives: Alternatives) {
  const plain = terms.findIndex(({ words }) => words === undefined)
  for (let length = plain === -1 ? terms.length : plain; length > 0; length -= 1) {
    const alternatives = findAlternatives(terms.slice(0, length).flatMap(({ words }) => words ?? []))
    if (alternatives) return { length, alternatives }
  }
  return { length: 1, alternatives: [] }
}

function findProgramName(words: readonly string[]): string[] | undefined {
  const phrase = words.join(' ')
  return PROGRAM_NAMES.includes(phrase) ? [phrase] : undefined
}

function findStateFacet(words: readonly string[]): string[] | undefined {
  const phrase = words.join(' ')
  const code = findStateByName(phrase)
  if (!code) return undefined
  const name = STATE_NAMES[code].toLowerCase()
  return name === phrase ? [toFacet('state', code)] : [name, toFacet('state', code)]
}

function findMisspelledState(words: readonly string[], { has }: Lexicon): string[] | undefined {
  if (words.length > STATE_NAME_WORDS || words.every(has) || words.some((word) => FUNCTION_WORDS.has(word))) {
    return undefined
  }
  const code = findStateNear(words.join(' '))
  return code && [STATE_NAMES[code].toLowerCase(), toFacet('state', code)]
}

function findMeanings(words: readonly string[]): string[] | undefined {
  const phrase = words.join(' ')
  const code = words.length === 1 && !FUNCTION_WORDS.has(phrase) ? findStateByCode(phrase) : undefined
  const year = YEAR.test(words.join('')) ? parseFiscalYear(words.join('')) : null
  const meanings = [
    ...(getSynonymGroups().get(toStems(words)) ?? []),
    ...(code ? [STATE_NAMES[code].toLowerCase(), toFacet('state', code)] : []),
    ...sumMeanings(phrase),
    ...(year ? [year.toLowerCase(), toFacet('year', year)] : []),
  ].filter((meaning) => meaning !== phrase)
  return meanings.length > 0 ? meanings : undefined
}

const toEntries = (group: readonly string[], meanings = group) =>
  group.map((entry) => [toStems(entry.split(' ')), meanings] as const)

const getSynonymGroups = once(() => new Map(SYNONYMS.flatMap((group) => toEntries(group))))

/** The kinds and parts of what a term or its synonyms mean. */
const getNarrower = once(
  () =>
    new Map(
      [...NARROWER].flatMap(([term, narrower]) =>
        toEntries(SYNONYMS.find((group) => group.includes(term)) ?? [term], narrower),
      ),
    ),
)

/** Whether some words are one term of the field. */
export const isTerm = (words: readonly string[]): boolean =>
  getSynonymGroups().has(toStems(words)) || getNarrower().has(toStems(words))

/** The words one by one, except those of a longer term of the field, such as `primary care`. */
export const splitTerms = (words: readonly string[]): string[][] => splitPhrases(words, LONGEST_ENTRY, isTerm)

// Two digits alone are a day or an amount.
const YEAR = /^(?:fy(?:20)?\d\d|20\d\d)$/
const SUM_SHORT = /^(\d+(?: \d+)?)([mb])n?$/
const SUM_LONG = /^(\d+(?: \d+)?) (million|billion)$/

// A decimal point separates words: "12.7M" is read as "12 7m".
function sumMeanings(phrase: string): string[] {
  const [, short, letter] = SUM_SHORT.exec(phrase) ?? []
  if (short) return [`${short} ${letter === 'm' ? 'million' : 'billion'}`]
  const [, long, scale] = SUM_LONG.exec(phrase) ?? []
  return long ? [`${long}${scale?.[0]}`] : []
}

/** How a document matches a search: by all words as written, by corrected words or synonyms, or by any telling word. */
export const MATCHES = ['ALL', 'WIDENED', 'ANY'] as const
export type Match = (typeof MATCHES)[number]
