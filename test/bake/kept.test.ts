import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { KEPT_MAX, placeSite, readKeptBakes, readRollback, readSites, rollBack } from '../../src/bake/folder/kept.ts'
import { addSeal, readManifest } from '../../src/bake/folder/manifest.ts'
import { adopt, getCandidateFolder } from '../../src/bake/release.ts'
import { getSnapshotPath, type SnapshotFile } from '../../src/bake/snapshot/snapshot-list.ts'
import { FORMAT } from '../../src/bake/tables/format.ts'
import { openDataset } from '../../src/store/open/dataset.ts'
import { scratch } from '../api.ts'
import { commandHere } from '../command.ts'

const NOW = Date.parse('2026-11-20T08:00:00.000Z')

let out: string
beforeEach(() => {
  out = path.join(scratch(), 'baked')
  mkdirSync(out)
})

/** Puts a bake in place whose database contains only its name. Returns its version. */
function put(name: string, format = FORMAT): string {
  const folder = getCandidateFolder(out)
  mkdirSync(folder)
  const file = path.join(folder, 'draft')
  const db = new Database(file)
  db.exec(`CREATE TABLE dictionaries (name, bytes); CREATE TABLE of (name TEXT); INSERT INTO of VALUES ('${name}')`)
  db.pragma(`user_version = ${format}`)
  db.close()
  const sha256 = hash('sha256', readFileSync(file))
  const datasetVersion = sha256.slice(0, 16)
  const database = `service-${datasetVersion}.sqlite`
  const snapshot: SnapshotFile = {
    ...{ name: 'awards.csv', resource: 'awards', format: 'csv', compression: null, records: 1, fields: ['id'] },
    ...{ bytes: name.length, sha256: hash('sha256', name) },
  }
  const manifest = addSeal({
    datasetVersion,
    database,
    sha256,
    builtAt: '2026-11-20T08:00:00.000Z',
    counts: {},
    held: {},
    texts: 0,
    snapshot: [snapshot],
    allowed: [],
  })
  writeFileSync(path.join(folder, database), readFileSync(file))
  mkdirSync(path.join(folder, 'snapshot'))
  writeFileSync(path.join(folder, getSnapshotPath(snapshot)), name)
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  return adopt(folder, out).datasetVersion
}
const versions = () => readKeptBakes(out).map(({ datasetVersion }) => datasetVersion)
const live = () => readManifest(out)?.datasetVersion

describe('the bakes in a folder', () => {
  it(`include the last ${KEPT_MAX} that were live, with their files`, () => {
    const [, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => put(name))
    expect(versions()).toEqual([d, c, b])
    expect(live()).toBe(d)
    const databases = readdirSync(out).filter((name) => name.endsWith('.sqlite'))
    expect(databases).toHaveLength(KEPT_MAX)
    const snapshot = readKeptBakes(out).flatMap((manifest) => manifest.snapshot.map(getSnapshotPath))
    expect(readdirSync(path.join(out, 'snapshot')).map((name) => path.join('snapshot', name))).toEqual(snapshot.sort())
  })
})

describe('a site that cannot be built', () => {
  // Which of the two copies is found first depends on the versions.
  it.each([
    ['0'.repeat(16), 'f'.repeat(16)],
    ['f'.repeat(16), '0'.repeat(16)],
  ])('is copied once for a new version, however often that is put in place (%s, %s)', (old, next) => {
    mkdirSync(path.join(out, `site-${old}-1790000000000`, 'pages'), { recursive: true })
    for (const _ of ['the first night', 'the next one']) placeSite(path.join(out, 'built'), out, next)
    expect(readSites(out).map(({ version }) => version)).toEqual([old, next].sort())
  })
})

describe('a rollback', () => {
  it('puts a kept bake in place immediately, and a running service serves it', () => {
    const a = put('a')
    const b = put('b')
    rollBack(out, a, NOW)
    expect(live()).toBe(a)
    expect(openDataset(out).db.prepare('SELECT name FROM of').pluck().get()).toBe('a')
    expect(readRollback(out)).toEqual({ version: a, from: b, at: '2026-11-20T08:00:00.000Z' })
  })

  it('accepts a prefix of a version', () => {
    const a = put('a')
    put('b')
    expect(rollBack(out, a.slice(0, 6), NOW).version).toBe(a)
  })

  it('keeps the bake it replaces, so it can be undone', () => {
    const a = put('a')
    const b = put('b')
    rollBack(out, a, NOW)
    rollBack(out, b, NOW)
    expect([live(), readRollback(out)]).toEqual([b, null])
  })

  it('ends with the next bake, and earlier bakes are kept', () => {
    const a = put('a')
    put('b')
    const c = put('c')
    rollBack(out, a, NOW)
    const d = put('d')
    expect([live(), readRollback(out)]).toEqual([d, null])
    expect(versions()).toEqual([d, a, c])
  })

  it.each<[string, () => string, RegExp]>([
    ['an unknown version', () => 'ffff', /^No kept bake has the version ffff\. Available: [0-9a-f]{16}, /],
    ['no version', () => '', /^No kept bake/],
    ['the live one', () => live() ?? '', /is already the live bake/],
    [
      'a damaged database',
      () => {
        const { datasetVersion, database } = readKeptBakes(out).find((bake) => bake.datasetVersion !== live())!
        writeFileSync(path.join(out, database), 'x')
        return datasetVersion
      },
      /is damaged/,
    ],
    [
      'damaged snapshot files',
      () => {
        const { datasetVersion, snapshot } = readKeptBakes(out).find((bake) => bake.datasetVersion !== live())!
        writeFileSync(path.join(out, getSnapshotPath(snapshot[0]!)), 'x')
        return datasetVersion
      },
      /^The snapshot files of [0-9a-f]{16} are missing or damaged/,
    ],
    [
      'a format of another release',
      () => {
        const old = put('old', FORMAT - 1)
        put('new')
        return old
      },
      /has format \d+, but this release reads/,
    ],
  ])('refuses %s and changes nothing', (_, choose, sentence) => {
    put('a')
    put('b')
    const version = choose()
    const before = live()
    expect(() => rollBack(out, version, NOW)).toThrow(sentence)
    expect([live(), readRollback(out)]).toEqual([before, null])
  })

  it('is a command that lists the kept bakes if no version is given', async () => {
    const a = put('a')
    const b = put('b')
    const run = (...args: string[]) => commandHere('scripts/bake.ts', ['--out', out, '--rollback', ...args])
    expect((await run()).stdout).toContain(`${a}  baked 2026-11-20T08:00:00.000Z`)
    expect((await run(a)).stdout).toMatch(new RegExp(`^Replaced ${b} with ${a}\\.`))
    expect(live()).toBe(a)
    expect(await run('ffff')).toMatchObject({ code: 1, stderr: expect.stringContaining('No kept bake') })
  })
})
