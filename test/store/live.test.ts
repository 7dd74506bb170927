import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { release } from '../../src/bake/release.ts'
import type { DatasetUnavailable } from '../../src/store/open/dataset.ts'
import { openLiveService } from '../../src/store/open/live.ts'
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
    openLiveService(
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
    service.check()
    const before = service()
    const end = service.enter()
    const version = await bakeAnother()
    expect(service().manifest.datasetVersion).toBe(before.manifest.datasetVersion)
    now += 1_000
    service.check()
    const after = service()
    expect(after.manifest.datasetVersion).toBe(version)
    const page = { filters: {}, page: 1, limit: 100 }
    expect(before.readers.states.list(page, now).total).toBe(5)
    expect(after.readers.states.list(page, now).total).toBe(50)
    end()
    expect(reports).toEqual([])
  })

  it('closes the old bake when the last request that may read from it has ended, and not before', async () => {
    const service = live()
    service.check()
    const ends = [service.enter(), service.enter()]
    const { readers } = service()
    const read = () => readers.states.list({}, now).count
    await bakeAnother()
    now += 1_000
    service.check()
    expect([read(), service().manifest.counts.states]).toEqual([5, 50])
    ends[0]?.()
    expect(read()).toBe(5)
    ends[1]?.()
    expect(read).toThrow(/connection is not open/)
    expect(service().manifest.counts.states).toBe(50)
  })

  it('closes a bake after those before it, because a request may read from both', async () => {
    const service = live()
    service.check()
    const end = service.enter()
    await bakeAnother()
    now += 1_000
    service.check()
    const second = service().readers
    await putBake(folder, FIXTURE)
    now += 1_000
    service.check()
    service.enter()()
    expect(second.states.list({}, now).count).toBe(50)
    end()
    expect(() => second.states.list({}, now)).toThrow(/connection is not open/)
  })

  it('opens nothing again while the bake is the same', async () => {
    const service = live()
    service.check()
    const first = service()
    for (let second = 0; second < 5; second += 1) {
      now += 1_000
      service.check()
      expect(service()).toBe(first)
    }
  })

  it('fails no request while bakes come and go', async () => {
    const service = live()
    service.check()
    for (let turn = 0; turn < TURNS; turn += 1) {
      const counts = turn % 2 === 0 ? 50 : 5
      await putBake(folder, counts === 50 ? STARTER : FIXTURE)
      for (let request = 0; request < 5; request += 1) {
        now += 400
        service.check()
        service.check()
        const { readers, manifest: served } = service()
        const { total, count } = readers.states.list({}, now)
        expect([total, count]).toEqual([served.counts.states, served.counts.states])
      }
      expect(service().manifest.counts.states).toBe(counts)
    }
    expect(reports).toEqual([])
  })

  const isInPlace = (what: string): boolean => what === 'a damaged database' || what === 'an empty database'

  it.each(SPOILT.filter(([what]) => isInPlace(what)))('does not serve %s that it has open', async (_, spoil, said) => {
    const service = live()
    service.check()
    spoil(folder)
    for (let second = 0; second < 3; second += 1) {
      now += 1_000
      service.check()
      expect(service).toThrow(said)
    }
    expect(reports).toHaveLength(1)
  })

  it.each(SPOILT.filter(([what]) => !isInPlace(what)))(
    'stays with the last good bake before %s, and reports it once',
    async (_, spoil, said) => {
      const service = live()
      service.check()
      const good = service()
      spoil(folder)
      // What a server has open stays valid; only a new manifest makes it check again.
      if (readdirIfAny().includes('manifest.json')) utimesSync(manifestFile(folder), now / 1000, now / 1000 + 5)
      for (let second = 0; second < 3; second += 1) {
        now += 1_000
        service.check()
        expect(service()).toBe(good)
      }
      expect(reports).toHaveLength(1)
      expect(reports[0]?.message).toMatch(said)
    },
  )

  it('stays with the last good bake before one with a missing table, and reports it once', async () => {
    const service = live()
    service.check()
    const good = service()
    alter(folder, 'DROP TABLE awards')
    for (let second = 0; second < 3; second += 1) {
      now += 1_000
      service.check()
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
    service.check()
    for (let second = 0; second < 3; second += 1) {
      expect(service).toThrow(/There is no bake/)
      now += 1_000
      service.check()
    }
    expect(reports).toHaveLength(1)
    mkdirSync(folder)
    const version = await bakeAnother()
    now += 1_000
    service.check()
    expect(service().manifest.datasetVersion).toBe(version)
  })

  it('reports a new error, and the same one again after a recovery', async () => {
    const service = live()
    service.check()
    service()
    const kept = readFileSync(manifestFile(folder))
    const look = async () => {
      now += 1_000
      service.check()
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
    service.check()
    expect(service).toThrow(/damaged/)
    const { publication } = await baked()
    await release(publication, folder, AT, quiet)
    now += 1_000
    service.check()
    expect(service().manifest.counts.states).toBe(5)
  })

  it('checks again when the clock goes back', async () => {
    const service = live()
    service.check()
    service()
    const version = await bakeAnother()
    now -= 3_600_000
    service.check()
    expect(service().manifest.datasetVersion).toBe(version)
  })
})
