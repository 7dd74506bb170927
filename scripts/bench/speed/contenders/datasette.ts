import { findProgram } from '../tools.ts'
import { type Asking, type Contender, createCalls, formatQuery, startServer, stopAll } from './contender.ts'

const SEARCH = `SELECT item FROM search JOIN documents ON documents.row = search.rowid WHERE search MATCH :query ORDER BY bm25(search) LIMIT 10`

/** Requesting later pages needs a token from the page before, so only first pages are requested. */
const CALLS = {
  awards: ({ state, fiscalYear, limit }) => rows('awards', { state, fiscal_year: fiscalYear }, limit),
  opportunities: ({ state, status, limit }) => rows('opportunities', { state, status }, limit),
  search: ({ query }) => ({
    path: `/bare.json?${formatQuery({ sql: SEARCH, query, _shape: 'array', _json: 'item' })}`,
  }),
  document: ({ id }) => rows('documents', { id }, 1),
} as const satisfies Asking

const rows = (table: string, filters: { [name: string]: string }, limit: number) => ({
  path: `/bare/${table}.json?${formatQuery({ ...filters, _size: limit, _shape: 'array', _json: 'body' })}`,
})

/** Datasette on the bare database. */
export const datasette: Contender = {
  label: 'Datasette',
  async start({ material, port, pin }) {
    const program = findProgram('datasette')
    if (!program) return { missing: 'datasette is not on the PATH and not available from npm or Debian' }
    const options = ['--host', '127.0.0.1', '--port', String(port), '--setting', 'max_returned_rows', '1000']
    const server = await startServer({ command: [...pin, program, 'serve', material.bare, ...options], port })
    return { roots: [server.pid], headers: {}, findCalls: createCalls(CALLS), stop: () => stopAll(server) }
  },
}
