import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { build, release } from '../../src/bake/release.ts'
import { type DatasetUnavailable, openDataset } from '../../src/store/dataset.ts'
import { liveService } from '../../src/store/live.ts'
import { openService } from '../../src/store/service.ts'
import { baked, NOW, STARTER, scratch } from '../api.ts'

const quiet = () => {}
const AT = Date.parse(NOW)

let folder: string
beforeEach(async () => {
  const { publication } = await baked()
  folder = scratch()
  release(publication, folder, AT, quiet)
})

const manifestFile = () => path.join(folder, 'manifest.json')
const manifest = () => JSON.parse(readFileSync(manifestFile(), 'utf8'))
const databaseFile = () => path.join(folder, manifest().database)

/** Changes one byte in the middle of the database. */
function damage(): void {
  const bytes = readFileSync(databaseFile())
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] as number) ^ 0xff
  writeFileSync(databaseFile(), bytes)
}

/** Every way in which a bake cannot be served, with what is said of it. */
const FAULTS: [what: string, spoil: () => void, said: RegExp][] = [
  ['a missing folder', () => rmSync(folder, { recursive: true }), /no bake in .*manifest\.json is missing/],
  ['a missing manifest', () => rmSync(manifestFile()), /manifest\.json is missing/],
  ['a manifest that is no JSON', () => writeFileSync(manifestFile(), '{'), /unreadable/],
  ['a manifest that lacks a key', () => writeFileSync(manifestFile(), '{}'), /unreadable/],
  ['a missing database', () => rmSync(databaseFile()), /cannot be read/],
  ['a damaged database', damage, /is damaged: its SHA-256/],
  ['an empty database', () => writeFileSync(databaseFile(), ''), /is damaged/],
  [
    'a manifest that leads out of the folder',
    () =>
      writeFileSync(manifestFile(), JSON.stringify({ ...manifest(), database: '../service-0123456789abcdef.sqlite' })),
    /unreadable/,
  ],
]

describe('a bake', () => {
  it('is opened read-only, and serves', () => {
    const { db, close } = openDataset(folder)
    expect(() => db.exec('CREATE TABLE more (x)')).toThrow(/readonly/)
    close()
    expect(JSON.parse(openService(folder).stats).states).toBe(5)
  })

  it.each(FAULTS)('with %s is not served, and says why and what to do', (_, spoil, said) => {
    spoil()
    expect(() => openDataset(folder)).toThrow(expect.objectContaining({ name: 'DatasetUnavailable' }))
    expect(() => openDataset(folder)).toThrow(said)
    expect(() => openDataset(folder)).toThrow(/Run "npm run bake"\.$/)
  })

  it('of another format is not served', () => {
    const db = new Database(databaseFile())
    db.pragma('user_version = 999')
    db.close()
    const sha256 = hash('sha256', readFileSync(databaseFile()))
    writeFileSync(manifestFile(), JSON.stringify({ ...manifest(), sha256 }))
    expect(() => openDataset(folder)).toThrow(/has format 999; this version reads \d+/)
  })

  it('that is damaged is mended by baking again', async () => {
    damage()
    const { publication } = await baked()
    release(publication, folder, AT + 1, quiet)
    expect(openDataset(folder).manifest.builtAt).toBe(NOW)
  })
})

describe('the live service', () => {
  let now: number
  let reports: DatasetUnavailable[]
  const live = () =>
    liveService(
      folder,
      () => now,
      (fault) => reports.push(fault),
    )
  beforeEach(() => {
    now = AT
    reports = []
  })

  /** Puts the bake of another dataset into the folder, as a nightly run does. */
  async function bakeAnother(): Promise<string> {
    const { publication } = await baked(STARTER)
    return release(publication, folder, now, quiet).datasetVersion
  }

  it('takes a new bake over within a second, and requests under way finish on the old one', async () => {
    const service = live()
    const before = service()
    const version = await bakeAnother()
    expect(service().manifest.datasetVersion).toBe(before.manifest.datasetVersion)
    now += 1_000
    const after = service()
    expect(after.manifest.datasetVersion).toBe(version)
    const page = { filters: {}, page: 1, limit: 100 }
    expect(before.readers.states.list(page, now).total).toBe(5)
    expect(after.readers.states.list(page, now).total).toBe(50)
    expect(reports).toEqual([])
  })

  it('opens nothing again while the bake is the same', () => {
    const service = live()
    const first = service()
    for (let second = 0; second < 5; second += 1) {
      now += 1_000
      expect(service()).toBe(first)
    }
  })

  it('fails no request while bakes come and go', async () => {
    const { publication } = await baked()
    const { publication: other } = await baked(STARTER)
    const service = live()
    for (let turn = 0; turn < 12; turn += 1) {
      const counts = turn % 2 === 0 ? 50 : 5
      release(counts === 50 ? other : publication, folder, now, quiet)
      for (let request = 0; request < 5; request += 1) {
        now += 400
        const { readers, manifest: served } = service()
        const { total, bodies } = readers.states.list({ filters: {}, page: 1, limit: 50 }, now)
        expect([total, bodies.length]).toEqual([served.counts.states, served.counts.states])
      }
      expect(service().manifest.counts.states).toBe(counts)
    }
    expect(reports).toEqual([])
  })

  it.each(FAULTS)('stays with the last good bake before %s, and reports it once', (_, spoil, said) => {
    const service = live()
    const good = service()
    spoil()
    // What a server has open stays good; a new manifest is what makes it look again.
    if (readdirIfAny().includes('manifest.json')) utimesSync(manifestFile(), now / 1000, now / 1000 + 5)
    for (let second = 0; second < 3; second += 1) {
      now += 1_000
      expect(service()).toBe(good)
    }
    expect(reports).toHaveLength(1)
    expect(reports[0]?.message).toMatch(said)
  })

  const readdirIfAny = (): string[] => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }

  it('without any bake says why at every request, reports it once, and serves as soon as there is one', async () => {
    rmSync(folder, { recursive: true })
    const service = live()
    for (let second = 0; second < 3; second += 1) {
      expect(service).toThrow(/There is no bake/)
      now += 1_000
    }
    expect(reports).toHaveLength(1)
    mkdirSync(folder)
    const version = await bakeAnother()
    now += 1_000
    expect(service().manifest.datasetVersion).toBe(version)
  })

  it('reports another fault anew, and the same one again after a recovery', async () => {
    const service = live()
    service()
    const kept = readFileSync(manifestFile())
    const look = () => {
      now += 1_000
      service()
    }
    rmSync(manifestFile())
    look()
    writeFileSync(manifestFile(), kept)
    look()
    rmSync(manifestFile())
    look()
    expect(reports).toHaveLength(2)
  })

  it('recovers from a damaged database when it is baked again', async () => {
    damage()
    const service = live()
    expect(service).toThrow(/damaged/)
    const { publication } = await baked()
    release(publication, folder, AT, quiet)
    now += 1_000
    expect(service().manifest.counts.states).toBe(5)
  })

  it('looks again when the clock goes back', async () => {
    const service = live()
    service()
    const version = await bakeAnother()
    now -= 3_600_000
    expect(service().manifest.datasetVersion).toBe(version)
  })
})

describe('a release', () => {
  it('leaves the bake in place as it is when nothing changed', async () => {
    const { publication } = await baked()
    const before = readFileSync(manifestFile(), 'utf8')
    const { mtimeMs } = statSync(manifestFile())
    release(publication, folder, AT + 86_400_000, quiet)
    expect(readFileSync(manifestFile(), 'utf8')).toBe(before)
    expect(statSync(manifestFile()).mtimeMs).toBe(mtimeMs)
  })

  it('keeps the database before it, and no older one', async () => {
    const first = manifest().database
    const { publication: other } = await baked(STARTER)
    const second = release(other, folder, AT, quiet).database
    const third = release({ ...other, states: other.states.slice(1) }, folder, AT, quiet).database
    const names = readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
    expect(names.sort()).toEqual([second, third].sort())
    expect(names).not.toContain(first)
  })

  it('of another folder has the same bytes but for the time', async () => {
    const { publication } = await baked()
    const copy = scratch()
    const { builtAt, ...rest } = build(publication, path.join(copy, 'again'), AT + 5, quiet)
    const { builtAt: _, ...own } = manifest()
    expect(rest).toEqual(own)
    expect(builtAt).toBe('2026-11-20T17:00:00.005Z')
    expect(readFileSync(path.join(copy, 'again', rest.database)).equals(readFileSync(databaseFile()))).toBe(true)
  })
})
