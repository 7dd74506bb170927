import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { release } from '../../src/bake/release.ts'
import { getSnapshotPath, type SnapshotFile } from '../../src/bake/snapshot/snapshot-list.ts'
import { createApp } from '../../src/http/app.ts'
import type { Reader } from '../../src/store/lists/reader.ts'
import type { DatasetUnavailable } from '../../src/store/open/dataset.ts'
import { openLiveService } from '../../src/store/open/live.ts'
import { baked, NOW, openApi, putBake, scratch } from '../api.ts'
import { damage, databaseFile } from './spoilt.ts'

/** The served file, modified by others. */

const AT = Date.parse(NOW)
const quiet = () => {}

let folder: string
let now: number
let reports: DatasetUnavailable[]
beforeEach(async () => {
  folder = scratch()
  now = AT
  reports = []
  await putBake(folder)
})
const live = () =>
  openLiveService(
    folder,
    () => now,
    (fault) => reports.push(fault),
  )
describe('a snapshot file', () => {
  it.each<[string, (file: string) => void]>([
    ['is truncated', (file) => truncateSync(file, 100)],
    ['has another byte', (file) => writeFileSync(file, readFileSync(file).fill(0, 100, 101))],
    ['is replaced by a longer one', (file) => writeFileSync(file, 'x'.repeat(statSync(file).size + 1))],
    ['is removed', (file) => rmSync(file)],
    [
      'is a folder',
      (file) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('is refused when it %s, before and after it was opened, and the others are not', async (_, change) => {
    const service = live()
    service.check()
    const { exports } = service()
    const [first, second, third] = exports.files as [SnapshotFile, SnapshotFile, SnapshotFile]
    await (await exports.open(first)).close()
    for (const file of [first, second]) {
      change(path.join(folder, getSnapshotPath(file)))
      await expect(exports.open(file)).rejects.toThrow(/snapshot file .* is missing or damaged/)
    }
    await (await exports.open(third)).close()
  })

  it('is found intact again after the same dataset is baked', async () => {
    const service = live()
    service.check()
    const { exports } = service()
    const [file] = exports.files as [SnapshotFile]
    writeFileSync(path.join(folder, getSnapshotPath(file)), 'x'.repeat(file.bytes))
    await expect(exports.open(file)).rejects.toThrow(/damaged/)
    await release((await baked()).publication, folder, now, quiet)
    await (await exports.open(file)).close()
  })
})

describe('damage while serving', () => {
  it.each<[string, () => void]>([
    ['is truncated', () => truncateSync(databaseFile(folder), 0)],
    ['is cut in the middle', () => truncateSync(databaseFile(folder), 8192)],
    ['is overwritten with garbage', () => writeFileSync(databaseFile(folder), 'x'.repeat(100_000), { flag: 'r+' })],
  ])(
    'never ends the process: if the file %s, lists give an error or what they gave before, and then nothing is served',
    (_, change) => {
      const service = live()
      const lists = Object.values(service().readers)
      const read = (reader: Reader) => reader.list({ page: 2, limit: 1 }, now).data
      const before = lists.map(read)
      change()
      lists.forEach((reader, place) => {
        try {
          expect(read(reader)).toBe(before[place])
        } catch (error) {
          expect(String(error)).toMatch(/malformed|not a database|I\/O|no such table/)
        }
      })
      now += 1_000
      expect(service).toThrow(/is damaged/)
      expect(reports).toHaveLength(1)
    },
  )

  it('is reported within a second, and fixed by baking the same dataset again', async () => {
    const service = live()
    service.check()
    const version = service().manifest.datasetVersion
    expect(service.failure()).toBe(null)
    damage(folder)
    now += 1_000
    service.check()
    expect(service).toThrow(/is damaged/)
    expect(service.failure()?.message).toMatch(/is damaged/)
    expect(reports).toHaveLength(1)
    const { publication } = await baked()
    await release(publication, folder, now, quiet)
    now += 1_000
    service.check()
    expect(service().manifest.datasetVersion).toBe(version)
    expect(service.failure()).toBe(null)
  })

  it('to the opened file itself returns 503, not 500, is reported by health, and fixed by baking again', async () => {
    const { store, key } = await openApi()
    const { secret } = await key()
    const service = live()
    service.check()
    service()
    const app = createApp({
      service,
      datasetError: service.failure,
      meter: store,
      clock: () => now,
      log: quiet,
      base: null,
    })
    const health = async () => (await app.request('/api/health')).json()
    const ask = async () => {
      const answer = await app.request('/api/v1/documents?limit=3', { headers: { 'X-Api-Key': secret } })
      return [answer.status, (await answer.json()).code]
    }
    expect(await health()).toMatchObject({ status: 'ok', dataset: 'current' })

    const file = databaseFile(folder)
    writeFileSync(file, 'x'.repeat(statSync(file).size - 4096), { flag: 'r+' })
    expect(await ask()).toEqual([503, 'DATASET_UNAVAILABLE'])
    expect(await health()).toMatchObject({ status: 'unavailable', dataset: 'unavailable' })
    expect(await ask()).toEqual([503, 'DATASET_UNAVAILABLE'])
    service.check()
    expect(reports.map(({ message }) => message)).toEqual([expect.stringMatching(/is damaged/)])

    const { publication } = await baked()
    await release(publication, folder, now, quiet)
    now += 1_000
    service.check()
    expect(await ask()).toEqual([200, undefined])
    expect(await health()).toMatchObject({ status: 'ok', dataset: 'current' })
  })
})
