import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { PACKAGES_FOLDER } from '../tools.ts'
import { loadDriver } from './postgres-driver.ts'

/**
 * Plain node:http with PostgreSQL in its own process: the same questions as the bare server, with bodies stored as
 * text.
 */
const [url = '', port] = process.argv.slice(2)
const { Pool } = loadDriver(PACKAGES_FOLDER)
const CONNECTIONS = 8
const pool = new Pool({ connectionString: url, max: CONNECTIONS })
const counts = new Map<string, Promise<number>>()

/** Named, so it is prepared once per connection. */
const readBodies = async (name: string, text: string, values: unknown[]): Promise<string[]> =>
  (await pool.query({ name, text, values })).rows.map(({ body }) => body as string)

async function readList(table: string, second: string, place: string[], query: { [name: string]: string }) {
  const [page, limit] = [Number(query.page), Number(query.limit)]
  const where = `FROM ${table} WHERE state = $1 AND ${second} = $2`
  const name = `${table} ${place}`
  const counting =
    counts.get(name) ??
    readBodies(`${table} count`, `SELECT count(*)::text AS body ${where}`, place).then(([count]) => Number(count))
  counts.set(name, counting)
  const rows = await readBodies(table, `SELECT body::text ${where} ORDER BY row LIMIT $3 OFFSET $4`, [
    ...place,
    limit,
    (page - 1) * limit,
  ])
  const total = await counting
  const pages = Math.ceil(total / limit)
  return `{"data":[${rows.join(',')}],"pagination":{"page":${page},"limit":${limit},"total":${total},"pages":${pages}}}`
}

const SEARCH = `SELECT item::text AS body FROM documents, plainto_tsquery('english', $1) AS asked WHERE words @@ asked
  ORDER BY ts_rank(words, asked) DESC LIMIT $2`
const DOCUMENT = '/api/v1/documents/'

async function findAnswer(request: IncomingMessage): Promise<string | null> {
  const { method, url: target = '/' } = request
  if (method === 'POST') {
    let text = ''
    for await (const chunk of request) text += chunk
    const { query, limit } = JSON.parse(text)
    const rows = await readBodies('search', SEARCH, [query, limit + 1])
    const shown = rows.slice(0, limit)
    return `{"documents":[${shown.join(',')}],"count":${shown.length},"hasMore":${rows.length > limit}}`
  }
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  const query = Object.fromEntries(searchParams) as { state: string; fiscalYear: string; status: string }
  if (pathname === '/api/v1/states') return (await readBodies('states', 'SELECT body::text FROM states', []))[0] ?? null
  if (pathname === '/api/v1/awards') return readList('awards', 'fiscal_year', [query.state, query.fiscalYear], query)
  if (pathname === '/api/v1/opportunities')
    return readList('opportunities', 'status', [query.state, query.status], query)
  const [body] = await readBodies('document', 'SELECT body::text FROM documents WHERE id = $1', [
    pathname.slice(DOCUMENT.length),
  ])
  return body ?? null
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await findAnswer(request)
  const length = Buffer.byteLength(body ?? '')
  response.writeHead(body === null ? 404 : 200, { 'Content-Type': 'application/json', 'Content-Length': length })
  response.end(body ?? '')
}

createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end())
}).listen(Number(port), '127.0.0.1')
