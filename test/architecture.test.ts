import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EQUIVALENT, findModules, findTests, SUBJECTS } from '../scripts/tested/modules.ts'
import { ROOMS } from './rooms.ts'

const SRC = path.join(import.meta.dirname, '..', 'src')
const TEXTS = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(ts|astro|mdx|css)$/.test(file),
)
const FILES = TEXTS.filter((file) => !file.endsWith('.css'))
const readText = (file: string): string => readFileSync(path.join(SRC, file), 'utf8')
/** The folder of `src` that a file is in, or of the project beside it. */
const getRoom = (file: string): string => file.split(path.sep).find((part) => part !== '..') as string

const IMPORTS = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The files of this project that a file imports, from `src`. */
const findImports = (file: string): string[] =>
  [...readText(file).matchAll(IMPORTS)].map(([, target]) =>
    path.relative(SRC, path.resolve(SRC, path.dirname(file), target as string)),
  )

/** A text without comments and string literals. */
const readCode = (file: string): string =>
  readText(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")

const filesWith = (pattern: RegExp, allowed: readonly string[], read = readCode): string[] =>
  FILES.filter((file) => !allowed.includes(file) && !allowed.includes(getRoom(file)) && pattern.test(read(file)))

/** The rooms that a room's files import from, each with its imports. */
const findNeighbors = (room: string): Map<string, string[]> => {
  const imports = FILES.filter((file) => getRoom(file) === room).flatMap((file) =>
    findImports(file).map((target) => ({ neighbor: getRoom(target), text: `${file} imports ${target}` })),
  )
  const groups = Map.groupBy(imports, ({ neighbor }) => neighbor)
  groups.delete(room)
  return new Map([...groups].map(([neighbor, uses]) => [neighbor, uses.map(({ text }) => text)]))
}

describe('the folders of src', () => {
  it('are exactly those in the table', () => {
    expect([...new Set(FILES.map(getRoom))].sort()).toEqual(
      Object.keys(ROOMS)
        .filter((room) => !['styles', 'vocabulary', 'content'].includes(room))
        .sort(),
    )
  })

  it.each(Object.entries(ROOMS))('%s imports only from the folders it may use', (room, { is, mayImport }) => {
    const wrong = [...findNeighbors(room)]
      .filter(([neighbor]) => !mayImport.includes(neighbor))
      .flatMap(([, uses]) => uses)
    const allowed = mayImport.length > 0 ? `only ${mayImport.join(', ')}` : 'no other room'
    expect(wrong, `${room} may import from ${allowed}, since it is ${is}`).toEqual([])
  })

  it.each(Object.entries(ROOMS))('%s uses every folder it may import from', (room, { mayImport }) => {
    const used = findNeighbors(room)
    expect(mayImport.filter((neighbor) => !used.has(neighbor))).toEqual([])
  })

  it('never import each other in a circle', () => {
    const reach = (room: string, seen = new Set<string>()): Set<string> => {
      for (const next of ROOMS[room]?.mayImport ?? []) if (!seen.has(next)) reach(next, seen.add(next))
      return seen
    }
    for (const room of Object.keys(ROOMS)) expect([room, reach(room).has(room)]).toEqual([room, false])
  })

  it('are really inspected: files are read, and their imports found', () => {
    expect(FILES.length).toBeGreaterThan(100)
    expect(findImports(path.join('rules', 'awards', 'totals.ts'))).toEqual([path.join('schema', 'records.ts')])
    expect(findImports(path.join('storage', 'open.ts'))).toContain(path.join('storage', 'embedded', 'store.ts'))
  })
})

describe('no file of src', () => {
  it('reads the clock, except the composition roots: time is an argument', () => {
    // The network's clock is an option that defaults to the machine's; the embedded store's clock is the machine's.
    const allowed = [
      'http/compose.ts',
      'storage/embedded/store.ts',
      'ingest/net/network.ts',
      'site/up-to-date-script.ts',
    ]
    expect(filesWith(/\bDate\.now\b|\bnew Date\(\s*\)|\bTemporal\.Now\b/, allowed)).toEqual([])
  })

  it('reads the environment, except what starts the service', () => {
    expect(filesWith(/\bprocess\.env\b/, ['listen.ts', 'fetch.ts', 'site/build.ts'])).toEqual([])
  })

  it('writes to the console', () => {
    expect(filesWith(/\bconsole\s*\./, [])).toEqual([])
  })

  it('contains SQL, outside the folders that store data', () => {
    const sql =
      /\b(SELECT\s.+\sFROM|INSERT (OR \w+ )?INTO|UPDATE\s\w+\sSET|DELETE FROM|CREATE (VIRTUAL )?TABLE|PRAGMA)\b/
    expect(filesWith(sql, ['store', 'bake', 'storage'], readText)).toEqual([])
    // The lock of a run is a file lock that the operating system releases when the process ends.
    expect(filesWith(/from 'better-sqlite3'/, ['store', 'bake', 'storage', 'nightly/machine.ts'], readText)).toEqual([])
  })

  it('imports from tests or scripts', () => {
    const outside = FILES.flatMap((file) =>
      findImports(file).filter((target) => /^\.\.\/(test|scripts)\b/.test(target)),
    )
    expect(outside).toEqual([])
  })

  it('has a name like utils or helpers', () => {
    expect(FILES.filter((file) => /\b(utils?|helpers?|misc|common)\b/i.test(file))).toEqual([])
  })
})

describe('what the mutation tests change', () => {
  it.each(Object.keys(SUBJECTS))('%s has modules, and tests that import them', (subject) => {
    expect(findModules(subject).flatMap(findTests)).not.toEqual([])
  })

  it('leaves out only lines that exist', () => {
    const gone = EQUIVALENT.filter(
      ({ file, line }) =>
        !readFileSync(path.join(SRC, '..', file), 'utf8')
          .split('\n')
          .some((text) => line.test(text)),
    )
    expect(gone).toEqual([])
  })

  it('refuses a name that no module has', () => {
    expect(() => findModules('rules/nothing')).toThrow('No module of src is named "rules/nothing.ts".')
  })
})
