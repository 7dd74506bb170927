import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { release } from '../../src/bake/release.ts'
import { RESOURCE_NAMES, resource } from '../../src/resources/index.ts'
import type { DatasetUnavailable } from '../../src/store/dataset.ts'
import { liveService } from '../../src/store/live.ts'
import { baked, FIXTURE, NOW, putBake, STARTER, scratch } from '../api.ts'
import { alter, damage, manifestFile, SPOILT } from './spoilt.ts'

const quiet = () => {}
const AT = Date.parse(NOW)
const TURNS = process.env.LONG ? 12 : 4

let folder: string
beforeEach(async () => {
  folder = scratch()
  await putBake(folder)
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
    return (await putBake(folder, STARTER)).datasetVersion
  }

  it('picks up a new bake within a second, and requests in progress finish on the old one', async () => {
    const service = live()
    await service.settle()
    const before = service()
    const version = await bakeAnother()
    expect(service().manifest.datasetVersion).toBe(before.manifest.datasetVersion)
    now += 1_000
    await service.settle()
    const after = service()
    expect(after.manifest.datasetVersion).toBe(version)
    const page = { filters: {}, page: 1, limit: 100 }
    expect(before.readers.states.list(page, now).total).toBe(5)
    expect(after.readers.states.list(page, now).total).toBe(50)
    expect(reports).toEqual([])
  })

  it('opens what the first requests read before it serves a new bake', async () => {
    const service = live()
    await service.settle()
    const version = await bakeAnother()
    now += 1_000
    await service.settle()
    const { manifest, readers, search } = service()
    expect(manifest.datasetVersion).toBe(version)
    const prepared = vi.spyOn(Database.prototype, 'prepare')
    onTestFinished(() => prepared.mockRestore())
    for (const name of RESOURCE_NAMES) {
      const { filters } = resource(name)
      readers[name].list({}, now)
      if ('state' in filters) readers[name].list({ filters: { state: ['TX'] } }, now)
      if ('status' in filters) readers[name].list({ filters: { status: ['OPEN'] } }, now)
    }
    search.page({ query: 'telehealth', filters: {}, page: 1, limit: 10 })
    expect(prepared.mock.calls).toEqual([])
  })

  it('opens nothing again while the bake is the same', async () => {
    const service = live()
    await service.settle()
    const first = service()
    for (let second = 0; second < 5; second += 1) {
      now += 1_000
      await service.settle()
      expect(service()).toBe(first)
    }
  })

  it('fails no request while bakes come and go', async () => {
    const service = live()
    await service.settle()
    for (let turn = 0; turn < TURNS; turn += 1) {
      const counts = turn % 2 === 0 ? 50 : 5
      await putBake(folder, counts === 50 ? STARTER : FIXTURE)
      for (let request = 0; request < 5; request += 1) {
        now += 400
        await service.settle()
        await service.settle()
        const { readers, manifest: served } = service()
        const { total, count } = readers.states.list({}, now)
        expect([total, count]).toEqual([served.counts.states, served.counts.states])
      }
      expect(service().manifest.counts.states).toBe(counts)
    }
    expect(reports).toEqual([])
  })

  it.each(SPOILT)('stays with the last good bake before %s, and reports it once', async (_, spoil, said) => {
    const service = live()
    await service.settle()
    const good = service()
    spoil(folder)
    // What a server has open stays valid; only a new manifest makes it check again.
    if (readdirIfAny().includes('manifest.json')) utimesSync(manifestFile(folder), now / 1000, now / 1000 + 5)
    for (let second = 0; second < 3; second += 1) {
      now += 1_000
      await service.settle()
      expect(service()).toBe(good)
    }
    expect(reports).toHaveLength(1)
    expect(reports[0]?.message).toMatch(said)
  })

  it('stays with the last good bake before one with a missing table, and reports it once', async () => {
    const service = live()
    await service.settle()
    const good = service()
    alter(folder, 'DROP TABLE awards_bodies')
    for (let second = 0; second < 3; second += 1) {
      now += 1_000
      await service.settle()
      expect(service()).toBe(good)
    }
    expect(reports).toHaveLength(1)
  })

  const readdirIfAny = (): string[] => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }

  it('without any bake gives the reason at every request, reports it once, and serves as soon as there is one', async () => {
    rmSync(folder, { recursive: true })
    const service = live()
    await service.settle()
    for (let second = 0; second < 3; second += 1) {
      expect(service).toThrow(/There is no bake/)
      now += 1_000
      await service.settle()
    }
    expect(reports).toHaveLength(1)
    mkdirSync(folder)
    const version = await bakeAnother()
    now += 1_000
    await service.settle()
    expect(service().manifest.datasetVersion).toBe(version)
  })

  it('reports a new error, and the same one again after a recovery', async () => {
    const service = live()
    await service.settle()
    service()
    const kept = readFileSync(manifestFile(folder))
    const look = async () => {
      now += 1_000
      await service.settle()
      service()
    }
    rmSync(manifestFile(folder))
    await look()
    writeFileSync(manifestFile(folder), kept)
    await look()
    rmSync(manifestFile(folder))
    await look()
    expect(reports).toHaveLength(2)
  })

  it('recovers from a damaged database when it is baked again', async () => {
    damage(folder)
    const service = live()
    await service.settle()
    expect(service).toThrow(/damaged/)
    const { publication } = await baked()
    release(publication, folder, AT, quiet)
    now += 1_000
    await service.settle()
    expect(service().manifest.counts.states).toBe(5)
  })

  it('checks again when the clock goes back', async () => {
    const service = live()
    await service.settle()
    service()
    const version = await bakeAnother()
    now -= 3_600_000
    await service.settle()
    expect(service().manifest.datasetVersion).toBe(version)
  })
})
