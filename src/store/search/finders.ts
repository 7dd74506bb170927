import type Database from 'better-sqlite3'
import { SEARCH_FIELDS } from '../../bake/search/search-fields.ts'
import type { SoughtAwardee } from '../../rules/awards/awardees.ts'

/** At most this many matches of a search are ranked; the others follow in the order of the ids. */
const RANKED_MAX = 2_000

/** Reads a range of the rows that match an expression, in the order of relevance. */
export type Finder = (match: string, count: number, first: number) => number[]

/** An expression for the fields of a document other than its full text. */
export const besidesText = (match: string): string => `- text : (${match})`

/**
 * Documents that match with their own fields come before those that match only with their full text, which mentions much
 * that they are not about.
 * @param score of the ranked rows, `found`
 * @param join another table that the score uses
 */
export function openFinder(db: Database.Database, score: string, join = ''): Finder {
  const weights = Object.values(SEARCH_FIELDS).map(({ weight }) => weight)
  const ranked = db
    .prepare<[string, number, number], number>(
      `SELECT found.row FROM (SELECT rowid AS row, bm25(documents_search, ${weights.join(', ')}) AS score
       FROM documents_search WHERE documents_search MATCH +? LIMIT ${RANKED_MAX}) AS found ${join}
       ORDER BY ${score}, found.row LIMIT 0 + ? OFFSET 0 + ?`,
    )
    .pluck()
  const unranked = db
    .prepare<[string, number, number], number>(
      'SELECT rowid FROM documents_search WHERE documents_search MATCH +? LIMIT 0 + ? OFFSET 0 + ?',
    )
    .pluck()
  const total = db
    .prepare<[string], number>('SELECT count(*) FROM documents_search WHERE documents_search MATCH +?')
    .pluck()

  const find: Finder = (match, count, first) => {
    const rows = first < RANKED_MAX ? ranked.all(match, count, first) : []
    if (rows.length === count || first + count <= RANKED_MAX) return rows
    return [...rows, ...unranked.all(match, count - rows.length, Math.max(first, RANKED_MAX))]
  }

  return (match, count, first) => {
    const own = besidesText(match)
    const rows = find(own, count, first)
    if (rows.length === count) return rows
    const skipped = first > 0 && rows.length === 0 ? first - (total.get(own) ?? 0) : 0
    return [...rows, ...find(`(${match}) NOT (${own})`, count - rows.length, skipped)]
  }
}

/** Tells whether a row matches an expression. */
export function openHolds(db: Database.Database): (match: string, row: number) => boolean {
  // FTS5 ignores a row bound as a JavaScript number, because SQLite does not see it as an integer.
  const holds = db
    .prepare<[string, number], number>(
      'SELECT 1 FROM documents_search WHERE documents_search MATCH +? AND rowid = CAST(? AS INTEGER)',
    )
    .pluck()
  return (match, row) => holds.get(match, row) !== undefined
}

/** Tells whether at least so many rows match an expression. */
export function openReaches(db: Database.Database): (match: string, count: number) => boolean {
  const counted = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM documents_search WHERE documents_search MATCH +? LIMIT 0 + ?)',
    )
    .pluck()
  return (match, count) => count <= 0 || (counted.get(match, count) ?? 0) >= count
}

/** At most this many documents of one awardee come first. */
const NAMED_MAX = 50

/** Finds the documents that list an award to one of some awardees, in their order. */
export function openAwardeeFinder(db: Database.Database): (awardees: readonly SoughtAwardee[]) => number[] {
  const named = db
    .prepare<[string, string | null], number>(
      `SELECT DISTINCT row FROM documents_awardees WHERE name = +? AND stateName = ifnull(?, stateName)
       ORDER BY row LIMIT ${NAMED_MAX}`,
    )
    .pluck()
  return (awardees) => [...new Set(awardees.flatMap(({ name, stateName }) => named.all(name, stateName)))]
}

/** A range of rows, after some others that come first. */
export const startingWith =
  (ahead: readonly number[], find: (count: number, first: number) => number[]): typeof find =>
  (count, first) => {
    if (ahead.length === 0) return find(count, first)
    const rest = find(first + count, 0).filter((row) => !ahead.includes(row))
    return [...ahead, ...rest].slice(first, first + count)
  }

/** At most this many award rows are examined. */
const LISTED_MAX = 200

/** Finds the documents that list an award, the one with the shortest row first. */
export function openListedFinder(db: Database.Database): (match: string) => number[] {
  const listed = db
    .prepare<[string], number>(
      `SELECT row FROM (SELECT rowid AS award FROM documents_awards_words
       WHERE documents_awards_words MATCH +? LIMIT ${LISTED_MAX}) AS found
       JOIN documents_awards AS a ON a.award = found.award ORDER BY length, found.award`,
    )
    .pluck()
  return (match) => [...new Set(listed.all(match))]
}
