import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { windowsAt } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { embeddedAdapter } from './adapters.ts'
import { customer, NOON, READ, usageOf } from './customer.ts'

describe('the embedded store', () => {
  it('keeps what it counted over a restart', async () => {
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

  it('refuses a file that a later release wrote', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-'))
    const path = join(folder, 'store.sqlite')
    const db = new Database(path)
    db.pragma('user_version = 99')
    db.close()
    expect(() => openEmbedded(path)).toThrow('was written by a later release (version 99)')
    rmSync(folder, { recursive: true })
  })

  it('brings a file of the first release up to date, with all that it holds', async () => {
    const adapter = embeddedAdapter()
    const before = await adapter.open()
    const { key, accountId } = await customer(before)
    await before.close()
    const db = new Database(adapter.path)
    db.exec(`
      ALTER TABLE accounts DROP COLUMN billed_at;
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
})
