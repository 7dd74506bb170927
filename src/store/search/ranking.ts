import type { default as Database } from 'better-sqlite3'
import { getPlace, SEARCH_FIELDS } from '../../bake/search/search-fields.ts'
import { parseSoughtAwardees, type SoughtAwardee } from '../../rules/awards/awardees.ts'
import { type FacetKind, quote, readKeyword, toFacet } from '../../rules/text/keyword.ts'
import { isAlike, isLong, isQuestionWord } from '../../rules/text/question-words.ts'
import { type Lexicon, type Match, toCorrectedPieces, toLiteralPieces, toWidePieces } from '../../rules/text/widen.ts'
import { type Bounds, type Clause, hasStateAndSubject, namesState, openComposer } from './expression.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What to search for; the filters are those of the documents list. */
export interface SearchQuery {
  query: string
  filters: { [Kind in FacetKind]?: string[] }
  page: number
  limit: number
}

interface RankedRow {
  row: number
  /** On which rung it was found. */
  matched: Match
}

/** A search with fewer results is widened, rung by rung. */
const LITTLE = 5
/** If clauses together are in more documents than this, some of them are not required. */
const TELLING_MAX = 2000
/** A short word of a question is too similar to others of its length, unless they have the same consonants. */
const isMisspelling = (word: string, other: string): boolean => isLong(word, other) || isAlike(word, other)
/** The weight of a word that is only part of asking (`how much money`). */
const ASKING_SHARE = 0.25
/** At most this many words are searched for in passages. */
const SOUGHT_MAX = 60
/** At most this many words of a query are spell-corrected. */
const CORRECTED_MAX = 5
/** At most this many matches of a search are ranked; the others follow in the order of the ids. */
const RANKED_MAX = 2_000
/** At most this many documents of one awardee come first. */
const NAMED_MAX = 50
/** At most this many award rows are examined. */
const LISTED_MAX = 200
const MATCHING = 'documents_search WHERE documents_search MATCH +?'
const KINDS = ['state', 'year', 'programCategory'] as const satisfies FacetKind[]

/** Ranks documents for a search and determines what the search is about. @param total number of documents */
export function openRanking(db: Database.Database, vocabulary: Vocabulary, total: number) {
  const read = (sql: string) => db.prepare<unknown[], number>(sql).pluck()
  const findPlain = openFinder(read, 'score')
  const findGeneral = openFinder(read, 'score - favor', 'JOIN documents_search_rows USING (row)')
  /** The documents of some states first. */
  const findInStates = (facets: readonly string[]): Finder => {
    const anyState = `(${facets.map(quote).join(' OR ')})`
    return (match, count, first) => {
      const inStates = findPlain(`(${match}) AND ${anyState}`, first + count, 0)
      const left = first + count - inStates.length
      return [...inStates, ...(left > 0 ? findPlain(`(${match}) NOT ${anyState}`, left, 0) : [])].slice(first)
    }
  }
  /** The documents that list an award, the one with the shortest row first. */
  const listed = read(
    `SELECT place / ${getPlace(1, 0)} FROM (SELECT rowid AS place, text FROM documents_passages
     WHERE documents_passages MATCH 'field : awards AND text : (' || ? || ')' LIMIT ${LISTED_MAX})
     ORDER BY length(text), place`,
  )
  /** The documents that list an award to an awardee. */
  const named = read(
    `SELECT DISTINCT row FROM documents_awardees WHERE name = +? AND stateName = ifnull(?, stateName)
     ORDER BY row LIMIT ${NAMED_MAX}`,
  )
  // FTS5 ignores a row bound as a JavaScript number, because SQLite does not see it as an integer.
  const held = read(`SELECT 1 FROM ${MATCHING} AND rowid = CAST(? AS INTEGER)`)
  const counted = read(`SELECT count(*) FROM (SELECT 1 FROM ${MATCHING} LIMIT 0 + ?)`)
  const { clauses, isGeneral, joinClauses, withoutAsking, allTelling, together, anyTelling, oneAward, filter } =
    openComposer(vocabulary, total)

  return { rank, getSubject }

  /** The subjects of a search: the words of each with their alternatives, and the weight of a match. */
  function getSubject(query: string) {
    const wide = clauses(toWidePieces(readKeyword(query).include, createLexicon(vocabulary, isMisspelling)))
    return wide.map((clause) => {
      const { whole: sought, documents, namesProgram } = clause
      const isAsking = sought.every(({ text }) => isQuestionWord(text))
      const weight = Math.log2(1 + total / Math.max(1, documents()))
      return {
        sought,
        weight: namesProgram ? 0 : weight * (isAsking ? ASKING_SHARE : 1),
        namesState: namesState(clause),
        isAsking,
      }
    })
  }

  /** A page of rows in the order of relevance, with the words, those of its subject, and the awardees that the search is for. */
  function rank({ query, filters, page, limit }: SearchQuery) {
    const { include, exclude } = readKeyword(query)
    if (include.length === 0) return { rows: [], hasMore: false, sought: [], subject: [], awardees: [] }
    const literal = clauses(toLiteralPieces(include))
    function finderFor(some: readonly Clause[]): Finder {
      if (hasStateAndSubject(some)) return findInStates(some.flatMap(({ stateFacets }) => stateFacets))
      return !filters.state && isGeneral(some) ? findGeneral : findPlain
    }
    let find = finderFor(literal)
    const facets = KINDS.map((kind) => (filters[kind] ?? []).map((value) => toFacet(kind, value)))
    const bounds: Bounds = { exclude, facets: facets.filter((values) => values.length > 0) }
    const first = (page - 1) * limit
    const expression = joinClauses(literal, bounds)
    const hasPrefix = include.some(({ kind }) => kind === 'prefix')
    const awardees = hasPrefix ? [] : parseSoughtAwardees(include.map(({ text }) => text).join(' '))
    const listing = listingAs(awardees)
    const inFields = besidesText(expression)
    const little = LITTLE - listing.length
    if (little <= 0 || (counted.get(inFields, little) ?? 0) >= little) {
      return toPage(
        findAll(expression, limit + 1, first).map((row) => ({ row, matched: 'ALL' })),
        literal,
      )
    }
    const all = findAll(inFields, LITTLE, 0)

    const lexicon = createLexicon(vocabulary)
    const wide = withoutAsking(clauses(toWidePieces(include, lexicon)))
    find = finderFor(wide)
    const corrected = joinClauses(withoutAsking(clauses(toCorrectedPieces(include, lexicon))), bounds)
    const telling = allTelling(wide, bounds)
    const any = anyTelling(wide, bounds, TELLING_MAX)
    // Full texts come after the synonyms in other fields, because they mention much that they are not about.
    const rungs: [Match, (count: number) => number[]][] = [
      ['WIDENED', (count) => find(besidesText(corrected), count, 0)],
      ['WIDENED', (count) => find(besidesText(telling), count, 0)],
      ['ALL', (count) => find(together(literal, bounds), count, 0)],
      ['ALL', () => findListed(literal)],
      ['WIDENED', () => findListed(wide)],
      ['WIDENED', (count) => find(telling, count, 0)],
      ['ANY', (count) => (any === null ? [] : find(any, count, 0))],
    ]
    const ranked: RankedRow[] = all.map((row) => ({ row, matched: 'ALL' }))
    const rankedRows = new Set(all)
    for (const [matched, rung] of rungs) {
      if (ranked.length >= LITTLE) break
      for (const row of rung(first + limit + 1 + rankedRows.size)) {
        if (!rankedRows.has(row)) ranked.push({ row, matched })
        rankedRows.add(row)
      }
    }
    return toPage(ranked.slice(first), wide)

    /** Rows that match, after those that list an award to an awardee. */
    function findAll(match: string, count: number, from: number): number[] {
      if (listing.length === 0) return find(match, count, from)
      const rest = find(match, from + count, 0).filter((row) => !listing.includes(row))
      return [...listing, ...rest].slice(from, from + count)
    }

    /** The documents that list an award with all clauses. */
    function findListed(some: readonly Clause[]): number[] {
      const match = oneAward(some)
      return match === null ? [] : within([...new Set(listed.all(match))])
    }

    /** The documents that list an award to one of some awardees, and one that has the phrases of the search. */
    function listingAs(awardees: readonly SoughtAwardee[]): number[] {
      const rows = within([...new Set(awardees.flatMap(({ name, stateName }) => named.all(name, stateName)))])
      if (rows.length === 0 || !literal.some(({ isPhrase }) => isPhrase)) return rows
      const asWritten = new Set(findListed(literal))
      return rows.filter((row) => asWritten.has(row))
    }

    function within(rows: number[]): number[] {
      const match = filter(bounds)
      return match === null ? rows : rows.filter((row) => held.get(match, row) !== undefined)
    }

    function toPage(some: RankedRow[], clauses: readonly Clause[]) {
      const sought = clauses.flatMap((clause) => clause.sought).slice(0, SOUGHT_MAX)
      // The state of a document is shown with it.
      const inSubject = hasStateAndSubject(clauses) ? clauses.filter((clause) => !namesState(clause)) : clauses
      const subject = inSubject.flatMap(({ whole }) => whole).slice(0, SOUGHT_MAX)
      const names = listing.length > 0 ? awardees.map(({ name }) => name) : []
      return { rows: some.slice(0, limit), hasMore: some.length > limit, sought, subject, awardees: names }
    }
  }
}

/** Corrects the first unknown words of a query. With more of them, it is not misspelled but about something else. */
function createLexicon(vocabulary: Vocabulary, isMeant = (_: string, _other: string) => true): Lexicon {
  const corrected = new Map<string, readonly string[]>()
  return {
    has: vocabulary.has,
    near(word) {
      const near = corrected.get(word) ?? (corrected.size < CORRECTED_MAX ? vocabulary.near(word) : [])
      corrected.set(word, near)
      return near.filter((other) => isMeant(word, other))
    },
  }
}

/** Reads a range of the rows that match an expression, in the order of relevance. */
type Finder = (match: string, count: number, first: number) => number[]

/** An expression for the fields of a document other than its full text. */
const besidesText = (match: string): string => `- text : (${match})`

/**
 * Ranks the documents that match.
 * @param order by which the best come first, with the `score` of the ranked rows
 * @param join another table that the order uses
 */
function openFinder(read: (sql: string) => Database.Statement<unknown[], number>, order: string, join = ''): Finder {
  const weights = Object.values(SEARCH_FIELDS).map(({ weight }) => weight)
  const ranked = read(
    `SELECT found.row FROM (SELECT rowid AS row, bm25(documents_search, ${weights.join(', ')}) AS score
     FROM ${MATCHING} LIMIT ${RANKED_MAX}) AS found ${join} ORDER BY ${order}, found.row LIMIT 0 + ? OFFSET 0 + ?`,
  )
  const unranked = read(`SELECT rowid FROM ${MATCHING} LIMIT 0 + ? OFFSET 0 + ?`)
  return (match, count, first) => {
    const rows = first < RANKED_MAX ? ranked.all(match, count, first) : []
    if (rows.length === count || first + count <= RANKED_MAX) return rows
    return [...rows, ...unranked.all(match, count - rows.length, Math.max(first, RANKED_MAX))]
  }
}
