import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { createApp } from '../../../src/http/app.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { createLimits, type SharedLimits } from '../../../src/metering/limits.ts'
import type { Store } from '../../../src/storage/port.ts'
import { openApi } from '../../api.ts'

const UNKNOWN_KEYS = process.env.LONG ? 5_000 : 400

/** @param shared limits of several instances */
async function openGuarded(shared: SharedLimits | null = null) {
  const api = await openApi()
  const asked: string[] = []
  const meter = new Proxy(api.store, {
    get(store, verb: keyof Store) {
      if (verb === 'admit' || verb === 'judge') asked.push(verb)
      return store[verb]
    },
  })
  let address = '192.0.2.1'
  const app = createApp({
    service: () => api.service,
    meter,
    limits: createLimits(shared, () => performance.now()),
    readCallerAddress: () => address,
    clock: api.now,
    log: () => {},
    base: null,
  })
  return {
    api,
    /** The store's lookups of keys. */
    asked,
    from: (next: string) => {
      address = next
    },
    ask: async (headers: Record<string, string>) => {
      const response = await app.request('/api/v1/awards', { headers })
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
    },
  }
}

const GUESSES: [string, () => Record<string, string>][] = [
  ['no key', () => ({})],
  ['a malformed key', () => ({ 'X-Api-Key': 'rhp_live_guess' })],
  ['a well-formed unknown key', () => ({ 'X-Api-Key': generateKey().secret })],
]

describe.each(GUESSES)('an IP address that sends %s', (_, headers) => {
  it('gets 20 responses a minute, then 429 with a correct Retry-After', async () => {
    const { ask, api } = await openGuarded()
    const first = []
    for (let count = 0; count < 20; count += 1) first.push((await ask(headers())).status)
    expect(first.every((status) => status === 401 || status === 403)).toBe(true)
    const refused = await ask(headers())
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    const seconds = Number(refused.retryAfter)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    api.at(new Date(api.now() + seconds * 1000).toISOString())
    expect([401, 403]).toContain((await ask(headers())).status)
  })
})

describe('the guard', () => {
  it('does not block another IP address, or a valid key from the same one', async () => {
    const { ask, api, from } = await openGuarded()
    const { secret } = await api.key()
    for (let count = 0; count < 25; count += 1) await ask({})
    expect((await ask({ 'X-Api-Key': secret })).status).toBe(200)
    from('192.0.2.2')
    expect((await ask({})).status).toBe(401)
  })

  it('does not count revoked keys or two different keys: their holder needs to read why', async () => {
    const { ask, api } = await openGuarded()
    const { secret, keyId } = await api.key()
    await api.store.revokeKey(keyId, api.now(), ACTORS.maintainer)
    for (let count = 0; count < 30; count += 1) expect((await ask({ 'X-Api-Key': secret })).status).toBe(403)
    const conflict = { 'X-Api-Key': secret, Authorization: `Bearer ${generateKey().secret}` }
    for (let count = 0; count < 30; count += 1) expect((await ask(conflict)).status).toBe(400)
    expect((await ask({})).status).toBe(401)
  })
})

describe('the address guard comes first', () => {
  const refusing: SharedLimits = {
    count: async (_, __, now) => ({ refusedUntil: now + 60_000 }),
    close: async () => {},
  }

  it.each([
    ['one instance', null],
    ['several instances, of which others have counted', refusing],
  ])(`${UNKNOWN_KEYS} unknown keys from one IP address make about 20 store calls (%s)`, async (_, shared) => {
    const { ask, asked } = await openGuarded(shared)
    const statuses = []
    for (let round = 0; round < UNKNOWN_KEYS / 100; round += 1) {
      const answers = Array.from({ length: 100 }, () => ask({ 'X-Api-Key': generateKey().secret }))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    expect(asked).toHaveLength(20)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(UNKNOWN_KEYS - 20)
  })

  it('stops asking the shared limit once it has refused, also for missing keys', async () => {
    let questions = 0
    const counting: SharedLimits = {
      count: async (_, __, now) => {
        questions += 1
        return { refusedUntil: now + 60_000 }
      },
      close: async () => {},
    }
    const { ask } = await openGuarded(counting)
    for (let count = 0; count < 100; count += 1) expect((await ask({})).status).toBe(429)
    expect(questions).toBe(1)
  })

  it('does not block a key that this instance knows', async () => {
    const { ask, api } = await openGuarded()
    const { secret } = await api.key()
    expect((await ask({ 'X-Api-Key': secret })).status).toBe(200)
    for (let count = 0; count < 50; count += 1) await ask({ 'X-Api-Key': generateKey().secret })
    expect((await ask({ 'X-Api-Key': secret })).status).toBe(200)
  })

  it('makes one lookup for many first requests with one valid key', async () => {
    const { ask, api } = await openGuarded()
    const { secret } = await api.key()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask({ 'X-Api-Key': secret })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})
