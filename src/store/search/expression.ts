import { EVERYWHERE, isFacet } from '../../rules/facets.ts'
import { expressionOf, quoted, type Term } from '../../rules/keyword.ts'
import type { Sought } from '../../rules/marks.ts'
import { namesProgram, namesState, type Piece } from '../../rules/widen.ts'
import { wordsOf } from '../../rules/words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A part of a search as a full-text expression; nothing in it is unquoted but operators. */
export interface Clause {
  match: string
  /** Its words, for finding them in passages. */
  sought: readonly Sought[]
  /** About how many documents it is in. */
  documents: () => number
  isPhrase: boolean
  isPrefix: boolean
  namesState: boolean
  namesProgram: boolean
}

/** What holds for every rung of one search. */
export interface Bounds {
  exclude: readonly Term[]
  /** Of each list one must hold. */
  facets: readonly (readonly string[])[]
}

/** Writes the expressions of one search. Every expression is over the documents but `oneAward`. */
export interface Composer {
  clauses: (pieces: readonly Piece[]) => Clause[]
  /** Whether a search is about the program as a whole: it names no state, and names the program or only common words. */
  isGeneral: (clauses: readonly Clause[]) => boolean
  /** What all clauses must answer. */
  allOf: (clauses: readonly Clause[], bounds: Bounds) => string
  /** What all telling clauses must answer; the others only count for the rank. */
  allTelling: (clauses: readonly Clause[], bounds: Bounds) => string
  /**
   * What every phrase, or any telling clause where there is none, answers: the rarest that together are in about `most` documents.
   * The others only count for the rank. Null when no clause is telling.
   */
  anyTelling: (clauses: readonly Clause[], bounds: Bounds, most: number) => string | null
  /** What one award row must answer in all clauses, over the passages; null for what is no search for an award. */
  oneAward: (clauses: readonly Clause[]) => string | null
  /** The filters alone; null when there are none. */
  filter: (bounds: Bounds) => string | null
}

/** A clause in a greater share of the documents tells nothing of what is looked for. */
const COMMON_SHARE = 0.25
/** A longer search is no name of an awardee. */
const AWARD_CLAUSES_MAX = 10
/** Any one of at most this many clauses is enough for a document. */
const ANY_CLAUSES_MAX = 8
/** At most this many clauses count for a rank, and none in more documents. */
const RANKING_MAX = 16
const RANKING_DOCUMENTS_MAX = 1_000

/** @param total number of documents */
export function composerFor(vocabulary: Vocabulary, total: number): Composer {
  const isCommon = (clause: Clause): boolean => clause.documents() > total * COMMON_SHARE

  function bounded(match: string, { exclude, facets }: Bounds): string {
    const all = [match, ...facets.map((values) => anyOf(values.map(quoted)))].join(' AND ')
    return exclude.length > 0 ? `(${all}) NOT ${anyOf(exclude.map((term) => termOf(term, vocabulary)))}` : all
  }

  function allOf(clauses: readonly Clause[], bounds: Bounds): string {
    return bounded(matches(clauses).join(' AND '), bounds)
  }

  /** Lets clauses count for the rank of what answers the telling ones. */
  function rankBy(clauses: readonly Clause[], telling: readonly Clause[]): string[] {
    // To weigh a word, FTS5 walks through all documents that hold it.
    const counting = clauses.filter((clause) => clause.documents() <= RANKING_DOCUMENTS_MAX).slice(0, RANKING_MAX)
    return counting.length > telling.length ? [anyOf(matches(counting))] : []
  }

  return {
    clauses: (pieces) => pieces.map((piece) => clauseOf(piece, vocabulary)),
    isGeneral: (clauses) =>
      !clauses.some((clause) => clause.namesState) &&
      (clauses.some((clause) => clause.namesProgram) || clauses.every(isCommon)),
    allOf,
    allTelling(clauses, bounds) {
      const telling = clauses.filter((clause) => clause.isPhrase || !isCommon(clause))
      if (telling.length === 0 || telling.length === clauses.length) return allOf(clauses, bounds)
      return bounded([...matches(telling), ...rankBy(clauses, telling)].join(' AND '), bounds)
    },
    anyTelling(clauses, bounds, most) {
      const known = clauses
        .filter((clause) => !clause.isPhrase && !clause.isPrefix && clause.documents() > 0)
        .sort((a, b) => a.documents() - b.documents())
      const telling: Clause[] = []
      let sum = 0
      for (const clause of known.slice(0, ANY_CLAUSES_MAX)) {
        sum += clause.documents()
        if (isCommon(clause) || (telling.length > 0 && sum > most)) break
        telling.push(clause)
      }
      if (telling.length === 0) return null
      const phrases = matches(clauses.filter(({ isPhrase }) => isPhrase))
      // What holds the phrases answers already; the words only count for its rank.
      const words = anyOf([...phrases, ...matches(telling)])
      return bounded([...phrases, words, ...rankBy(known, telling)].join(' AND '), bounds)
    },
    oneAward(clauses) {
      if (clauses.length > AWARD_CLAUSES_MAX || clauses.some(({ isPrefix }) => isPrefix)) return null
      return matches(clauses).join(' AND ')
    },
    filter: (bounds) =>
      bounds.exclude.length === 0 && bounds.facets.length === 0 ? null : bounded(quoted(EVERYWHERE), bounds),
  }
}

const matches = (clauses: readonly Clause[]): string[] => clauses.map(({ match }) => match)

const anyOf = (expressions: readonly string[]): string => `(${expressions.join(' OR ')})`

function clauseOf(piece: Piece, vocabulary: Vocabulary): Clause {
  const { terms, alternatives } = piece
  const own = terms.map((term) => termOf(term, vocabulary))
  const others = alternatives.map(quoted)
  let documents: number | undefined
  return {
    match: others.length > 0 ? anyOf([`(${own.join(' AND ')})`, ...others]) : own.join(' AND '),
    sought: [
      ...terms.map(({ kind, text }) => ({ text, isPrefix: kind === 'prefix' })),
      ...alternatives.map(wholeWords),
    ],
    documents() {
      documents ??= documentsOf(piece, vocabulary)
      return documents
    },
    isPhrase: terms.some(({ kind }) => kind === 'phrase'),
    isPrefix: terms.some(({ kind }) => kind === 'prefix'),
    namesState: namesState(piece),
    namesProgram: namesProgram(piece),
  }
}

/** About how many documents a piece is in: those of the rarest word of each of its ways. */
function documentsOf({ terms, alternatives }: Piece, vocabulary: Vocabulary): number {
  const ways = [terms.flatMap(({ text }) => wordsOf(text)), ...alternatives.map(indexWordsOf)]
  const rarest = new Map<string, number>()
  for (const words of ways) {
    const counted = words.map((word) => ({ word, documents: vocabulary.documents(word) }))
    const [first] = counted.sort((a, b) => a.documents - b.documents)
    if (first) rarest.set(first.word, first.documents)
  }
  return rarest.values().reduce((sum, documents) => sum + documents, 0)
}

const wholeWords = (text: string): Sought => ({ text, isPrefix: false })

const indexWordsOf = (way: string): string[] => (isFacet(way) ? [way] : way.split(' '))

// Words are stemmed in the index, so a longer beginning is looked up among the words as they are written.
const LONGEST_UNSTEMMED = 3

function termOf(term: Term, vocabulary: Vocabulary): string {
  if (term.kind !== 'prefix') return expressionOf(term)
  const [word = '', ...more] = wordsOf(term.text)
  if (more.length > 0 || word.length <= LONGEST_UNSTEMMED) return expressionOf(term)
  const words = vocabulary.startingWith(word)
  return words.length > 0 ? anyOf(words.map(quoted)) : expressionOf(term)
}
