import { hash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bakeFiles, Manifest } from '../../src/bake/folder/manifest.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'
import { Stats } from '../../src/resources/states.ts'
import { CHANGE_TYPES } from '../../src/schema/vocabularies.ts'
import { FeedItem } from '../../src/schema/wire/changes.ts'
import { openService } from '../../src/store/service.ts'
import { baked, FIXTURE, STARTER, scratch } from '../api.ts'
import { commandHere, commandProcess, type Ended } from '../command.ts'
import { copyOfFixture, readLines, recordsFile, replaceLine, spoil } from './folder.ts'

const SCRIPT = 'scripts/bake.ts'
const bake = (...options: string[]): Promise<Ended> => commandHere(SCRIPT, options)

/** Every file in a folder with its bytes. */
function readContent(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile()).sort()
  return Object.fromEntries(files.map((name) => [name, hash('sha256', readFileSync(path.join(folder, name)))]))
}

/** A bake of the fixture by a separate process, made once; a test that changes it takes a copy. */
let first: string
let ended: Ended
beforeAll(async () => {
  first = path.join(scratch(), 'baked')
  ended = await commandProcess(SCRIPT, ['--data', FIXTURE, '--out', first])
})

let out: string
beforeEach(() => {
  out = path.join(scratch(), 'baked')
})
const readManifestFile = (folder: string) =>
  Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')))

describe('bake', () => {
  it('publishes a database and a manifest, and prints a summary', () => {
    const { code, stdout } = ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Baked 5 states, 17 awards, 19 documents, .* as [0-9a-f]{16} in [\d.]+ s\.\n$/)
    const manifest = readManifestFile(first)
    const { database, sha256, datasetVersion, counts } = manifest
    expect(Object.keys(readContent(first)).sort()).toEqual(
      ['freshness.json', 'manifest.json', ...bakeFiles(manifest)].sort(),
    )
    expect(hash('sha256', readFileSync(path.join(first, database)))).toBe(sha256)
    expect(database).toBe(`service-${sha256.slice(0, 16)}.sqlite`)
    expect(datasetVersion).toMatch(/^[0-9a-f]{16}$/)
    expect(Object.keys(counts)).toEqual(RESOURCE_NAMES)
    const db = new Database(path.join(first, database), { readonly: true })
    const stats = db.prepare<[], string>("SELECT body FROM singles WHERE name = 'stats'").pluck().get()
    db.close()
    expect(Stats.parse(JSON.parse(stats ?? '')).states).toBe(5)
  })

  it('writes a database that is complete, small and readable on a read-only disk', () => {
    const db = new Database(path.join(first, readManifestFile(first).database), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    // Only the samples that ANALYZE took were removed again.
    expect(db.pragma('freelist_count', { simple: true })).toBeLessThan(64)
    db.close()
  })

  it('shows progress on stderr, not on stdout', () => {
    expect(ended.stderr).toMatch(/read awards/)
    expect(ended.stdout.trim().split('\n')).toHaveLength(1)
  })

  it('prints its result as JSON with --json', async () => {
    const { stdout } = await bake('--data', FIXTURE, '--out', out, '--json')
    expect(Manifest.parse(JSON.parse(stdout))).toEqual(readManifestFile(out))
  })

  it('makes the same bytes from the same records, in any place, at any time, in any order of lines', async () => {
    const folder = copyOfFixture()
    for (const kind of ['awards', 'documents', 'notices', 'events', 'activities', 'states'] as const) {
      const file = recordsFile(folder, kind)
      writeFileSync(file, `${readLines(file).reverse().join('\n')}\n`)
    }
    await bake('--data', folder, '--out', out)
    const { builtAt, seal, ...rest } = readManifestFile(out)
    const { builtAt: earlier, seal: sealBefore, ...restBefore } = readManifestFile(first)
    expect(rest).toEqual(restBefore)
    expect([builtAt > earlier, seal === sealBefore]).toEqual([true, false])
    const { 'manifest.json': _, ...files } = readContent(out)
    const { 'manifest.json': __, ...others } = readContent(first)
    expect(files).toEqual(others)
  })

  it('changes nothing when run again', async () => {
    const before = readContent(first)
    expect((await bake('--data', FIXTURE, '--out', first)).code).toBe(0)
    expect(readContent(first)).toEqual(before)
  })

  it('reads the starter dataset without errors, and every response is documented', async () => {
    expect(await bake('--data', STARTER, '--check')).toMatchObject({ code: 0 })
  })
})

describe('bake on a dataset with errors', () => {
  it('reports all invalid lines together, exits with 1, and leaves the last bake unchanged byte for byte', async () => {
    cpSync(first, out, { recursive: true })
    const before = readContent(out)
    const folder = copyOfFixture()
    spoil(recordsFile(folder, 'awards'), 2, { federalAmount: -1, fiscalYear: '2026' })
    replaceLine(recordsFile(folder, 'events'), 4, (text) => `${text}}`)
    spoil(recordsFile(folder, 'notices'), 1, { sourceUrl: 'javascript:alert(1)' })
    const { code, stdout, stderr } = await commandProcess(SCRIPT, ['--data', folder, '--out', out])
    expect(code).toBe(1)
    expect(stdout).toBe('')
    const lines = stderr.split('\n').filter((line) => /^\w+\.ndjson:/.test(line))
    expect(lines.map((line) => line.replace(/: .*/, ''))).toEqual([
      'awards.ndjson:2',
      'awards.ndjson:2',
      'notices.ndjson:1',
      'events.ndjson:4',
    ])
    expect(stderr).toMatch(/4 errors in .*: nothing was published, and the last bake is unchanged\./)
    expect(readContent(out)).toEqual(before)
  })

  it('writes nothing if there was no bake before', async () => {
    const folder = copyOfFixture()
    spoil(recordsFile(folder, 'awards'), 2, { federalAmount: -1 })
    expect((await bake('--data', folder, '--out', out)).code).toBe(1)
    expect((await bake('--data', folder, '--out', out, '--check')).code).toBe(1)
    expect(existsSync(out)).toBe(false)
  })

  it('prints the errors as JSON with --json', async () => {
    const folder = copyOfFixture()
    spoil(recordsFile(folder, 'awards'), 2, { federalAmount: -1 })
    const { code, stdout } = await bake('--data', folder, '--out', out, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      faults: [{ file: 'awards.ndjson', line: 2, field: 'federalAmount', reason: 'is negative' }],
    })
  })

  it('names what is missing in a folder that is not a dataset', async () => {
    const { code, stderr } = await bake('--data', scratch(), '--out', out)
    expect(code).toBe(1)
    expect(stderr.match(/^\w+\.ndjson:0: file: cannot be read; expected at /gm)).toHaveLength(11)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})

describe('bake --check', () => {
  it('writes nothing', async () => {
    const before = readContent(FIXTURE)
    const { code, stdout } = await bake('--data', FIXTURE, '--out', out, '--check')
    expect([code, stdout]).toEqual([0, `The dataset in ${FIXTURE} is valid.\n`])
    expect(existsSync(out)).toBe(false)
    expect(readContent(FIXTURE)).toEqual(before)
  })
})

describe('bake on a dataset with a ledger', () => {
  const readLedgerFiles = (folder: string) => readContent(path.join(folder, 'history', 'ledger'))

  it('adds corrections, says so, and --check requires it', async () => {
    const folder = copyOfFixture()
    const founded = await bake('--data', folder, '--out', out, '--found')
    expect(founded.stdout).toMatch(/^Added publication [0-9a-f]{16} of \S+Z to the ledger: \d+ changes\. Commit/)
    const before = readLedgerFiles(folder)
    const { datasetVersion } = readManifestFile(out)

    const again = await bake('--data', folder, '--out', out)
    expect([again.code, again.stdout.split('\n').length]).toEqual([0, 2])
    expect([readLedgerFiles(folder), readManifestFile(out).datasetVersion]).toEqual([before, datasetVersion])

    spoil(recordsFile(folder, 'events'), 1, { title: 'Another title' })
    const behind = await bake('--data', folder, '--out', out, '--check')
    expect([behind.code, readLedgerFiles(folder)]).toEqual([1, before])
    expect(behind.stderr).toMatch(
      /ledger\/records\.ndjson:0: ledger: is missing 1 change of the records; run "npm run bake"/,
    )

    expect((await bake('--data', folder, '--out', out)).stdout).toMatch(/^Added publication .* the ledger: 1 change\./)
    expect(readManifestFile(out).datasetVersion).not.toBe(datasetVersion)
    expect((await bake('--data', folder, '--out', out, '--check')).code).toBe(0)
    // The empty file is what runs lock.
    expect(readdirSync(folder).sort()).toEqual(['.night.mutex', 'history', 'records'])
  })
})

describe('the options of bake', () => {
  it('are listed by --help', async () => {
    const { code, stdout } = await bake('--help')
    expect(code).toBe(0)
    for (const option of ['--data', '--out', '--check', '--found', '--json', '--help']) expect(stdout).toContain(option)
  })

  it.each([
    ['--dta', /Did you mean --data\?/],
    ['extra', /too many arguments/],
  ])('do not include %s: one sentence, no stack trace', async (option, said) => {
    const { code, stderr } = await bake(option)
    expect(code).toBe(1)
    expect(stderr).toMatch(said)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  it('accept a folder with the record files themselves', async () => {
    const flat = scratch()
    cpSync(path.join(FIXTURE, 'records'), flat, { recursive: true })
    cpSync(path.join(FIXTURE, 'history'), path.join(flat, 'history'), { recursive: true })
    expect((await bake('--data', flat, '--out', out)).code).toBe(0)
    expect(readManifestFile(out).sha256).toBe(readManifestFile(first).sha256)
  })

  it('report in one sentence why nothing can be written', async () => {
    const blocked = path.join(scratch(), 'file')
    writeFileSync(blocked, '')
    const { code, stderr } = await bake('--data', FIXTURE, '--out', path.join(blocked, 'baked'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/Cannot write to/)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})

describe('bake on a folder without history', () => {
  it('creates the first feed: every document and opportunity with a date, each at its own millisecond', async () => {
    const folder = copyOfFixture()
    rmSync(path.join(folder, 'history'), { recursive: true })
    expect((await bake('--data', folder, '--out', out)).code).toBe(0)
    const { readers, close } = openService(out)
    const { records } = readers.activity.list({ filters: { type: CHANGE_TYPES }, limit: 100 }, 0)
    close()
    const events = records.toReversed().map((body) => FeedItem.parse(JSON.parse(body)))
    const { publication } = await baked()
    const dated = publication.opportunities.filter(({ item }) => item.postedDate !== null)
    const { documents } = await readRecords(folder)
    expect(events).toHaveLength(dated.length + documents.filter(({ published }) => published !== null).length)
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['NEW_DOCUMENT', 'NEW_OPPORTUNITY']))
    const instants = events.map(({ occurredAt }) => occurredAt)
    expect(instants).toEqual([...new Set(instants)].sort())
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    expect(existsSync(path.join(folder, 'history'))).toBe(false)
  })
})
