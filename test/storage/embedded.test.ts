import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { embeddedAdapter } from './adapters.ts'
import { customer, getUsage, MINUTE, NOON, READ } from './customer.ts'

const noon = getWindows(NOON)

describe('the embedded store', () => {
  it('keeps its counts over a restart', async () => {
    const adapter = embeddedAdapter()
    const before = await adapter.open()
    const { key } = await customer(before)
    await before.admit(key, READ, getWindows(NOON))
    await before.close()
    const after = await adapter.open()
    expect(getUsage(await after.admit(key, READ, getWindows(NOON)))).toMatchObject({ minuteUsed: 2, monthUsed: 2 })
    await after.close()
    await adapter.stop()
  })

  it('is unavailable, not wrong, once it is closed', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key } = await customer(store)
    await store.close()
    await expect(store.admit(key, READ, getWindows(NOON))).rejects.toThrow('The embedded store is closed.')
    await adapter.stop()
  })

  it('rejects a file written by a later release', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'))
    const path = join(folder, 'store.sqlite')
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.close()
    expect(() => openEmbedded(path)).toThrow('was written by a later release (version 99)')
    rmSync(folder, { recursive: true })
  })
})

describe('the log of the embedded store', () => {
  it("shrinks after another process's reader, which blocked it, has gone", async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const customers = await Promise.all(Array.from({ length: 100 }, () => customer(store)))
    let minute = 0
    const work = async (minutes: number) => {
      for (const end = minute + minutes; minute < end; minute += 1) {
        await Promise.all(customers.map(({ key }) => store.admit(key, READ, getWindows(NOON + minute * MINUTE))))
      }
    }
    const size = () => statSync(`${adapter.path}-wal`).size
    const reader = new Database(adapter.path)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM accounts').get()
    await work(160)
    const grown = size()
    expect(grown).toBeGreaterThan(4.5 * 1024 * 1024)
    reader.close()
    await expect
      .poll(
        async () => {
          await work(20)
          return size()
        },
        { timeout: 20_000 },
      )
      .toBeLessThan(4.5 * 1024 * 1024)
    await store.close()
    await adapter.stop()
  })
})

describe('a file that another process has locked', () => {
  it('does not keep this process from other work, and is unavailable soon', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key, accountId } = await customer(store)
    const other = new Database(adapter.path)
    other.exec('BEGIN IMMEDIATE')
    const began = performance.now()
    const asked = Array.from({ length: 20 }, () => store.admit(key, READ, noon))
    // A lock that SQLite waits for would block this process for the time of all calls together.
    expect(performance.now() - began).toBeLessThan(80)
    const failed = await Promise.allSettled(asked)
    expect(new Set(failed.map((result) => result.status === 'rejected' && result.reason.message))).toEqual(
      new Set(['The embedded store failed: SQLITE_BUSY.']),
    )
    other.exec('COMMIT')
    other.close()
    expect(getUsage(await store.admit(key, READ, noon))).toMatchObject({ minuteUsed: 1, monthUsed: 1 })
    expect((await store.usage(accountId, noon)).requests.used).toBe(1)
    await store.close()
    await adapter.stop()
  })

  it('is used as soon as it is free', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key } = await customer(store)
    const other = new Database(adapter.path)
    other.exec('BEGIN IMMEDIATE')
    const admissions = [store.admit(key, READ, noon), store.admit(key, READ, noon)]
    await setTimeout(20)
    other.exec('COMMIT')
    other.close()
    const used = (await Promise.all(admissions)).map((admission) => getUsage(admission).monthUsed)
    expect(used.toSorted()).toEqual([1, 2])
    await store.close()
    await adapter.stop()
  })
})
