import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** How the rooms of the house stand to each other. A room may import from itself and from those that it names. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  schema: [],
  rules: ['schema'],
  records: ['schema', 'rules'],
  resources: ['schema', 'rules', 'records'],
  bake: ['schema', 'rules', 'records', 'resources'],
  // The format of the bake is what both agree on.
  store: ['schema', 'rules', 'resources', 'bake'],
  metering: ['schema', 'rules'],
  account: ['metering'],
  notify: ['metering', 'account'],
  storage: ['metering', 'account', 'notify'],
  answers: ['schema', 'rules'],
  admin: ['metering', 'account', 'notify', 'storage'],
  ingest: ['schema', 'rules', 'records'],
  http: ['schema', 'rules', 'resources', 'store', 'metering', 'account', 'notify', 'storage', 'answers'],
  // What only documents and tests need of the contract; the service runs without it.
  contract: ['schema', 'rules', 'resources', 'store', 'metering', 'storage', 'http'],
  night: ['schema', 'rules', 'records', 'resources', 'bake', 'store', 'metering', 'ingest', 'http'],
  site: ['schema', 'rules', 'resources', 'store', 'metering', 'account', 'http', 'contract'],
  components: ['schema', 'resources', 'metering', 'http', 'contract', 'site'],
  layouts: ['site', 'components', 'styles'],
  pages: ['schema', 'resources', 'metering', 'account', 'http', 'contract', 'site', 'components', 'layouts'],
  styles: [],
  'server.ts': ['http', 'admin'],
  'fetch.ts': ['http'],
  'env.d.ts': [],
}

/** Why a room may import no more than that: the message of a failure. */
const REASONS: Record<string, string> = {
  metering: 'metering decides about requests from figures alone; it knows neither people nor stores',
  account: 'account holds pure rules: a store calls them, they never call a store',
  notify: 'notify writes to the people of an account through the verbs that it declares, not through a store',
  storage: 'storage is the one room that knows rules and databases both; nothing below may depend on it',
}

const SRC = path.join(import.meta.dirname, '..', 'src')
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|astro)$/.test(file))
const textOf = (file: string): string => readFileSync(path.join(SRC, file), 'utf8')
const roomOf = (file: string): string => file.split(path.sep)[0] as string

const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The files of this project that a file imports, from `src`. */
const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(IMPORTS)].map(([, target]) =>
    path.relative(SRC, path.resolve(SRC, path.dirname(file), target as string)),
  )

/** A text without comments and what stands in quotes. */
const codeOf = (file: string): string =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")

const filesWith = (pattern: RegExp, allowed: readonly string[], read = codeOf): string[] =>
  FILES.filter((file) => !allowed.includes(file) && !allowed.includes(roomOf(file)) && pattern.test(read(file)))

describe('the rooms', () => {
  it('all have their line in the table', () => {
    const rooms = [...new Set(FILES.map(roomOf))]
    expect(rooms.filter((room) => !(room in MAY_IMPORT))).toEqual([])
  })

  it.each(Object.entries(MAY_IMPORT))('%s imports from %j alone', (room, allowed) => {
    const wrong = FILES.filter((file) => roomOf(file) === room).flatMap((file) =>
      importsOf(file)
        .filter((target) => ![room, ...allowed].includes(roomOf(target)))
        .map((target) => `${file} imports ${target}`),
    )
    expect(wrong, REASONS[room]).toEqual([])
  })

  it('never go round in a circle', () => {
    const reach = (room: string, seen = new Set<string>()): Set<string> => {
      for (const next of MAY_IMPORT[room] ?? []) if (!seen.has(next)) reach(next, seen.add(next))
      return seen
    }
    for (const room of Object.keys(MAY_IMPORT)) expect([room, reach(room).has(room)]).toEqual([room, false])
  })

  it('are looked into: the files are read, and their imports found', () => {
    expect(FILES.length).toBeGreaterThan(100)
    expect(importsOf(path.join('rules', 'deadlines.ts'))).toEqual([path.join('rules', 'moments.ts')])
    expect(importsOf(path.join('storage', 'open.ts'))).toContain(path.join('storage', 'embedded', 'store.ts'))
  })
})

describe('no file of src', () => {
  it('reads the clock but the composition roots: time is an argument', () => {
    // The network's clock is an option, whose default is the machine's.
    const allowed = ['http/compose.ts', 'ingest/net/network.ts']
    expect(filesWith(/\bDate\.now\b|\bnew Date\(\s*\)|\bTemporal\.Now\b/, allowed)).toEqual([])
  })

  it('reads the environment but what starts the service', () => {
    expect(filesWith(/\bprocess\.env\b/, ['server.ts', 'fetch.ts', 'site/build.ts'])).toEqual([])
  })

  it('writes to the console', () => {
    expect(filesWith(/\bconsole\s*\./, [])).toEqual([])
  })

  it('holds SQL outside the rooms that keep data', () => {
    const sql =
      /\b(SELECT\s.+\sFROM|INSERT (OR \w+ )?INTO|UPDATE\s\w+\sSET|DELETE FROM|CREATE (VIRTUAL )?TABLE|PRAGMA)\b/
    expect(filesWith(sql, ['store', 'bake', 'storage'], textOf)).toEqual([])
    expect(filesWith(/from 'better-sqlite3'/, ['store', 'bake', 'storage'], textOf)).toEqual([])
  })

  it('imports from tests or scripts', () => {
    const outside = FILES.flatMap((file) => importsOf(file).filter((target) => /^\.\.\/(test|scripts)\b/.test(target)))
    expect(outside).toEqual([])
  })

  it('is longer than a person reads', () => {
    expect(FILES.filter((file) => textOf(file).split('\n').length > (file.endsWith('.ts') ? 220 : 260))).toEqual([])
  })

  it('is named for being useful', () => {
    expect(FILES.filter((file) => /\b(utils?|helpers?|misc|common)\b/i.test(file))).toEqual([])
  })
})
