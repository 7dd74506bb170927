import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/metering/admission.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { customer, NOON, READ } from './customer.ts'

const noon = getWindows(NOON)
const scratch = mkdtempSync(join(tmpdir(), 'lasting-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A store on a new path, with a stopwatch controlled by the test. */
function bench(before: (path: string) => void = () => {}) {
  const folder = mkdtempSync(join(scratch, 'place-'))
  const path = join(folder, 'store.sqlite')
  before(path)
  let at = 0
  return {
    path,
    store: openEmbedded(path, () => at),
    pass: (ms: number) => {
      at += ms
    },
  }
}
const remove = (path: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
}

describe('a store file that is deleted while the service runs', () => {
  it('makes the store unavailable within a second, instead of accepting writes that would be lost', async () => {
    const { store, path, pass } = bench()
    const { key } = await customer(store)
    remove(path)
    pass(1_000)
    await expect(store.admit(key, READ, noon)).rejects.toThrow('The file of the embedded store was deleted.')
    await expect(store.ping()).rejects.toThrow(StoreUnavailable)
    await store.close()
  })

  it('is never replaced by an empty one, which would reject every key', async () => {
    const { store, path, pass } = bench()
    const { key } = await customer(store)
    remove(path)
    for (let second = 0; second < 3; second += 1) {
      pass(1_000)
      await expect(store.admit(key, READ, noon)).rejects.toThrow(StoreUnavailable)
    }
    await store.close()
  })

  it('is read again when it is restored', async () => {
    const { store, path, pass } = bench()
    const { key } = await customer(store)
    await store.admit(key, READ, noon)
    const backup = `${path}.backup`
    const db = new Database(path)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    copyFileSync(path, backup)
    remove(path)
    pass(1_000)
    await expect(store.ping()).rejects.toThrow(StoreUnavailable)
    renameSync(backup, path)
    pass(1_000)
    expect(await store.admit(key, READ, noon)).toMatchObject({ verdict: 'admitted', usage: { monthUsed: 2 } })
    await store.close()
  })
})

describe('a store file that cannot be opened', () => {
  it('is retried once a second', async () => {
    const { store, path, pass } = bench((place) => mkdirSync(place))
    await expect(store.accounts()).rejects.toThrow('The embedded store failed: SQLITE_CANTOPEN.')
    rmSync(path, { recursive: true })
    await expect(store.accounts()).rejects.toThrow(StoreUnavailable)
    pass(1_000)
    expect(await store.accounts()).toEqual([])
    await store.close()
  })

  it('written by a later release prevents the start, with its name', () => {
    const later = (place: string) => {
      const db = new Database(place)
      db.pragma('user_version = 99')
      db.close()
    }
    expect(() => bench(later)).toThrow('was written by a later release (version 99)')
  })

  it('that is not a database is reported as such', async () => {
    const { store } = bench((place) => writeFileSync(place, 'no database, but long enough to be read as a page of one'))
    await expect(store.ping()).rejects.toThrow('The embedded store failed: SQLITE_NOTADB.')
    await store.close()
  })
})
