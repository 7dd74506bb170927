import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import * as z from 'zod'
import { SEARCH_FIELDS } from '../../src/bake/search/search-fields.ts'
import { TOKENIZER } from '../../src/bake/tables/create.ts'
import type { SearchableDocument } from '../../src/resources/documents.ts'
import { parseKeyword } from '../../src/rules/text/keyword.ts'
import type { Search } from '../../src/store/search/search.ts'

const FOLDER = path.join(import.meta.dirname, '..', '..', 'bench', 'search')
/** The judged searches: those the ranking is tuned on, and those it is only measured on. */
const SETS = { tuned: 'judgments.ndjson', 'held out': 'held-out.ndjson' } as const
export type JudgmentSet = keyof typeof SETS

const DEPTH = 10
const SUCCESS_DEPTH = 5
const SUCCESS_GRADE = 2

/**
 * A search that a user might make, with every document that should be found. Grades: 3 is what the user wants, 2 is a
 * partial answer, 1 is related.
 */
const Judgment = z.strictObject({
  kind: z.enum(['place', 'program', 'money', 'deadline', 'abbreviation', 'misspelling', 'phrase', 'topic', 'question']),
  query: z.string(),
  relevant: z.array(z.strictObject({ grade: z.int().min(1).max(3), id: z.uuid(), title: z.string() })).min(1),
})
export type Judgment = z.infer<typeof Judgment>

/** The judged searches of one set. A document that was merged into another counts as that one. */
export function readJudgments(documents: readonly SearchableDocument[], set: JudgmentSet = 'tuned'): Judgment[] {
  const kept = new Map(documents.flatMap(({ record }) => record.mergedIds.map((id) => [id, record.id] as const)))
  return readLines(set).map(({ relevant, ...search }) => {
    const graded = relevant.map((document) => ({ ...document, id: kept.get(document.id) ?? document.id }))
    const best = Map.groupBy(
      graded.toSorted((a, b) => b.grade - a.grade),
      ({ id }) => id,
    )
    return { ...search, relevant: [...best.values()].flatMap(([first]) => first ?? []) }
  })
}

const readLines = (set: JudgmentSet): Judgment[] =>
  readFileSync(path.join(FOLDER, SETS[set]), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Judgment.parse(JSON.parse(line)))

/** Finds the ids of the best documents for a query, best first. */
export type Finder = (query: string) => string[]

/** The quality of a finder, as means over searches. */
export interface Quality {
  /** Normalized discounted cumulative gain of the first ten documents. */
  ndcg: number
  /** Share of the relevant documents among the first ten. */
  recall: number
  /** Share of the searches with a document of grade 2 or 3 among the first five. */
  success: number
}

/** The quality of a finder on one search. If more than ten documents are relevant, any ten of them are full recall. */
export function measureQuality(find: Finder, { query, relevant }: Judgment): Quality {
  const grades = new Map(relevant.map(({ id, grade }) => [id, grade]))
  const ids = find(query).slice(0, DEPTH)
  const ideal = relevant.map(({ grade }) => grade).sort((a, b) => b - a)
  return {
    ndcg: getGain(ids.map((id) => grades.get(id) ?? 0)) / getGain(ideal.slice(0, DEPTH)),
    recall: ids.filter((id) => grades.has(id)).length / Math.min(DEPTH, grades.size),
    success: Number(ids.slice(0, SUCCESS_DEPTH).some((id) => (grades.get(id) ?? 0) >= SUCCESS_GRADE)),
  }
}

const getGain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

export function measureMeanQuality(find: Finder, judgments: readonly Judgment[]): Quality {
  const qualities = judgments.map((judgment) => measureQuality(find, judgment))
  const getMean = (pick: (quality: Quality) => number) =>
    qualities.reduce((sum, quality) => sum + pick(quality), 0) / qualities.length
  return {
    ndcg: getMean(({ ndcg }) => ndcg),
    recall: getMean(({ recall }) => recall),
    success: getMean(({ success }) => success),
  }
}

/** The service's search. */
export const createServiceFinder =
  (search: Search): Finder =>
  (query) =>
    search.page({ query, filters: {}, page: 1, limit: DEPTH }).bodies.map((body) => JSON.parse(body).id)

/**
 * Plain FTS5 on the same texts: stemmed, unweighted, bm25, with the service's query syntax.
 * @param words whether all words of a query must match, as in the service, or any
 */
export function createPlainFinder(documents: readonly SearchableDocument[], words: 'all' | 'any'): Finder {
  const { facets, ...fields } = SEARCH_FIELDS
  const db = new Database(':memory:')
  const columns = Object.keys(fields).join(', ')
  db.exec(`CREATE VIRTUAL TABLE plain USING fts5 (${columns}, content='', tokenize='porter ${TOKENIZER}')`)
  const insert = db.prepare(
    `INSERT INTO plain (rowid, ${columns}) VALUES (?${', ?'.repeat(Object.keys(fields).length)})`,
  )
  documents.forEach((document, index) => {
    insert.run(
      index + 1,
      ...Object.values(fields).map(({ read }) =>
        read({ ...document, fullText: document.record.text ?? null }).join('. '),
      ),
    )
  })
  const select = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain), rowid LIMIT ?',
    )
    .pluck()
  return (query) => {
    const { include, exclude } = parseKeyword(query)
    if (include === null) return []
    // Every word is quoted, so this can only be the operator.
    const terms = words === 'all' ? include : include.replaceAll('" AND "', '" OR "')
    const match = exclude === null ? terms : `(${terms}) NOT (${exclude})`
    return select.all(match, DEPTH).flatMap((row) => documents[row - 1]?.record.id ?? [])
  }
}
