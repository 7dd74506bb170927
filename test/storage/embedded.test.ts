import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { windowsAt } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { embeddedAdapter } from './adapters.ts'
import { customer, MINUTE, NOON, READ, usageOf } from './customer.ts'

const noon = windowsAt(NOON)

describe('the embedded store', () => {
  it('keeps its counts over a restart', async () => {
    const adapter = embeddedAdapter()
    const before = await adapter.open()
    const { key } = await customer(before)
    await before.admit(key, READ, windowsAt(NOON))
    await before.close()
    const after = await adapter.open()
    expect(usageOf(await after.admit(key, READ, windowsAt(NOON)))).toMatchObject({ minuteUsed: 2, monthUsed: 2 })
    await after.close()
    await adapter.stop()
  })

  it('is unavailable, not wrong, once it is closed', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key } = await customer(store)
    await store.close()
    await expect(store.admit(key, READ, windowsAt(NOON))).rejects.toThrow('The embedded store is closed.')
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

  it('migrates a file of the first release, with everything in it', async () => {
    const adapter = embeddedAdapter()
    const before = await adapter.open()
    const { key, accountId } = await customer(before)
    await before.close()
    const db = new Database(adapter.path)
    db.exec(`
      ALTER TABLE accounts DROP COLUMN billed_at;
      ALTER TABLE accounts DROP COLUMN trial_ends_at;
      ALTER TABLE accounts DROP COLUMN trial_person;
      ALTER TABLE accounts DROP COLUMN trial_notice_at;
      DROP TABLE trials;
      DROP TABLE webhooks; DROP TABLE deliveries;
      ALTER TABLE keys DROP COLUMN list; ALTER TABLE keys DROP COLUMN format; ALTER TABLE keys DROP COLUMN query;
      DROP INDEX members_email;
      DROP TABLE links; DROP TABLE sessions; DROP TABLE invitations; DROP TABLE entries; DROP TABLE billing_events;
      PRAGMA user_version = 1;
    `)
    db.close()
    const after = await adapter.open()
    expect(usageOf(await after.admit(key, READ, windowsAt(NOON)))).toMatchObject({ accountId })
    expect(await after.memberships('owner@example.org')).toMatchObject([{ account: { id: accountId }, role: 'OWNER' }])
    await after.rename(accountId, 'Renamed', NOON, 'owner@example.org')
    expect(await after.trail(accountId, 9)).toHaveLength(1)
    await after.close()
    await adapter.stop()
  })

  it('moves the log into its file outside of requests, before it grows large', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const customers = await Promise.all(Array.from({ length: 100 }, () => customer(store)))
    const before = statSync(adapter.path).size
    for (let minute = 0; minute < 60; minute += 1) {
      await Promise.all(customers.map(({ key }) => store.admit(key, READ, windowsAt(NOON + minute * MINUTE))))
    }
    // The file itself grows by what is moved there alone; the log may begin anew at once.
    await expect.poll(() => statSync(adapter.path).size).toBeGreaterThan(before)
    await store.close()
    await adapter.stop()
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
        await Promise.all(customers.map(({ key }) => store.admit(key, READ, windowsAt(NOON + minute * MINUTE))))
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

describe('requests within one turn', () => {
  it('are decided in order, in one transaction', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key, accountId } = await customer(store)
    const [first, second] = await Promise.all([store.admit(key, READ, noon), store.admit(key, READ, noon)])
    expect([usageOf(first).monthUsed, usageOf(second).monthUsed]).toEqual([1, 2])
    const asked = await Promise.all([
      store.admit(key, READ, noon),
      store.refund(usageOf(first), READ),
      store.admit(key, READ, noon),
    ])
    expect([usageOf(asked[0]).monthUsed, usageOf(asked[2]).monthUsed]).toEqual([3, 3])
    expect((await store.usage(accountId, noon)).requests.used).toBe(3)
    await store.close()
    await adapter.stop()
  })

  it('are answered after the commit, and all fail if it does', async () => {
    const adapter = embeddedAdapter()
    const store = openEmbedded(adapter.path, 1)
    const { key, accountId } = await customer(store)
    const other = new Database(adapter.path)
    other.exec('BEGIN IMMEDIATE')
    const failed = await Promise.allSettled(Array.from({ length: 5 }, () => store.admit(key, READ, noon)))
    expect(failed.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      Array.from({ length: 5 }, () => 'The embedded store failed: SQLITE_BUSY.'),
    )
    other.exec('COMMIT')
    other.close()
    expect(usageOf(await store.admit(key, READ, noon))).toMatchObject({ minuteUsed: 1, monthUsed: 1 })
    expect((await store.usage(accountId, noon)).requests.used).toBe(1)
    await store.close()
    await adapter.stop()
  })

  it('waiting when the store is closed are still written', async () => {
    const adapter = embeddedAdapter()
    const store = await adapter.open()
    const { key, accountId } = await customer(store)
    const last = store.admit(key, READ, noon)
    await store.close()
    expect((await last).verdict).toBe('admitted')
    const reopened = await adapter.open()
    expect((await reopened.usage(accountId, noon)).requests.used).toBe(1)
    await reopened.close()
    await adapter.stop()
  })
})
