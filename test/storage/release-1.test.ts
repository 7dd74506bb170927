import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { hashSecret, type SecretHash } from '../../src/account/secrets.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { embeddedAdapter, PATIENT_MS } from './adapters.ts'
import { ANSWER, HOUR, MINUTE, NOON, READ, usageOf } from './customer.ts'
import { type Engine, startValkey } from './engines.ts'

/**
 * Data written by the first release, as a file and as the commands that fill a server, and what that release read from
 * it. The secrets are named after what they open: `nightly` is the secret of the key "nightly".
 */
const FIXTURE = join(import.meta.dirname, 'release-1')
const EXPECTED = JSON.parse(readFileSync(join(FIXTURE, 'expected.json'), 'utf8'))
const PRAIRIE = 'acct_Prairie000000001'
const MESA = 'acct_Mesa000000000002'
const ANA = 'ana@example.org'

const places = [
  {
    name: 'a file',
    open: async () => {
      const adapter = embeddedAdapter()
      mkdirSync(dirname(adapter.path), { recursive: true })
      copyFileSync(join(FIXTURE, 'store.sqlite'), adapter.path)
      return { store: await adapter.open(), other: await adapter.open(), stop: () => adapter.stop() }
    },
  },
  {
    name: 'a server',
    open: async () => {
      const engine: Engine = await startValkey()
      const client = createClient({ url: engine.url })
      await client.connect()
      const lines = readFileSync(join(FIXTURE, 'redis.ndjson'), 'utf8').trim().split('\n')
      for (const line of lines) await client.sendCommand(JSON.parse(line))
      await client.close()
      const settings = { REDIS_URL: engine.url }
      return {
        store: await openStore(settings, PATIENT_MS),
        other: await openStore(settings, PATIENT_MS),
        stop: () => engine.stop(),
      }
    },
  },
]

describe.each(places)('data written by the first release in $name', ({ open }) => {
  let store: Store
  let other: Store
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ store, other, stop } = await open())
  })
  afterAll(async () => {
    await store.close()
    await other.close()
    await stop()
  })

  it('is read unchanged', async () => {
    expect(await store.accounts()).toMatchObject(EXPECTED.accounts)
    for (const [id, { members, keys, usage, invitations, trail }] of Object.entries<Record<string, unknown>>(
      EXPECTED.of,
    )) {
      expect(await store.members(id)).toEqual(members)
      expect(await store.keys(id)).toEqual(keys)
      expect(await store.usage(id, windowsAt(NOON))).toMatchObject(usage as object)
      expect(await store.invitations(id, NOON)).toEqual(invitations)
      expect(await store.trail(id, 100)).toEqual(trail)
    }
    for (const [email, { memberships, invitations, sessions }] of Object.entries<Record<string, unknown>>(
      EXPECTED.people,
    )) {
      expect(await store.memberships(email)).toMatchObject(memberships as object)
      expect(await store.readInvitations(email, NOON)).toEqual(invitations)
      expect(await store.sessions(email, NOON)).toEqual(sessions)
    }
  })

  it('keeps counting where it was, for valid keys, and rejects the others', async () => {
    const noon = windowsAt(NOON)
    expect(usageOf(await store.admit(hashKey('nightly'), READ, noon))).toMatchObject({ minuteUsed: 51, monthUsed: 360 })
    expect(await store.admit(hashKey('nightly'), ANSWER, noon)).toMatchObject({
      verdict: 'admitted',
      answer: 'exhausted',
    })
    expect(usageOf(await store.admit(hashKey('desktop'), READ, noon))).toMatchObject({ minuteUsed: 53 })
    expect(await store.admit(hashKey('desktop'), READ, windowsAt(NOON + 12 * HOUR))).toEqual({ verdict: 'revoked' })
    expect(await store.admit(hashKey('retired'), READ, noon)).toEqual({ verdict: 'revoked' })
    expect(await store.admit(hashKey('mesa'), READ, noon)).toEqual({ verdict: 'suspended' })
    await store.resume(MESA, NOON, ACTORS.maintainer)
    expect(usageOf(await other.admit(hashKey('mesa'), READ, noon))).toMatchObject({ monthUsed: 8 })
  })

  it('accepts its link and its session', async () => {
    expect(await store.takeLink(hashSecret('link'), hashSecret('browser'), NOON)).toBe(ANA)
    expect(await other.takeLink(hashSecret('link'), hashSecret('browser'), NOON)).toBeNull()
    expect(await store.session(hashSecret('session'), NOON)).toMatchObject({ email: ANA, seenAt: NOON })
    expect(await store.session(hashSecret('older') as SecretHash, NOON)).toBeNull()
  })

  it('knows the billing event it received, and sends the alert it could not', async () => {
    const event = { id: 'evt_1', accountId: PRAIRIE, plan: 'FREE', occurredAt: NOON } as const
    expect(await store.bill(event, NOON - 5 * 24 * HOUR)).toBe('replayed')
    expect(await store.claimAlerts(PRAIRIE, NOON, MINUTE)).toMatchObject([
      { month: '2026-11', meter: 'answers', threshold: 100, attempts: 2 },
    ])
  })

  it('is changed by the current rules, with its trail continued', async () => {
    const before = (await store.trail(PRAIRIE, 100)).length
    const invited = 'new|one@example.org'
    await store.acceptInvitation(PRAIRIE, invited, NOON)
    await store.setRole(PRAIRIE, { email: 'ben@example.org', role: 'ADMIN' }, NOON, ANA)
    await store.revokeKey('key_nightly000000000', NOON, ANA)
    const entries = await other.trail(PRAIRIE, 3)
    expect(entries.map(({ number, action }) => [number, action])).toEqual([
      [before + 3, 'KEY_REVOKED'],
      [before + 2, 'ROLE_SET'],
      [before + 1, 'MEMBER_JOINED'],
    ])
    expect(await other.members(PRAIRIE)).toEqual([
      { email: 'owner@example.org', role: 'OWNER' },
      { email: ANA, role: 'ADMIN' },
      { email: 'ben@example.org', role: 'ADMIN' },
      { email: invited, role: 'ADMIN' },
    ])
    expect(await other.admit(hashKey('nightly'), READ, windowsAt(NOON + HOUR))).toEqual({ verdict: 'revoked' })
    expect((await other.usage(PRAIRIE, windowsAt(NOON))).months).toContainEqual({
      month: '2026-10',
      requests: 70,
      answers: 70,
    })
  })
})
