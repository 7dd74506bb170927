import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { release } from '../../src/bake/release.ts'
import { holdsVerdict, VERDICT_FILE, writeVerdict } from '../../src/bake/verdict.ts'
import type { DatasetUnavailable } from '../../src/store/dataset.ts'
import { liveService } from '../../src/store/live.ts'
import { baked, NOW, scratch } from '../api.ts'
import { damage, databaseFile, manifestOf } from './spoilt.ts'

/** A start that serves a bake on its verdict, and reads the whole file while serving. */

const AT = Date.parse(NOW)

let folder: string
let reports: DatasetUnavailable[]
beforeEach(async () => {
  const { publication } = await baked()
  folder = scratch()
  reports = []
  release(publication, folder, AT, () => {})
})

const live = (place = folder) =>
  liveService(
    place,
    () => AT,
    (fault) => reports.push(fault),
  )

/** Changes the database without changing the file's time, as a failing disk does. */
function unseen(change: () => void): void {
  const { atime, mtime } = statSync(databaseFile(folder))
  utimesSync(databaseFile(folder), atime, mtime)
  writeVerdict(folder, manifestOf(folder), stateNow())
  change()
  utimesSync(databaseFile(folder), atime, mtime)
}
function stateNow(): string {
  const { mtimeMs, ino, size } = statSync(databaseFile(folder))
  return `${mtimeMs} ${ino} ${size}`
}

describe('a start', () => {
  it('serves a bake with a verdict before its file was read, then from a private copy', async () => {
    const service = live()
    await service.ready()
    const first = service()
    expect(first.isOwn).toBe(false)
    expect(first.readers.states.list({}, AT).total).toBe(5)
    await service.settle()
    expect(service().isOwn).toBe(true)
    expect(service().readers.states.list({}, AT)).toEqual(first.readers.states.list({}, AT))
    expect(reports).toEqual([])
  })

  it('stops serving if reading the file shows that it is damaged', async () => {
    unseen(() => damage(folder))
    const service = live()
    await service.ready()
    expect(service().manifest.counts.states).toBe(5)
    await service.settle()
    expect(service).toThrow(/is damaged: its SHA-256/)
    expect(service.failure()?.message).toMatch(/is damaged/)
    expect(reports).toHaveLength(1)
  })

  it('without a verdict reads the file first, and writes one for the next start', async () => {
    const place = path.join(scratch(), 'copied')
    cpSync(folder, place, { recursive: true })
    expect(holdsVerdict(place, manifestOf(place))).toBe(false)
    const service = live(place)
    expect(service).toThrow(/is not open yet/)
    await service.ready()
    expect(service().isOwn).toBe(true)
    expect(holdsVerdict(place, manifestOf(place))).toBe(true)
  })

  it('without a verdict never serves a damaged file', async () => {
    rmSync(path.join(folder, VERDICT_FILE))
    damage(folder)
    const service = live()
    await service.ready()
    expect(service).toThrow(/is damaged: its SHA-256/)
    expect(existsSync(path.join(folder, VERDICT_FILE))).toBe(false)
  })
})

describe('a verdict', () => {
  it.each<[string, () => void]>([
    ['the file was changed', () => damage(folder)],
    ['the file was truncated', () => truncateSync(databaseFile(folder), 4096)],
    ['the file was replaced', () => writeFileSync(databaseFile(folder), readFileSync(databaseFile(folder)))],
    ['it is of another file', () => writeVerdict(folder, { ...manifestOf(folder), sha256: 'another' }, stateNow())],
    ['it is unreadable', () => writeFileSync(path.join(folder, VERDICT_FILE), '{')],
  ])('is ignored once %s', (_, change) => {
    expect(holdsVerdict(folder, manifestOf(folder))).toBe(true)
    change()
    expect(holdsVerdict(folder, manifestOf(folder))).toBe(false)
  })

  it('without a state, as on the platform, is valid for a file of its size', () => {
    writeVerdict(folder, manifestOf(folder), null)
    const place = path.join(scratch(), 'sent')
    cpSync(folder, place, { recursive: true })
    expect(holdsVerdict(place, manifestOf(place))).toBe(true)
    truncateSync(databaseFile(place), 4096)
    expect(holdsVerdict(place, manifestOf(place))).toBe(false)
  })
})
