import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { createApp } from '../../src/http/app.ts'
import { newKey } from '../../src/metering/keys.ts'
import { limitsOf } from '../../src/metering/limits.ts'
import { openApi } from '../api.ts'

async function openGuarded() {
  const api = await openApi()
  let address = '192.0.2.1'
  const app = createApp({
    service: () => api.service,
    meter: api.store,
    limits: limitsOf(null, () => performance.now()),
    addressOf: () => address,
    clock: api.now,
    log: () => {},
    base: null,
  })
  return {
    api,
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
  ['a well-formed key that nobody holds', () => ({ 'X-Api-Key': newKey().secret })],
]

describe.each(GUESSES)('an address that sends %s', (_, headers) => {
  it('is answered 20 times in a minute, then 429 with a Retry-After after which it is answered again', async () => {
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
  it('does not hold up another address, nor a good key of the same one', async () => {
    const { ask, api, from } = await openGuarded()
    const { secret } = await api.key()
    for (let count = 0; count < 25; count += 1) await ask({})
    expect((await ask({ 'X-Api-Key': secret })).status).toBe(200)
    from('192.0.2.2')
    expect((await ask({})).status).toBe(401)
  })

  it('does not count revoked keys or two different keys: their holder shall read why', async () => {
    const { ask, api } = await openGuarded()
    const { secret, keyId } = await api.key()
    await api.store.revokeKey(keyId, api.now(), ACTORS.maintainer)
    for (let count = 0; count < 30; count += 1) expect((await ask({ 'X-Api-Key': secret })).status).toBe(403)
    const conflict = { 'X-Api-Key': secret, Authorization: `Bearer ${newKey().secret}` }
    for (let count = 0; count < 30; count += 1) expect((await ask(conflict)).status).toBe(400)
    expect((await ask({})).status).toBe(401)
  })
})
