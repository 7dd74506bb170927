import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { guardStore } from '../../src/http/guarded-store.ts'
import type { Store } from '../../src/storage/port.ts'
import { allAdapters } from '../storage/adapters.ts'
import { getCode, openPlace } from './place.ts'

describe.each(allAdapters())('accounts on the $name store', (adapter) => {
  let store: Store
  beforeAll(async () => {
    await adapter.start()
    store = await adapter.open()
    // Connecting is not part of the time that a request has.
    await store.ping()
  })
  afterAll(async () => {
    await store?.close()
    await adapter.stop()
  })

  it('go from the first sign-in through a paid plan to a member, and contain no secret afterwards', async () => {
    const place = await openPlace({ store: guardStore(store, () => performance.now()) })
    const ana = place.browser()
    await ana.signIn('ana@example.org')
    const [account] = (await ana.ask('/api/account')).body.accounts
    const path = `/api/account/${account.id}`
    expect(getCode(await ana.ask(`${path}/keys`, { json: { name: 'x' } }))).toBe('PLAN_REQUIRED')
    await store.setPlan(account.id, 'PRO', place.now(), ACTORS.maintainer)
    const made = (await ana.ask(`${path}/keys`, { json: { name: 'Nightly sync' } })).body
    const headers = { Authorization: `Bearer ${made.secret}` }
    expect((await ana.ask('/api/v1/states', { headers })).status).toBe(200)
    const rotated = (await ana.ask(`${path}/keys/${made.key.id}/rotate`, { json: {} })).body
    expect((await ana.ask(`${path}/keys/${made.key.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ana.ask('/api/v1/states', { headers })).status).toBe(403)

    await ana.ask(`${path}/members`, { json: { email: 'ben@example.org', role: 'MEMBER' } })
    const ben = place.browser()
    await ben.signIn('ben@example.org')
    await ben.ask(`${path}/invitation`, { json: {} })
    expect((await ben.ask(path)).body).toMatchObject({ role: 'MEMBER', usage: { requests: { used: 1 } } })
    expect(getCode(await ben.ask(`${path}/keys`, { json: { name: 'x' } }))).toBe('FORBIDDEN')
    expect((await ana.ask(`${path}/trail`)).body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'MEMBER_JOINED',
      'MEMBER_INVITED',
      'KEY_REVOKED',
      'KEY_ROTATED',
      'KEY_CREATED',
      'PLAN_SET',
      'MEMBER_ADDED',
      'ACCOUNT_CREATED',
    ])

    const session = ana.cookies.get('__Host-rhp_session') as string
    const held = await adapter.dump()
    expect(held).toContain('ben@example.org')
    for (const secret of [made.secret, rotated.secret, session, place.token('ana@example.org')]) {
      expect(held).not.toContain(secret)
    }
    expect((await ana.ask('/api/account/sessions', { method: 'DELETE' })).status).toBe(204)
    expect((await ana.ask('/api/account')).status).toBe(401)
  })
})
