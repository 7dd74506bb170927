import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { guardStore } from '../../../src/http/guarded-store.ts'
import type { LogLine } from '../../../src/http/log.ts'
import { StoreUnavailable } from '../../../src/metering/admission.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { openEmbedded } from '../../../src/storage/embedded/store.ts'
import type { Store } from '../../../src/storage/port.ts'
import { openApi, scratch } from '../../api.ts'
import { within } from '../../deadline.ts'

/** The time for calls to the store, and to respond after it. */
const RESPOND_WITHIN_MS = 600

type Fault = 'none' | 'refused' | 'hang' | 'garbage'

/** The API on a store that can be made to fail, guarded as the service guards it. */
async function openFailing() {
  let fault: Fault = 'none'
  const inner = openEmbedded(path.join(scratch(), 'store.sqlite'))
  const failing = new Proxy(inner, {
    get(target, name: keyof Store) {
      const verb = target[name] as (...words: unknown[]) => Promise<unknown>
      return (...words: unknown[]) => {
        if (fault === 'refused') return Promise.reject(new StoreUnavailable('connection refused'))
        if (fault === 'hang') return new Promise(() => {})
        if (fault === 'garbage') return Promise.reject(new StoreUnavailable('nonsense'))
        return verb(...words)
      }
    },
  })
  const api = await openApi({ store: inner })
  const cached = await api.key('PRO')
  const fresh = await api.key('PRO')
  const log: LogLine[] = []
  const app = createApp({
    service: () => api.service,
    meter: guardStore(failing, () => performance.now()),
    clock: api.now,
    log: (line) => log.push(line),
    base: null,
  })
  return {
    log,
    cached,
    fresh,
    store: inner,
    break: (next: Fault) => {
      fault = next
    },
    async ask(target: string, secret: string, json?: unknown) {
      const send = async () =>
        app.request(target, {
          headers: { 'X-Api-Key': secret, ...(json !== undefined && { 'Content-Type': 'application/json' }) },
          ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        })
      const response = await (fault === 'none' ? send() : within(RESPOND_WITHIN_MS, send))
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}

// The service knows a refusal and nonsense as the same error with other words.
const FAULTS: readonly Fault[] = process.env.LONG ? ['refused', 'hang', 'garbage'] : ['hang', 'garbage']

describe.each(FAULTS)('while the store is unavailable (%s)', (fault) => {
  it('a recently verified key can still read, without quota headers, marked as degraded', async () => {
    const api = await openFailing()
    expect((await api.ask('/api/v1/awards', api.cached.secret)).status).toBe(200)
    api.break(fault)
    const answer = await api.ask('/api/v1/awards?limit=2', api.cached.secret)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-ratelimit-status')).toBe('degraded')
    expect([...answer.headers.keys()].filter((name) => /^(x-)?ratelimit-(?!status)|quota|monthly/.test(name))).toEqual(
      [],
    )
    expect(JSON.parse(answer.text).data).toHaveLength(2)
  })

  it('every other key gets 503 with Retry-After: 5, never 401 or 403', async () => {
    const api = await openFailing()
    api.break(fault)
    for (const secret of [api.fresh.secret, generateKey().secret]) {
      const answer = await api.ask('/api/v1/awards', secret)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'STORE_UNAVAILABLE', status: 503 })
    }
  })

  it('a mistyped key is still rejected, without asking the store', async () => {
    const api = await openFailing()
    api.break(fault)
    const mistyped = `${api.cached.secret.slice(0, -1)}${api.cached.secret.endsWith('a') ? 'b' : 'a'}`
    const answer = await api.ask('/api/v1/awards', mistyped)
    expect(answer.status).toBe(403)
  })

  it('an AI answer is UNAVAILABLE and costs nothing', async () => {
    const api = await openFailing()
    await api.ask('/api/v1/awards', api.cached.secret)
    api.break(fault)
    const answer = await api.ask('/api/v1/search', api.cached.secret, { query: 'telehealth', aiAnswer: true })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({ aiAnswer: null, aiAnswerStatus: 'UNAVAILABLE' })
  })

  it('nothing takes longer for a key that is checked before the body', async () => {
    const api = await openFailing()
    api.break(fault)
    for (const target of ['/api/v1/search', '/mcp']) {
      const answer = await api.ask(target, api.fresh.secret, { query: 'telehealth' })
      expect([target, answer.status]).toEqual([target, 503])
    }
  })

  it("reading is limited at the plan's rate, and usage is not guessed", async () => {
    const api = await openFailing()
    await api.ask('/api/v1/states', api.cached.secret)
    api.break(fault)
    const statuses: number[] = []
    for (let count = 0; count < 70; count += 1)
      statuses.push((await api.ask('/api/v1/states', api.cached.secret)).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(60)
    expect(statuses.at(-1)).toBe(429)
    const usage = await api.ask('/api/v1/usage', api.cached.secret)
    expect([429, 503]).toContain(usage.status)
  })

  it('no key, hash or command is written to a log or a body', async () => {
    const api = await openFailing()
    await api.ask('/api/v1/awards', api.cached.secret)
    api.break(fault)
    const bodies = [
      await api.ask('/api/v1/awards', api.cached.secret),
      await api.ask('/api/v1/usage', api.fresh.secret),
    ]
    const written = JSON.stringify(api.log) + bodies.map(({ text }) => text).join()
    for (const { secret } of [api.cached, api.fresh]) expect(written).not.toContain(secret.slice(9))
    expect(written).not.toMatch(/connection refused|nonsense|HMGET|EVALSHA/)
  })

  it('it recovers within two seconds', async () => {
    const api = await openFailing()
    api.break(fault)
    for (let count = 0; count < 6; count += 1) await api.ask('/api/v1/awards', api.fresh.secret)
    api.break('none')
    const began = performance.now()
    let status = 0
    while (status !== 200 && performance.now() - began < 2_500) {
      status = (await api.ask('/api/v1/awards', api.fresh.secret)).status
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(status).toBe(200)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

it('a store that responds late delays a request once: a refund after the deadline is sent, but not waited for', async () => {
  const inner = openEmbedded(path.join(scratch(), 'store.sqlite'))
  const late = async <Result>(reply: Promise<Result>): Promise<Result> => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return reply
  }
  const slow: Store = {
    ...inner,
    admit: (...asked) => late(inner.admit(...asked)),
    refund: (...asked) => late(inner.refund(...asked)),
  }
  const api = await openApi({ store: inner })
  const { secret, accountId } = await api.key('PRO')
  const meter = guardStore(slow, () => performance.now())
  const app = createApp({ service: () => api.service, meter, clock: api.now, log: () => {}, base: null })
  const { status } = await within(RESPOND_WITHIN_MS, async () =>
    app.request('/api/v1/states/ZZ', { headers: { 'X-Api-Key': secret } }),
  )
  expect(status).toBe(404)
  await expect.poll(async () => (await inner.usage(accountId, getWindows(api.now()))).requests.used).toBe(0)
})
