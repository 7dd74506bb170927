import Database from 'better-sqlite3'
import type { Questions } from './workloads.ts'

/**
 * Answers questions from a bare database: joins ready-made bodies and caches counts. This is the minimum work per
 * request.
 */
export type BareReader = { [Kind in keyof Questions]: (question: Questions[Kind]) => string | null }

type Page = { page: number; limit: number }

export function openBare(file: string): BareReader {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma(`mmap_size = ${2 ** 40}`)
  const createListReader = (table: string, second: string) => {
    const where = `FROM ${table} WHERE state = ? AND ${second} = ?`
    const select = db.prepare<(string | number)[], string>(`SELECT body ${where} ORDER BY row LIMIT ? OFFSET ?`).pluck()
    const count = db.prepare<string[], number>(`SELECT count(*) ${where}`).pluck()
    const counts = new Map<string, number>()
    return (state: string, value: string, { page, limit }: Page): string => {
      const name = `${state} ${value}`
      const total = counts.get(name) ?? (count.get(state, value) as number)
      counts.set(name, total)
      const bodies = select.all(state, value, limit, (page - 1) * limit)
      const pages = Math.ceil(total / limit)
      return `{"data":[${bodies.join(',')}],"pagination":{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}}`
    }
  }
  const awards = createListReader('awards', 'fiscal_year')
  const opportunities = createListReader('opportunities', 'status')
  const states = db.prepare<[], string>(`SELECT body FROM singles WHERE name = 'states'`).pluck().get() as string
  const document = db.prepare<[string], string>('SELECT body FROM documents WHERE id = ?').pluck()
  const search = db
    .prepare<[string, number], string>(
      `SELECT item FROM search JOIN documents ON documents.row = search.rowid WHERE search MATCH ? ORDER BY bm25(search) LIMIT ?`,
    )
    .pluck()
  return {
    states: () => states,
    awards: ({ state, fiscalYear, ...page }) => awards(state, fiscalYear, page),
    opportunities: ({ state, status, ...page }) => opportunities(state, status, page),
    document: ({ id }) => document.get(id) ?? null,
    search: ({ query, limit }) => {
      const bodies = search.all(query, limit + 1)
      const shown = bodies.slice(0, limit)
      return `{"documents":[${shown.join(',')}],"count":${shown.length},"hasMore":${bodies.length > limit}}`
    },
  }
}
