import type { Resource } from '../resources/define.ts'
import { documents } from '../resources/documents.ts'
import { parseKeyword } from '../rules/keyword.ts'
import type { Instant } from '../rules/moments.ts'
import type { Dataset } from './dataset.ts'
import { rowFinder } from './rows.ts'

/** What a search asks for; the filters are those of the documents list. */
export interface SearchQuery {
  query: string
  filters: { state?: string[]; year?: string[]; programCategory?: string[] }
  limit: number
}

/** The best documents, ready JSON bodies, and whether more match. */
export interface SearchPage {
  bodies: string[]
  hasMore: boolean
}

export type Search = (query: SearchQuery, now: Instant) => SearchPage

/** Searches the documents: those that match, the most relevant first, ties by id. */
export function openSearch(dataset: Dataset): Search {
  const { db } = dataset
  const findRows = rowFinder(dataset, documents as Resource)
  const ranked = db
    .prepare<[string], number>(
      'SELECT rowid FROM documents_search WHERE documents_search MATCH ? ORDER BY bm25(documents_search), rowid',
    )
    .pluck()
  const excluded = db
    .prepare<[string], number>('SELECT rowid FROM documents_search WHERE documents_search MATCH ?')
    .pluck()
  const bodyOf = db.prepare<[number], string>('SELECT body FROM documents_search_bodies WHERE row = ?').pluck()

  return ({ query, filters, limit }, now) => {
    const { include, exclude } = parseKeyword(query)
    if (include === null) return { bodies: [], hasMore: false }
    const allowed = findRows(filters, now)
    const allowedRows = allowed && new Set(allowed)
    const excludedRows = new Set(exclude === null ? [] : excluded.all(exclude))
    const rows = ranked.all(include).filter((row) => (allowedRows?.has(row) ?? true) && !excludedRows.has(row))
    return { bodies: rows.slice(0, limit).map((row) => bodyOf.get(row) as string), hasMore: rows.length > limit }
  }
}
