import { beforeAll, describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import type { Store } from '../../../src/storage/port.ts'
import { openApi, type TestApi } from '../../api.ts'
import { EXAMPLES } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const mistyped = (secret: string): string => {
  const place = secret.length - 10
  return secret.slice(0, place) + (secret[place] === 'a' ? 'b' : 'a') + secret.slice(place + 1)
}

/** The API on a store that fails the test if it is called. */
async function apiWithoutStore(): Promise<TestApi> {
  const untouched = new Proxy({} as Store, {
    get: (_, verb) => () => {
      throw new Error(`the store was asked to ${String(verb)}`)
    },
  })
  return openApi({ store: untouched })
}

describe.each(EXAMPLES)('$name', ({ target, options }) => {
  it('returns 401 API_KEY_MISSING without a key, and says how to send one', async () => {
    const answer = await api.ask(target, { ...options, key: null })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'API_KEY_MISSING', status: 401 })
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(answer.headers.get('X-RateLimit-Limit')).toBeNull()
  })

  it.each(['Bearer', 'X-Api-Key'])('accepts the key in %s', async (header) => {
    const { secret } = await api.key()
    const headers: Record<string, string> =
      header === 'Bearer' ? { Authorization: `Bearer ${secret}` } : { 'X-Api-Key': secret }
    expect((await api.ask(target, { ...options, key: null, headers })).status).toBe(200)
  })

  it('returns 403 API_KEY_INVALID for an unknown key', async () => {
    const answer = await api.ask(target, { ...options, key: generateKey().secret })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'API_KEY_INVALID', status: 403 })
  })

  it('returns 403 API_KEY_REVOKED for a revoked key, and costs nothing', async () => {
    const { secret, keyId, accountId } = await api.key()
    const before = await api.store.usage(accountId, { now: api.now(), minute: 0, month: '2026-11' })
    await api.store.revokeKey(keyId, api.now(), ACTORS.maintainer)
    const answer = await api.ask(target, { ...options, key: secret })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'API_KEY_REVOKED', status: 403 })
    const after = await api.store.usage(accountId, { now: api.now(), minute: 0, month: '2026-11' })
    expect(after.requests.used).toBe(before.requests.used)
  })

  it('returns 403 ACCOUNT_SUSPENDED while the account is suspended, and 200 when it is resumed', async () => {
    const { secret, accountId } = await api.key()
    await api.store.suspend(accountId, api.now(), ACTORS.maintainer)
    const answer = await api.ask(target, { ...options, key: secret })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'ACCOUNT_SUSPENDED', status: 403 })
    await api.store.resume(accountId, api.now(), ACTORS.maintainer)
    expect((await api.ask(target, { ...options, key: secret })).status).toBe(200)
  })

  it('returns 403 PLAN_REQUIRED for a key of an account without a paid plan', async () => {
    const { secret, accountId } = await api.key()
    await api.store.setPlan(accountId, 'FREE', api.now(), ACTORS.maintainer)
    const answer = await api.ask(target, { ...options, key: secret })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('PLAN_REQUIRED')
  })

  it('accepts the same key in both headers, and rejects two different ones with 400', async () => {
    const { secret } = await api.key()
    const same = await api.ask(target, { ...options, key: secret, headers: { 'X-Api-Key': secret } })
    expect(same.status).toBe(200)
    const other = await api.ask(target, { ...options, key: secret, headers: { 'X-Api-Key': generateKey().secret } })
    expect(other.status).toBe(400)
    expect(other.body.code).toBe('CREDENTIALS_CONFLICT')
  })
})

describe('a key', () => {
  const target = '/api/v1/states'
  const { secret } = generateKey()

  it.each<[string, string]>([
    ['a word', 'secret'],
    ['another prefix', secret.replace('live', 'test')],
    ['one character missing', secret.slice(0, -1)],
    ['one character too many', `${secret}0`],
    ['one wrong letter', mistyped(secret)],
    ['a different letter case', secret.toUpperCase()],
    ['characters outside base62', secret.replace(/.$/, '_')],
    ['two keys in one header', `${secret}, ${generateKey().secret}`],
  ])('that is malformed (%s) is rejected with 403 without asking the store', async (_, key) => {
    const without = await apiWithoutStore()
    for (const headers of [{ Authorization: `Bearer ${key}` }, { 'X-Api-Key': key }] as Record<string, string>[]) {
      const answer = await without.ask(target, { key: null, headers })
      expect([answer.status, answer.body.code]).toEqual([403, 'API_KEY_INVALID'])
    }
  })

  it.each(['Basic dXNlcjpwYXNz', 'Digest x', 'Bearer', 'Bearer ', 'Token abc'])(
    'is missing if Authorization is "%s"',
    async (authorization) => {
      const answer = await api.ask(target, { key: null, headers: { Authorization: authorization } })
      expect([answer.status, answer.body.code]).toEqual([401, 'API_KEY_MISSING'])
    },
  )

  it('in X-Api-Key is used next to an Authorization of another scheme', async () => {
    const issued = await api.key()
    const headers = { Authorization: 'Basic dXNlcjpwYXNz', 'X-Api-Key': issued.secret }
    expect((await api.ask(target, { key: null, headers })).status).toBe(200)
  })

  it.each(['bearer', 'BEARER'])('is found in any letter case of the scheme (%s)', async (scheme) => {
    const issued = await api.key()
    const headers = { Authorization: `${scheme} ${issued.secret}` }
    expect((await api.ask(target, { key: null, headers })).status).toBe(200)
  })

  it('is not accepted in the query', async () => {
    const issued = await api.key()
    expect((await api.ask(`${target}?api_key=${issued.secret}`, { key: null })).status).toBe(401)
  })

  it('that is revoked or unknown is rejected before anything else is checked', async () => {
    const issued = await api.key()
    await api.store.revokeKey(issued.keyId, api.now(), ACTORS.maintainer)
    const bad = await api.ask('/api/v1/awards?limit=0', { key: issued.secret })
    expect([bad.status, bad.body.code]).toEqual([403, 'API_KEY_REVOKED'])
    const nowhere = await api.ask('/api/v1/nowhere', { key: generateKey().secret })
    expect([nowhere.status, nowhere.body.code]).toEqual([403, 'API_KEY_INVALID'])
  })

  it('is not needed for GET /api/stats and GET /api/health', async () => {
    expect((await api.ask('/api/stats', { key: null })).status).toBe(200)
    expect((await api.ask('/api/health', { key: null })).status).toBe(200)
  })

  it('never appears in a response or in the log', async () => {
    const issued = await api.key()
    const start = api.log.length
    const answers = [
      await api.ask('/api/v1/states', { key: issued.secret }),
      await api.ask('/api/v1/states?limit=0', { key: issued.secret }),
      await api.ask('/api/v1/states', { key: mistyped(issued.secret) }),
    ]
    const written = JSON.stringify([answers.map(({ text }) => text), api.log.slice(start)])
    expect(written).not.toContain(issued.secret.slice(9))
    expect(written).not.toContain(mistyped(issued.secret).slice(9))
    expect(api.log.slice(start).filter(({ key }) => key === issued.keyId)).toHaveLength(2)
  })
})

describe('whitespace around a key', () => {
  it.each([
    ['spaces', ' ', 200],
    ['tabs', '\t', 200],
    ['no-break spaces', '\u00a0', 403],
  ])('%s', async (_, space, status) => {
    const { secret } = await api.key()
    const sent: Record<string, string>[] = [
      { 'X-Api-Key': `${secret}${space}` },
      { Authorization: `Bearer ${secret}${space}` },
    ]
    for (const headers of sent) {
      const answer = await api.ask('/api/v1/states', { key: null, headers })
      expect(answer.status).toBe(status)
    }
  })
})
