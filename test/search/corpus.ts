import { appendFileSync, cpSync } from 'node:fs'
import path from 'node:path'
import type { Match } from '../../src/rules/text/widen.ts'
import type { DocumentRecord } from '../../src/schema/records.ts'
import type { SearchQuery } from '../../src/store/search/search.ts'
import { openService } from '../../src/store/service.ts'
import { baked, FIXTURE, scratch } from '../api.ts'
import { document } from '../ingest/records.ts'

/** What a test says of a document; the rest is empty. */
export type Draft = Partial<DocumentRecord> & { title: string }

/** A document, numbered from 1. Its id is in the order of its number. */
const createDocument = (draft: Draft, number: number): DocumentRecord =>
  document({
    id: toId(number),
    state: 'TX',
    fileType: 'HTML',
    documentCategory: 'REPORT',
    url: `https://example.org/corpus/${number}`,
    discovered: '2026-03-01',
    sourceUrl: `https://example.org/corpus/${number}`,
    ...draft,
  })

const toId = (number: number): string => `00000000-0000-4000-8000-0000e${String(number).padStart(7, '0')}`

/** A dataset folder: the fixture, and these documents beside its own. */
function corpusFolder(drafts: readonly Draft[]): string {
  const folder = scratch()
  cpSync(FIXTURE, folder, { recursive: true })
  const lines = drafts.map((draft, index) => `${JSON.stringify(createDocument(draft, index + 1))}\n`)
  appendFileSync(path.join(folder, 'records', 'documents.ndjson'), lines.join(''))
  return folder
}

/** The search over such a dataset, for tests that look below the API. */
export async function searchOver(drafts: readonly Draft[]) {
  const { folder, publication } = await baked(corpusFolder(drafts))
  const { search } = openService(folder)
  const results = (query: string, more: Partial<SearchQuery> = {}) =>
    search.page({ query, filters: {}, page: 1, limit: 50, ...more }).bodies.map((body) => JSON.parse(body))
  const listNumbers = (matches: { id: string }[]): number[] =>
    matches.flatMap(({ id }) => (id.includes('-0000e') ? [Number(id.slice(-7))] : []))
  return {
    search,
    publication,
    results,
    /** The numbers of the documents that a query finds, the best first; documents of the fixture have none. */
    numbers: (query: string, more?: Partial<SearchQuery>): number[] => listNumbers(results(query, more)),
    /** The numbers of those that were found in one of these ways. */
    numbersBy: (query: string, ...ways: Match[]): number[] =>
      listNumbers(results(query).filter(({ matched }) => ways.includes(matched))),
  }
}
