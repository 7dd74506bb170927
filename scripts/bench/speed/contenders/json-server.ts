import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { installPackage } from '../tools.ts'
import { type Asking, type Contender, createCalls, formatQuery, startServer, stopAll } from './contender.ts'

const CALLS = {
  states: () => ({ path: '/states' }),
  awards: ({ page, limit, ...place }) => ({ path: `/awards?${formatQuery({ ...place, _page: page, _limit: limit })}` }),
  opportunities: ({ page, limit, ...place }) => ({
    path: `/opportunities?${formatQuery({ ...place, _page: page, _limit: limit })}`,
  }),
  search: ({ query, limit }) => ({ path: `/documents?${formatQuery({ q: query, _limit: limit })}` }),
  document: ({ id }) => ({ path: `/documents/${id}` }),
} as const satisfies Asking

/** json-server on one file with all records. Its search looks for the whole query in every field. */
export const jsonServer: Contender = {
  label: 'json-server',
  async start({ material, folder, port, pin }) {
    const home = await installPackage('json-server')
    if (!home) return { missing: 'json-server cannot be installed from npm' }
    const file = path.join(folder, 'db.json')
    await pipeline(Readable.from(readParts(material.bare)), createWriteStream(file))
    const command = [process.execPath, path.join(home, 'lib', 'cli', 'bin.js'), file]
    const options = ['--port', String(port), '--host', '127.0.0.1', '--read-only', '--quiet']
    const server = await startServer({ command: [...pin, ...command, ...options], port, cwd: folder })
    return { roots: [server.pid], headers: {}, findCalls: createCalls(CALLS), stop: () => stopAll(server) }
  },
}

/** The text of its file, one record at a time. */
function* readParts(bare: string): Generator<string> {
  const db = new Database(bare, { readonly: true })
  const states = db.prepare<[], string>(`SELECT body FROM singles WHERE name = 'states'`).pluck().get() as string
  yield `{"states":${JSON.stringify(JSON.parse(states).data)}`
  for (const table of ['awards', 'opportunities', 'documents']) {
    yield `,"${table}":[`
    let isFirst = true
    for (const body of db.prepare<[], string>(`SELECT body FROM ${table} ORDER BY row`).pluck().iterate()) {
      yield isFirst ? body : `,${body}`
      isFirst = false
    }
    yield ']'
  }
  yield '}'
  db.close()
}
