import { once } from '../../rules/once.ts'
import { EVERYWHERE, formatExpression, isFacet, quote, type Sought, type Term } from '../../rules/text/keyword.ts'
import { isInterrogative } from '../../rules/text/question-words.ts'
import { getStateFacets, namesProgram, type Piece } from '../../rules/text/widen.ts'
import { parseWords } from '../../rules/text/words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A part of a search as a full-text expression; everything in it except operators is quoted. */
export interface Clause {
  match: string
  /** Its words, for finding them in passages. */
  sought: readonly Sought[]
  /** The same, where one word of a term of several words, such as `health` of `oral health`, is not enough. */
  whole: readonly Sought[]
  /** Approximate number of documents that contain it. */
  documents: () => number
  isPhrase: boolean
  isPrefix: boolean
  stateFacets: readonly string[]
  namesProgram: boolean
  /** Whether it only asks (`who runs`, `the smallest`), so that no document has to have it. */
  isAsking: boolean
}

export const namesState = ({ stateFacets }: Clause): boolean => stateFacets.length > 0

/** Whether clauses name a state and something else. */
export const hasStateAndSubject = (clauses: readonly Clause[]): boolean =>
  clauses.some(namesState) && clauses.some((clause) => !namesState(clause) && !clause.isAsking && !clause.namesProgram)

/** What all rungs of one search share. */
export interface Bounds {
  exclude: readonly Term[]
  /** At least one of each list must match. */
  facets: readonly (readonly string[])[]
}

/** A clause in a greater share of the documents is not telling. */
const COMMON_SHARE = 0.22
/** Words for the plans themselves, which every text about one is about. */
const OF_EVERY_PLAN = /^"(?:states?|plan(?:s|ned|ning)?|programs?|initiatives?)"$/i
/** Words of a full text are together if at most this many other words are between them. */
const TOGETHER_WORDS = 20
/** A longer search is not the name of an awardee. */
const AWARD_CLAUSES_MAX = 10
/** If there are at most this many clauses, matching one is enough. */
const ANY_CLAUSES_MAX = 8
/** At most this many clauses count for a rank, and none that is in more documents. */
const RANKING_MAX = 16
const RANKING_DOCUMENTS_MAX = 1_000

/**
 * Writes the full-text expressions of one search, all over the documents except `oneAward`.
 * @param total number of documents
 */
export function openComposer(vocabulary: Vocabulary, total: number) {
  const isCommon = (clause: Clause): boolean => clause.documents() > total * COMMON_SHARE

  function boundMatch(match: string, { exclude, facets }: Bounds): string {
    const all = [match, ...facets.map((values) => anyOf(values.map(quote)))].join(' AND ')
    return exclude.length > 0 ? `(${all}) NOT ${anyOf(exclude.map((term) => toTerm(term, vocabulary)))}` : all
  }

  /** All clauses must match. */
  const joinClauses = (clauses: readonly Clause[], bounds: Bounds): string =>
    boundMatch(matches(clauses).join(' AND '), bounds)

  /** Lets other clauses affect the rank of documents that match the telling ones. */
  function rankBy(clauses: readonly Clause[], telling: readonly Clause[]): string[] {
    // To weigh a word, FTS5 reads all documents that contain it.
    const counting = clauses.filter((clause) => clause.documents() <= RANKING_DOCUMENTS_MAX).slice(0, RANKING_MAX)
    return counting.length > telling.length ? [anyOf(matches(counting))] : []
  }

  return {
    clauses: (pieces: readonly Piece[]): Clause[] => pieces.map((piece) => formatClause(piece, vocabulary)),
    /** Whether a search is about the whole program: it names no state, and names the program or only common words. */
    isGeneral: (clauses: readonly Clause[]): boolean =>
      !clauses.some(namesState) && (clauses.some((clause) => clause.namesProgram) || clauses.every(isCommon)),
    joinClauses,
    /** The clauses without those that only ask, unless nothing else is left. */
    withoutAsking(clauses: readonly Clause[]): readonly Clause[] {
      const subject = clauses.filter(({ isAsking }) => !isAsking)
      return subject.length > 0 ? subject : clauses
    },
    /** All telling clauses must match; the others only affect the rank. */
    allTelling(clauses: readonly Clause[], bounds: Bounds): string {
      const telling = clauses.filter((clause) => clause.isPhrase || !isCommon(clause))
      if (telling.length === 0 || telling.length === clauses.length) return joinClauses(clauses, bounds)
      return boundMatch([...matches(telling), ...rankBy(clauses, telling)].join(' AND '), bounds)
    },
    /** All clauses must match, and the telling ones close together in the full text: a long text has all words. */
    together(clauses: readonly Clause[], bounds: Bounds): string {
      const telling = clauses.filter(
        (clause) => !isCommon(clause) && !namesState(clause) && !OF_EVERY_PLAN.test(clause.match),
      )
      const all = matches(clauses).join(' AND ')
      if (telling.length < 2 || !telling.every(({ match }) => /^"[^"]*"$/.test(match))) return boundMatch(all, bounds)
      return boundMatch(`${all} AND text : NEAR(${matches(telling).join(' ')}, ${TOGETHER_WORDS})`, bounds)
    },
    /**
     * Every phrase must match, or, without phrases, the rarest telling clauses that together are in about `most`
     * documents; the others only affect the rank. Null if no clause is telling.
     */
    anyTelling(clauses: readonly Clause[], bounds: Bounds, most: number): string | null {
      const common = clauses
        .filter((clause) => !clause.isPhrase && !clause.isPrefix && clause.documents() > 0)
        .sort((a, b) => a.documents() - b.documents())
      const telling: Clause[] = []
      let sum = 0
      for (const clause of common.slice(0, ANY_CLAUSES_MAX)) {
        sum += clause.documents()
        if (isCommon(clause) || (telling.length > 0 && sum > most)) break
        telling.push(clause)
      }
      if (telling.length === 0) return null
      const phrases = matches(clauses.filter(({ isPhrase }) => isPhrase))
      // The phrases already match; the words only affect the rank.
      const words = anyOf([...phrases, ...matches(telling)])
      return boundMatch([...phrases, words, ...rankBy(common, telling)].join(' AND '), bounds)
    },
    /** One award row must match all clauses, over the passages; null if the search is not for an award. */
    oneAward(clauses: readonly Clause[]): string | null {
      if (clauses.length > AWARD_CLAUSES_MAX || clauses.some(({ isPrefix }) => isPrefix)) return null
      return matches(clauses).join(' AND ')
    },
    /** The filters alone; null if there are none. */
    filter: (bounds: Bounds): string | null =>
      bounds.exclude.length === 0 && bounds.facets.length === 0 ? null : boundMatch(quote(EVERYWHERE), bounds),
  }
}

const matches = (clauses: readonly Clause[]): string[] => clauses.map(({ match }) => match)
const anyOf = (expressions: readonly string[]): string => `(${expressions.join(' OR ')})`

function formatClause(piece: Piece, vocabulary: Vocabulary): Clause {
  const { terms, alternatives } = piece
  const texts = terms.map((term) => toTerm(term, vocabulary))
  const stateFacets = getStateFacets(piece)
  const words = terms.map(({ kind, text }) => ({ text, isPrefix: kind === 'prefix' }))
  const meanings = alternatives.map((text) => ({ text, isPrefix: false }))
  const isOneTerm = terms.length > 1 && meanings.length > 0 && stateFacets.length === 0 && !/\d/.test(texts.join())
  return {
    match:
      alternatives.length > 0 ? anyOf([`(${texts.join(' AND ')})`, ...alternatives.map(quote)]) : texts.join(' AND '),
    sought: [...words, ...meanings],
    whole: isOneTerm ? meanings : [...words, ...meanings],
    documents: once(() => getDocuments(piece, vocabulary)),
    isPhrase: terms.some(({ kind }) => kind === 'phrase'),
    isPrefix: terms.some(({ kind }) => kind === 'prefix'),
    stateFacets,
    namesProgram: namesProgram(piece),
    isAsking: terms.every(({ kind, text }) => kind === 'word' && isInterrogative(text)),
  }
}

/** Approximate number of documents that contain a piece: those of the rarest word of each alternative. */
function getDocuments({ terms, alternatives }: Piece, vocabulary: Vocabulary): number {
  const others = alternatives.map((way) => (isFacet(way) ? [way] : way.split(' ')))
  const rarest = [terms.flatMap(({ text }) => parseWords(text)), ...others].flatMap((words) => {
    const [first] = words.toSorted((a, b) => vocabulary.documents(a) - vocabulary.documents(b))
    return first ?? []
  })
  return new Set(rarest).values().reduce((sum, word) => sum + vocabulary.documents(word), 0)
}

// Words are stemmed in the index, so a longer prefix is looked up among the unstemmed words.
const LONGEST_UNSTEMMED = 3

function toTerm(term: Term, vocabulary: Vocabulary): string {
  if (term.kind !== 'prefix') return formatExpression(term)
  const [word = '', ...more] = parseWords(term.text)
  if (more.length > 0 || word.length <= LONGEST_UNSTEMMED) return formatExpression(term)
  const words = vocabulary.startingWith(word)
  return words.length > 0 ? anyOf(words.map(quote)) : formatExpression(term)
}
