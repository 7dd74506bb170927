import type Database from 'better-sqlite3'
import { SEARCH_FIELDS } from '../../bake/search-fields.ts'
import { type FacetKind, facet } from '../../rules/facets.ts'
import { readKeyword } from '../../rules/keyword.ts'
import { literalPieces, mendedPieces, type Spelling, widePieces } from '../../rules/widen.ts'
import { type Expression, expressionFor } from './expression.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a search asks for; the filters are those of the documents list. */
export interface SearchQuery {
  query: string
  filters: { [Kind in 'state' | 'year' | 'programCategory']?: string[] }
  page: number
  limit: number
}

/** A page of rows in the order of relevance. */
export interface Ranking {
  rows: number[]
  hasMore: boolean
  /** Any word that was looked for, as a full-text expression. */
  words: string
}

/** A search that finds fewer documents by its own words is widened. */
const LITTLE = 5
/** As many matches are ranked; what matches beyond comes after them in the order of the ids. */
const RANKED_MAX = 2_000
/** As many words of a query are mended. */
const MENDED_MAX = 5
/** Each finds what the one before it finds, and more. */
const RUNGS = [literalPieces, mendedPieces, widePieces] as const
const KINDS = { state: 'state', year: 'year', programCategory: 'programCategory' } as const satisfies Record<
  keyof SearchQuery['filters'],
  FacetKind
>

/**
 * Ranks the documents that match, the most relevant first, ties by id. Where its own words find little, those follow
 * that answer the search with misspelt words mended, then those that answer it with words of the same meaning.
 */
export function openRanking(db: Database.Database, vocabulary: Vocabulary): (query: SearchQuery) => Ranking {
  const weights = Object.values(SEARCH_FIELDS).map(({ weight }) => weight)
  const ranked = db
    .prepare<[string, number, number], number>(
      `SELECT row FROM (SELECT rowid AS row, bm25(documents_search, ${weights.join(', ')}) AS score
       FROM documents_search WHERE documents_search MATCH ? LIMIT ${RANKED_MAX}) ORDER BY score, row LIMIT ? OFFSET ?`,
    )
    .pluck()
  const unranked = db
    .prepare<[string, number, number], number>(
      'SELECT rowid FROM documents_search WHERE documents_search MATCH ? LIMIT ? OFFSET ?',
    )
    .pluck()

  function find(match: string, count: number, first: number): number[] {
    const rows = ranked.all(match, count, first)
    if (rows.length === count || first + count <= RANKED_MAX) return rows
    const rest = unranked.all(match, count - rows.length, Math.max(first, RANKED_MAX))
    return [...rows, ...rest]
  }

  return ({ query, filters, page, limit }) => {
    const { include, exclude } = readKeyword(query)
    if (include.length === 0) return { rows: [], hasMore: false, words: '' }
    const facets = Object.entries(KINDS).flatMap(([name, kind]) => {
      const values = filters[name as keyof typeof KINDS]
      return values?.length ? [values.map((value) => facet(kind, value))] : []
    })
    const spelling = spellingOf(vocabulary)
    const expressionOf = (rung: (typeof RUNGS)[number]): Expression =>
      expressionFor({ pieces: rung(include, spelling), exclude, facets }, vocabulary)
    const first = (page - 1) * limit
    const pageOf = (rows: number[], words: string): Ranking => ({
      rows: rows.slice(0, limit),
      hasMore: rows.length > limit,
      words,
    })

    const own = expressionOf(literalPieces)
    const rows = find(own.match, Math.max(limit + 1, LITTLE - first), first)
    const isEnough = rows.length > 0 && first + rows.length >= LITTLE
    const all = isEnough || first === 0 ? rows : find(own.match, LITTLE, 0)
    if (isEnough || all.length >= LITTLE) return pageOf(rows, own.words)
    return widened(all, own)

    function widened(found: number[], last: Expression): Ranking {
      let { match, words } = last
      for (const rung of RUNGS.slice(1)) {
        const next = expressionOf(rung)
        if (found.length >= LITTLE || next.match === match) continue
        ;({ match, words } = next)
        const known = new Set(found)
        const more = find(match, first + limit + 1 + known.size, 0)
        found = [...found, ...more.filter((row) => !known.has(row))]
      }
      return pageOf(found.slice(first), words)
    }
  }
}

/** Mends the first unknown words of one query; a query with more of them is not misspelt but about something else. */
function spellingOf(vocabulary: Vocabulary): Spelling {
  const mended = new Map<string, readonly string[]>()
  return (word) => {
    if (vocabulary.has(word)) return []
    const known = mended.get(word) ?? (mended.size < MENDED_MAX ? vocabulary.near(word) : [])
    mended.set(word, known)
    return known
  }
}
