import { describe, expect, it } from 'vitest'
import { isSigned, SIGNATURE_TOLERANCE_MS } from '../../src/account/account.ts'
import { ACTORS } from '../../src/account/actions.ts'
import { openPlace, signed } from './place.ts'

async function opened() {
  const place = await openPlace()
  const { accountId, browsers } = await place.team('FREE')
  const event = { id: 'evt_1', account: accountId, plan: 'PRO', occurredAt: '2026-11-20T16:59:00Z' }
  const send = (body: string, signature: string | null = signed(body, place.now())) =>
    place.browser().ask('/api/account/billing', {
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Billing-Signature': signature,
        // A payment provider is not a browser.
        Origin: null,
        'Sec-Fetch-Site': null,
      },
    })
  const plan = async () => (await place.store.account(accountId))?.plan
  return { place, accountId, owner: browsers.OWNER, event, send, plan }
}

describe('a billing event', () => {
  it('sets the plan from the next request on and is recorded in the trail', async () => {
    const { event, send, plan, owner, accountId } = await opened()
    const keys = `/api/account/${accountId}/keys`
    expect((await owner.ask(keys, { json: { name: 'x' } })).status).toBe(403)
    expect(await send(JSON.stringify(event))).toMatchObject({ status: 200, body: { outcome: 'applied' } })
    expect(await plan()).toBe('PRO')
    expect((await owner.ask(keys, { json: { name: 'x' } })).status).toBe(201)
    const { entries } = (await owner.ask(`/api/account/${accountId}/trail`)).body
    expect(entries[1]).toMatchObject({ by: 'billing', action: 'PLAN_SET', subject: 'PRO', detail: 'FREE' })
  })

  it('that is repeated changes nothing, however it is signed', async () => {
    const { event, send, plan, place, accountId } = await opened()
    const body = JSON.stringify(event)
    const signature = signed(body, place.now())
    await send(body, signature)
    await place.store.setPlan(accountId, 'TEAM', place.now(), ACTORS.maintainer)
    expect(await send(body, signature)).toMatchObject({ status: 200, body: { outcome: 'replayed' } })
    place.at(place.now() + 24 * 60 * 60_000)
    expect((await send(body)).body).toEqual({ outcome: 'replayed' })
    expect((await send(JSON.stringify({ ...event, plan: 'FREE' }))).body).toEqual({ outcome: 'replayed' })
    expect(await plan()).toBe('TEAM')
  })

  it('dated 9999 is rejected and does not block later ones', async () => {
    const { event, send, plan, place, accountId } = await opened()
    const ahead = await send(JSON.stringify({ ...event, id: 'evt_2', occurredAt: '9999-12-31T23:59:59Z' }))
    expect(ahead).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    expect((await send(JSON.stringify(event))).body).toEqual({ outcome: 'applied' })
    expect(await plan()).toBe('PRO')
    // Also survives an event accepted by an earlier release.
    const late = { accountId, id: 'evt_3', plan: 'TEAM', occurredAt: Date.parse('9999-12-31T00:00:00Z') } as const
    await place.store.bill(late, late.occurredAt)
    expect((await send(JSON.stringify({ ...event, id: 'evt_4' }))).body).toEqual({ outcome: 'applied' })
    expect(await plan()).toBe('PRO')
  })

  it('older than the last known one changes nothing', async () => {
    const { event, send, plan } = await opened()
    await send(JSON.stringify({ ...event, id: 'evt_2', plan: 'TEAM', occurredAt: '2026-11-20T16:59:30Z' }))
    expect((await send(JSON.stringify(event))).body).toEqual({ outcome: 'outdated' })
    expect(await plan()).toBe('TEAM')
  })

  it.each([
    ['without a signature', (_: string, __: number) => null],
    ['with an empty signature', () => ''],
    ['signed with another secret', (body: string, now: number) => signed(body, now, 'another secret')],
    ['signed for another body', (body: string, now: number) => signed(`${body} `, now)],
    ['signed too long ago', (body: string, now: number) => signed(body, now - SIGNATURE_TOLERANCE_MS - 1000)],
    ['signed in the future', (body: string, now: number) => signed(body, now + SIGNATURE_TOLERANCE_MS + 1000)],
    [
      'with the time changed',
      (body: string, now: number) => signed(body, now - 600_000).replace(/t=\d+/, `t=${now / 1000}`),
    ],
    ['without a time', (body: string, now: number) => signed(body, now).replace(/t=\d+,/, '')],
    ['with a truncated signature', (body: string, now: number) => signed(body, now).slice(0, -2)],
    ['with only the bare signature', (body: string, now: number) => signed(body, now).split('v1=')[1] ?? ''],
  ])('%s is rejected', async (_, signature) => {
    const { event, send, plan, place } = await opened()
    const body = JSON.stringify(event)
    const answer = await send(body, signature(body, place.now()))
    expect(answer).toMatchObject({ status: 403, body: { code: 'SIGNATURE_INVALID' } })
    expect(await plan()).toBe('FREE')
    expect((await send(body)).body).toEqual({ outcome: 'applied' })
  })

  it.each([
    ['of an unknown account', { account: 'acct_none' }, 404],
    ['of an unknown plan', { plan: 'GOLD' }, 400],
    ['without an id', { id: '' }, 400],
    ['without a valid time', { occurredAt: 'yesterday' }, 400],
    ['with unknown fields', { amount: 5 }, 400],
  ])('%s is rejected', async (_, change, status) => {
    const { event, send, plan } = await opened()
    expect((await send(JSON.stringify({ ...event, ...change }))).status).toBe(status)
    expect((await send('[]')).status).toBe(400)
    expect(await plan()).toBe('FREE')
  })

  it('is accepted if one of several signatures is valid, so secrets can be rotated', () => {
    const now = Date.parse('2026-11-20T17:00:00Z')
    const [old, current] = ['old secret', 'new secret'].map((secret) => signed('{}', now, secret).split(',')) as [
      string[],
      string[],
    ]
    const header = [...old, current[1]].join(', ')
    const bytes = new TextEncoder().encode('{}')
    expect(isSigned(header, bytes, 'new secret', now)).toBe(true)
    expect(isSigned(header, bytes, 'old secret', now)).toBe(true)
    expect(isSigned(header, bytes, 'third secret', now)).toBe(false)
  })

  it('has no route if no secret is set', async () => {
    const place = await openPlace({ billingSecret: null })
    const answer = await place.browser().ask('/api/account/billing', {
      body: '{}',
      headers: { 'X-Billing-Signature': signed('{}', place.now(), '') },
    })
    expect(answer.status).toBe(404)
  })
})
