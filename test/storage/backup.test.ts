import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { getWindows } from '../../src/metering/windows.ts'
import { backUp, restore } from '../../src/storage/embedded/file.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { scratch } from '../api.ts'
import { customer, NOON, READ, spend } from './customer.ts'

const EARLIER = join(import.meta.dirname, 'release-2', 'store.sqlite')
const noon = getWindows(NOON)

let folder: string
let path: string
let file: string
beforeEach(() => {
  folder = scratch()
  path = join(folder, 'store.sqlite')
  file = join(folder, 'backup.sqlite')
})

describe('a backup', () => {
  it('includes what is still in the write-ahead log: on a first run, every account', async () => {
    const store = openEmbedded(path)
    const { accountId, key } = await customer(store)
    await store.admit(key, READ, noon)
    expect(backUp(path, file)).toMatchObject({ file, accounts: 1, bytes: statSync(file).size })
    await store.close()
    const copy = openEmbedded(file)
    expect((await copy.usage(accountId, noon)).requests.used).toBe(1)
    await copy.close()
  })

  it('is complete, even while another process writes as fast as it can', async () => {
    const store = openEmbedded(path)
    const { accountId, key } = await customer(store, 'FEATURED_VENDOR')
    const hammer = join(import.meta.dirname, 'hammer.ts')
    const spending = promisify(execFile)(process.execPath, [hammer, path, key, '4000', String(NOON)])
    await expect.poll(async () => (await store.usage(accountId, noon)).requests.used).toBeGreaterThan(0)
    backUp(path, file)
    expect((await spending).stdout).toBe('300')
    const copy = new Database(file, { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    await store.close()
  })

  it('is readable only by its owner, and never replaces another', async () => {
    await openEmbedded(path).close()
    backUp(path, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const before = readFileSync(file)
    expect(() => backUp(path, file)).toThrow('already exists')
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('of a missing store is refused, and creates none', () => {
    expect(() => backUp(path, file)).toThrow(`There is no store at ${path}`)
    expect([existsSync(path), existsSync(file)]).toEqual([false, false])
  })
})

describe('restoring', () => {
  it('replaces the store, and keeps the old one next to it', async () => {
    const store = openEmbedded(path)
    const { accountId, key } = await customer(store, 'TEAM')
    await spend(store, key, 5, READ, NOON)
    backUp(path, file)
    await spend(store, key, 7, READ, NOON)
    await store.close()
    const { before, accounts } = restore(path, file)
    expect([before, accounts]).toEqual([`${path}.before-restore`, 1])
    for (const [place, used] of [
      [path, 5],
      [`${path}.before-restore`, 12],
    ] as const) {
      const opened = openEmbedded(place)
      expect((await opened.usage(accountId, noon)).requests.used).toBe(used)
      await opened.close()
    }
  })

  it('handles a store that was killed, with what is still in its log', async () => {
    const killed = openEmbedded(path)
    await customer(killed)
    const crashed = join(folder, 'crashed.sqlite')
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix)
    backUp(path, file)
    await killed.close()
    expect(restore(crashed, file).before).toBe(`${crashed}.before-restore`)
    expect(existsSync(`${crashed}-wal`)).toBe(false)
    const before = openEmbedded(`${crashed}.before-restore`)
    expect(await before.accounts()).toHaveLength(1)
    await before.close()
  })

  it('is refused while the store is in use, and changes nothing', async () => {
    const store = openEmbedded(path)
    const { accountId } = await customer(store)
    backUp(path, file)
    expect(() => restore(path, file)).toThrow(/is in use: stop the service/)
    expect((await store.usage(accountId, noon)).requests.used).toBe(0)
    await store.close()
    expect(existsSync(`${path}.before-restore`)).toBe(false)
  })

  it.each<[string, (name: string) => void, RegExp]>([
    ['a missing file', () => {}, /does not exist/],
    [
      'a text file',
      (name) => writeFileSync(name, 'not a database, but long enough to be taken for one'.repeat(99)),
      /not a complete copy/,
    ],
    ['another database', (name) => void new Database(name).exec('CREATE TABLE a (b)').close(), /not a complete copy/],
    [
      'a truncated backup',
      (name) => {
        copyFileSync(EARLIER, name)
        writeFileSync(name, readFileSync(name).subarray(0, statSync(name).size / 2))
      },
      /not a complete copy/,
    ],
    [
      'a backup from a later release',
      (name) => {
        const db = new Database(name)
        db.pragma('user_version = 99')
        db.close()
      },
      /was written by a later release \(version 99\)/,
    ],
  ])('rejects %s, and changes nothing', async (_, make, sentence) => {
    await openEmbedded(path).close()
    const before = readFileSync(path)
    make(file)
    expect(() => restore(path, file)).toThrow(sentence)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('accepts a copy made by hand, with the log next to it, and leaves that unchanged', async () => {
    const store = openEmbedded(path)
    await customer(store)
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, file + suffix)
    await store.close()
    const before = readdirSync(folder)
    expect(restore(path, file).accounts).toBe(1)
    expect(readdirSync(folder)).toEqual([...before, 'store.sqlite.before-restore'])
  })

  it('accepts a backup from an earlier release, which the service then migrates', async () => {
    const { accounts } = restore(path, EARLIER)
    const store = openEmbedded(path)
    expect(await store.accounts()).toHaveLength(accounts)
    await store.close()
  })
})

describe('the file', () => {
  it('is readable only by its owner, with the files next to it', async () => {
    const store = openEmbedded(path)
    await customer(store)
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
    expect(readdirSync(folder)).toContain('store.sqlite-wal')
    await store.close()
  })

  it('is complete by itself once the store is closed', async () => {
    const store = openEmbedded(path)
    const { accountId } = await customer(store)
    await store.close()
    expect(existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0).toBe(false)
    copyFileSync(path, file)
    const copy = openEmbedded(file)
    expect(await copy.account(accountId)).toMatchObject({ id: accountId })
    await copy.close()
  })

  it('is copied before a migration, so the earlier release can continue with the copy', async () => {
    copyFileSync(EARLIER, path)
    await openEmbedded(path).close()
    const copy = new Database(`${path}.version-5`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(5)
    expect(copy.prepare('SELECT count(*) FROM accounts').pluck().get()).toBe(3)
    copy.close()
    await openEmbedded(path).close()
    expect(existsSync(`${path}.version-5.2`)).toBe(false)
  })

  it('is refused, unchanged, if it is older than what can be migrated', () => {
    const db = new Database(path)
    db.pragma('user_version = 4')
    db.close()
    expect(() => openEmbedded(path)).toThrow(/version 4/)
    expect(readdirSync(folder).filter((name) => name.includes('.version-'))).toEqual([])
  })
})
