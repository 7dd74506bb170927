import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { findProgram, installPackage, PACKAGES_FOLDER } from '../tools.ts'
import {
  type Asking,
  type Contender,
  createCalls,
  formatQuery,
  type Place,
  SERVICE_CALLS,
  type ServerProcess,
  startServer,
  stopAll,
} from './contender.ts'
import { type Client, loadDriver } from './postgres-driver.ts'

const SERVER = path.join(import.meta.dirname, 'postgres-server.ts')

const POSTGREST_CALLS = {
  states: () => ({ path: '/states?select=body' }),
  awards: ({ state, fiscalYear, ...page }) => ({
    path: `/awards?${formatRowsQuery({ state: `eq.${state}`, fiscal_year: `eq.${fiscalYear}` }, page)}`,
  }),
  opportunities: ({ state, status, ...page }) => ({
    path: `/opportunities?${formatRowsQuery({ state: `eq.${state}`, status: `eq.${status}` }, page)}`,
  }),
  search: ({ query, limit }) => ({
    path: `/documents?${formatQuery({ select: 'item', words: `plfts(english).${query}`, limit })}`,
  }),
  document: ({ id }) => ({ path: `/documents?${formatQuery({ select: 'body', id: `eq.${id}` })}` }),
} as const satisfies Asking

const formatRowsQuery = (
  filters: { [name: string]: string },
  { page, limit }: { page: number; limit: number },
): string => formatQuery({ select: 'body', ...filters, order: 'row', limit, offset: (page - 1) * limit })

/** PostgREST on PostgreSQL, with ready-made bodies in the tables. */
export const postgrest: Contender = {
  label: 'PostgREST with PostgreSQL',
  async start(place) {
    const program = findProgram('postgrest')
    if (!program) return { missing: 'postgrest is not on the PATH and not available from npm or Debian' }
    const database = await startDatabase(place)
    if ('missing' in database) return database
    const conf = path.join(place.folder, 'postgrest.conf')
    writeFileSync(
      conf,
      `db-uri = "${database.url}"\ndb-schemas = "public"\ndb-anon-role = "${OWNER}"\nserver-port = ${place.port}\nserver-host = "127.0.0.1"\n`,
    )
    const server = await startServer({ command: [...place.pin, program, conf], port: place.port })
    return {
      roots: [database.child.pid, server.pid],
      headers: {},
      findCalls: createCalls(POSTGREST_CALLS),
      stop: () => stopAll(database.child, server),
    }
  },
}

/** Plain node:http with PostgreSQL, used if PostgREST is not installed. */
export const postgres: Contender = {
  label: 'plain node:http with PostgreSQL',
  async start(place) {
    if (findProgram('postgrest')) return { missing: 'PostgREST is measured' }
    const database = await startDatabase(place)
    if ('missing' in database) return database
    const command = [...place.pin, process.execPath, SERVER, database.url, String(place.port)]
    const server = await startServer({ command, port: place.port })
    return {
      roots: [database.child.pid, server.pid],
      headers: { 'Content-Type': 'application/json' },
      findCalls: createCalls(SERVICE_CALLS),
      stop: () => stopAll(database.child, server),
    }
  },
}

const OWNER = 'postgres'

/** A temporary PostgreSQL with the bodies of the bare database. */
async function startDatabase({
  material,
  port: base,
  pin,
}: Place): Promise<{ child: ServerProcess; url: string } | { missing: string }> {
  const [program, initdb] = [findProgram('postgres'), findProgram('initdb')]
  if (!program || !initdb) return { missing: 'PostgreSQL is not installed' }
  if (!(await installPackage('pg'))) return { missing: 'the driver pg cannot be installed from npm' }
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? findUserIds(OWNER) : undefined
  if (process.getuid?.() === 0 && !user)
    return { missing: `PostgreSQL does not run as root, and the user ${OWNER} does not exist` }
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-bench-postgres-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (user) chownSync(folder, user.uid, user.gid)
  execFileSync(initdb, ['-D', folder, '-U', OWNER, '--auth=trust', '--no-sync', '-E', 'UTF8'], {
    ...user,
    stdio: 'pipe',
  })
  const port = base + 1
  const settings = { shared_buffers: '512MB', fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [...pin, program, '-D', folder, '-p', String(port), ...options]
  const child = await startServer({ command, port, ...user })
  const url = `postgres://${OWNER}@127.0.0.1:${port}/postgres`
  const { Client: Driver } = loadDriver(PACKAGES_FOLDER)
  const client = new Driver({ connectionString: url })
  await client.connect()
  await fill(client, material.bare)
  await client.end()
  return { child, url }
}

function findUserIds(user: string): { uid: number; gid: number } | undefined {
  try {
    const readId = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    return undefined
  }
}

const TABLES = {
  states: { from: `SELECT 1 AS row, body FROM singles WHERE name = 'states'`, columns: 'row int, body json' },
  awards: { from: 'SELECT * FROM awards', columns: 'row int, state text, fiscal_year text, body json' },
  opportunities: { from: 'SELECT * FROM opportunities', columns: 'row int, state text, status text, body json' },
  documents: { from: 'SELECT * FROM documents', columns: 'row int, id text, body json, item json' },
} as const
const AFTER = `
  ALTER TABLE documents ADD COLUMN words tsvector;
  UPDATE documents SET words = to_tsvector('english', concat_ws(' ', item->>'title', item->>'highlights'));
  CREATE INDEX ON awards (state, fiscal_year, row);
  CREATE INDEX ON opportunities (state, status, row);
  CREATE UNIQUE INDEX ON documents (id);
  CREATE INDEX ON documents USING gin (words);
  ANALYZE;
`
const ROWS_AT_ONCE = 1_000

async function fill(client: Client, bare: string): Promise<void> {
  const db = new Database(bare, { readonly: true })
  for (const [table, { from, columns }] of Object.entries(TABLES)) {
    await client.query(`CREATE TABLE ${table} (${columns})`)
    const types = columns.split(', ').map((column) => column.split(' ')[1])
    const values = types.map((type, at) => `unnest($${at + 1}::${type}[])`).join(', ')
    let rows: unknown[][] = []
    const write = async (): Promise<void> => {
      await client.query(
        `INSERT INTO ${table} SELECT ${values}`,
        types.map((_, at) => rows.map((row) => row[at])),
      )
      rows = []
    }
    for (const row of db.prepare<[], unknown[]>(from).raw().iterate()) {
      if (rows.push(row) === ROWS_AT_ONCE) await write()
    }
    await write()
  }
  await client.query(AFTER)
  db.close()
}
