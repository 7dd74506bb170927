import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { release } from '../../src/bake/release.ts'
import { type SnapshotFile, snapshotPath } from '../../src/bake/snapshot-file.ts'
import { createApp } from '../../src/http/app.ts'
import type { DatasetUnavailable } from '../../src/store/dataset.ts'
import { liveService } from '../../src/store/live.ts'
import { openOwn } from '../../src/store/own-copy.ts'
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
  liveService(
    folder,
    () => now,
    (fault) => reports.push(fault),
  )
const overwrite = (): void => {
  const file = databaseFile(folder)
  const copy = path.join(scratch(), 'copy.sqlite')
  copyFileSync(file, copy)
  // Without a new inode, as `cp` does.
  writeFileSync(file, readFileSync(copy), { flag: 'r+' })
}
/** Reads enough to touch every page of the file. */
const readAll = (service: ReturnType<typeof live>): number => {
  const { readers } = service()
  return Object.values(readers).reduce((sum, reader) => sum + reader.list({}, now).data.length, 0)
}

describe('the served file', () => {
  it.each<[string, () => void]>([
    ['is truncated', () => truncateSync(databaseFile(folder), 0)],
    ['is cut in the middle', () => truncateSync(databaseFile(folder), 8192)],
    ['is copied over itself in place', overwrite],
    ['is overwritten with garbage', () => writeFileSync(databaseFile(folder), 'x'.repeat(100_000), { flag: 'r+' })],
  ])(
    'may be modified by others while it is served: the process and its responses are unaffected (%s)',
    async (_, change) => {
      const service = live()
      await service.settle()
      const before = readAll(service)
      change()
      for (let second = 0; second < 3; second += 1) {
        expect(readAll(service)).toBe(before)
        now += 1_000
        await service.settle()
      }
    },
  )

  it('is served from a copy that leaves nothing behind in the folder', async () => {
    await live().settle()
    expect(readdirSync(folder).filter((name) => name.startsWith('.served-'))).toEqual([])
  })

  it('is not memory-mapped where no copy can be made, because others can truncate it', async () => {
    refuseCopies()
    const { db, isOwn, close } = await openOwn(folder)
    expect({ isOwn, mapped: db.pragma('mmap_size', { simple: true }) }).toEqual({ isOwn: false, mapped: 0 })
    close()
  })

  it('copies of dead processes are removed', async () => {
    writeFileSync(path.join(folder, '.served-999999999-left'), 'x')
    await live().settle()
    expect(readdirSync(folder).filter((name) => name.startsWith('.served-'))).toEqual([])
  })
})

/** Leaves no space for copies until the end of the test. */
function refuseCopies(): void {
  const { open } = promises
  promises.open = async (file, ...rest) => {
    if (String(file).includes('.served-')) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    return await open(file, ...rest)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    promises.open = open
    syncBuiltinESMExports()
  })
}

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
    await service.settle()
    const { exports } = service()
    const [first, second, third] = exports.files as [SnapshotFile, SnapshotFile, SnapshotFile]
    await (await exports.open(first)).close()
    for (const file of [first, second]) {
      change(path.join(folder, snapshotPath(file)))
      await expect(exports.open(file)).rejects.toThrow(/snapshot file .* is missing or damaged/)
    }
    await (await exports.open(third)).close()
  })

  it('is found intact again after the same dataset is baked', async () => {
    const service = live()
    await service.settle()
    const { exports } = service()
    const [file] = exports.files as [SnapshotFile]
    writeFileSync(path.join(folder, snapshotPath(file)), 'x'.repeat(file.bytes))
    await expect(exports.open(file)).rejects.toThrow(/damaged/)
    release((await baked()).publication, folder, now, quiet)
    await (await exports.open(file)).close()
  })
})

describe('damage while serving', () => {
  it('is reported within a second, and fixed by baking the same dataset again', async () => {
    const service = live()
    await service.settle()
    const version = service().manifest.datasetVersion
    expect(service.failure()).toBe(null)
    damage(folder)
    now += 1_000
    await service.settle()
    expect(service().manifest.datasetVersion).toBe(version)
    expect(service.failure()?.message).toMatch(/is damaged/)
    expect(reports).toHaveLength(1)
    const { publication } = await baked()
    release(publication, folder, now, quiet)
    now += 1_000
    await service.settle()
    expect(service().manifest.datasetVersion).toBe(version)
    expect(service.failure()).toBe(null)
  })

  it('to the opened file itself returns 503, not 500, is reported by health, and fixed by baking again', async () => {
    const { store, key } = await openApi()
    const { secret } = await key()
    const before = new Set(openCopies())
    const service = live()
    await service.settle()
    service()
    const own = openCopies().find((file) => !before.has(file) && isDatabase(file))
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

    for (const file of [own as string, databaseFile(folder)]) {
      writeFileSync(file, 'x'.repeat(statSync(file).size - 4096), { flag: 'r+' })
    }
    expect(await ask()).toEqual([503, 'DATASET_UNAVAILABLE'])
    expect(await health()).toMatchObject({ status: 'unavailable', dataset: 'unavailable' })
    expect(await ask()).toEqual([503, 'DATASET_UNAVAILABLE'])
    await service.settle()
    expect(reports.map(({ message }) => message)).toEqual([expect.stringMatching(/is damaged/)])

    const { publication } = await baked()
    release(publication, folder, now, quiet)
    now += 1_000
    await service.settle()
    expect(await ask()).toEqual([200, undefined])
    expect(await health()).toMatchObject({ status: 'ok', dataset: 'current' })
  })
})

const isDatabase = (file: string): boolean => readFileSync(file, 'latin1').startsWith('SQLite format')

/** The unlinked copies that this process has open. */
function openCopies(): string[] {
  const files = readdirSync('/proc/self/fd').map((descriptor) => `/proc/self/fd/${descriptor}`)
  return files.filter((file) => {
    try {
      return readlinkSync(file).includes('/.served-')
    } catch {
      return false
    }
  })
}
