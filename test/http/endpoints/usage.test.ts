import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { guardStore } from '../../../src/http/guarded-store.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { drainAlerts } from '../../../src/notify/account-mails.ts'
import type { Mailer } from '../../../src/notify/mail.ts'
import type { Store } from '../../../src/storage/port.ts'
import { openApi } from '../../api.ts'
import { within } from '../../deadline.ts'
import { spending } from '../metering/spending.ts'

describe('GET /api/v1/usage', () => {
  it('returns plan, usage, reset times, the last twelve months and the last use of each key', async () => {
    const api = await openApi()
    const { secret, keyId, accountId } = await api.key('PRO')
    for (let count = 0; count < 3; count += 1) await api.ask('/api/v1/awards', { key: secret })
    await api.ask('/api/v1/awards?limit=0', { key: secret })
    const { status, body, headers } = await api.ask('/api/v1/usage', { key: secret })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      account: { id: accountId },
      plan: 'PRO',
      month: '2026-11',
      // Three answers, one 400, and this request itself.
      minute: { limit: 60, used: 5, remaining: 55, resetsAt: '2026-11-20T17:01:00.000Z' },
      requests: { limit: 2_000, used: 3, remaining: 1_997, resetsAt: '2026-12-01T00:00:00.000Z' },
      aiAnswers: { limit: 250, used: 0, remaining: 250, resetsAt: '2026-12-01T00:00:00.000Z' },
      keys: [{ id: keyId, lastFour: secret.slice(-4), lastUsedAt: '2026-11-20T17:00:00.000Z', revokedAt: null }],
      notices: [],
    })
    expect(body.months).toHaveLength(12)
    expect(body.months[0]).toEqual({ month: '2026-11', requests: 3, aiAnswers: 0 })
    expect(body.months.at(-1).month).toBe('2025-12')
    expect(JSON.stringify(body)).not.toContain(secret.slice(9, -4))
    expect(headers.get('etag')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is unmetered, and responds when the month is used up', async () => {
    const api = await openApi()
    const { secret, accountId } = await api.key('PRO')
    await spending(() => api).spendMonth(secret, PLANS.PRO.perMonth)
    expect((await api.ask('/api/v1/awards?limit=1', { key: secret })).status).toBe(429)
    const { status, body } = await api.ask('/api/v1/usage', { key: secret })
    expect(status).toBe(200)
    expect(body.requests).toMatchObject({ used: 2_000, remaining: 0 })
    expect(
      (await api.store.usage(accountId, { now: api.now(), minute: Math.floor(api.now() / 60_000), month: '2026-11' }))
        .requests.used,
    ).toBe(2_000)
  })
})

it('reports within 600 ms that usage cannot be read, if the store admits late and then hangs', async () => {
  const api = await openApi()
  const { secret } = await api.key('PRO')
  const hanging: Store = {
    ...api.store,
    admit: async (...words) => {
      await setTimeout(350)
      return api.store.admit(...words)
    },
    usage: () => new Promise(() => {}),
  }
  const app = createApp({
    service: () => api.service,
    meter: guardStore(hanging, () => performance.now()),
    clock: api.now,
    log: () => {},
    base: null,
  })
  const { status, headers } = await within(600, async () =>
    app.request('/api/v1/usage', { headers: { 'X-Api-Key': secret } }),
  )
  expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
  expect(headers.get('X-RateLimit-Remaining')).toBe('59')
})

const NEAR_A_CROSSING = [0.8, 1].map((share) => share * PLANS.PRO.perMonth)

describe('usage alerts', () => {
  it('the requests that cross 80% and 100% each trigger one alert, and only they do', async () => {
    const api = await openApi()
    const { secret, accountId } = await api.key('PRO')
    const due: string[] = []
    const sent: string[] = []
    const mailer: Mailer = {
      channel: 'mail',
      send: async (mail) => {
        if (mail.kind === 'usage_notice') sent.push(`${mail.to.join()} ${mail.logged.meter} ${mail.logged.threshold}`)
      },
    }
    const work: Promise<unknown>[] = []
    const app = createApp({
      service: () => api.service,
      meter: api.store,
      clock: api.now,
      log: () => {},
      base: null,
      notify: (account) => {
        due.push(account)
        work.push(drainAlerts(api.store, mailer, api.now(), account))
      },
    })
    const { spendMonth } = spending(() => api)
    let used = 0
    for (let count = 1; count <= PLANS.PRO.perMonth + 5; count += 1) {
      if (!NEAR_A_CROSSING.some((near) => Math.abs(count - near) <= 5)) continue
      await spendMonth(secret, count - 1 - used)
      used = count
      const { status } = await app.request('/api/v1/states?limit=1', { headers: { 'X-Api-Key': secret } })
      expect(status).toBe(count <= PLANS.PRO.perMonth ? 200 : 429)
    }
    await Promise.all(work)
    expect(due).toEqual([accountId, accountId])
    expect(sent).toEqual(['owner@example.org requests 80', 'owner@example.org requests 100'])
    const { notices } = (await api.ask('/api/v1/usage', { key: secret })).body
    expect(notices).toMatchObject([
      { month: '2026-11', meter: 'requests', threshold: 100, deliveredBy: 'mail' },
      { month: '2026-11', meter: 'requests', threshold: 80, deliveredBy: 'mail' },
    ])
  })
})
