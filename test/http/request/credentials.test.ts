import { describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../../../src/http/exchange.ts'
import { readCaller, readKey, type ServeDeps } from '../../../src/http/request/callers.ts'
import { ApiError } from '../../../src/http/response/errors.ts'
import { serve } from '../../../src/http/serve.ts'
import { generateKey, hashKey } from '../../../src/metering/keys.ts'

const URL_ = 'https://api.example.org/api/v1/states'
const { secret } = generateKey()
const other = generateKey().secret

/** The hash of the key that was read, or what it is refused with. */
function read(headers: Record<string, string>, query = ''): unknown {
  try {
    return readKey(new Headers(headers), URL_ + query)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [error.code, error.message]
  }
}

describe('a key', () => {
  it.each<[string, Record<string, string>]>([
    ['a bearer token', { Authorization: `Bearer ${secret}` }],
    ['a bearer token after other white space', { Authorization: `bearer \t ${secret}` }],
    ['its own header', { 'X-Api-Key': secret }],
    ['both headers', { Authorization: `Bearer ${secret}`, 'X-Api-Key': secret }],
    ['its own header beside another scheme', { Authorization: 'Basic eDp5', 'X-Api-Key': secret }],
    ['its own header beside no token', { Authorization: 'Bearer', 'X-Api-Key': secret }],
  ])('is read from %s', (_, headers) => {
    expect(read(headers)).toBe(hashKey(secret))
  })

  it.each([
    ['longer at its start', `x${secret}`],
    ['longer at its end', `${secret}x`],
    ['in capitals', secret.toUpperCase()],
    ['with another character', `${secret.slice(0, -1)}!`],
    ['something else', 'x'],
    ['two keys', `${secret} ${secret}`],
  ])('that is %s is refused', (_, text) => {
    const refused = ['API_KEY_INVALID', 'The API key is not valid. Check it for typos.']
    expect(read({ 'X-Api-Key': text })).toEqual(refused)
    expect(read({ Authorization: `Bearer ${text}` })).toEqual(refused)
  })

  it.each([
    ['letters', 'a'.repeat(201)],
    ['letters and spaces', `a${' '.repeat(15_000)}b`],
    ['letters and tabs', `a${'\t'.repeat(15_000)}b`],
    ['a key and spaces', `${secret}${' '.repeat(15_000)}${secret}`],
  ])('of over 200 characters is refused by its length: %s', (_, text) => {
    for (const headers of [{ 'X-Api-Key': text }, { Authorization: `Bearer ${text}` }] as Record<string, string>[]) {
      const began = performance.now()
      for (let time = 0; time < 20; time += 1)
        expect(read(headers)).toMatchObject(['API_KEY_INVALID', expect.anything()])
      // One of them took 85 ms with a pattern that looked for white space at the end.
      expect(performance.now() - began).toBeLessThan(200)
    }
  })

  it('is read without the white space around it, however much there is', () => {
    const space = ' \t'.repeat(5_000)
    expect(read({ Authorization: `Bearer${space}${secret}${space}` })).toBe(hashKey(secret))
  })

  it('that is malformed is refused before the query is read', async () => {
    const handle = vi.fn()
    const headers = { get: (name: string) => (name === 'x-api-key' ? 'a'.repeat(300) : null) }
    const c = { req: { method: 'GET', url: URL_, raw: { headers } } }
    const exchange = { c, headers: {}, alertedAccountId: null } as unknown as Exchange
    const deps = { clock: () => 0 } as unknown as ServeDeps
    await expect(serve(exchange, deps, { handle })).rejects.toMatchObject({ code: 'API_KEY_INVALID' })
    expect(handle).not.toHaveBeenCalled()
  })

  it('that differs between the two headers is a conflict', () => {
    expect(read({ Authorization: `Bearer ${secret}`, 'X-Api-Key': other })).toEqual([
      'CREDENTIALS_CONFLICT',
      'Authorization and X-Api-Key have two different keys. Send only one of them.',
    ])
  })
})

describe('without a key', () => {
  const SENT = 'as "Authorization: Bearer <key>" or "X-Api-Key: <key>"'
  const HOW = 'No key yet? Sign in at /account/ and create one. Keys need a paid plan.'
  const needed = `This endpoint needs an API key. Send it ${SENT}.`
  const scheme = 'The Authorization header has the wrong scheme. Send "Authorization: Bearer <key>".'
  const queried = (name: string) =>
    `API keys in the query string ("${name}") are not accepted, because URLs end up in logs. Send the key ${SENT}, and create a new key if this URL was shared.`

  it.each<[string, Record<string, string>, string, string]>([
    ['nothing is sent', {}, '', needed],
    ['a header is blank', { 'X-Api-Key': ' ', Authorization: '' }, '', needed],
    ['another scheme has no key', { Authorization: 'Basic eDp5' }, '', needed],
    [
      'the scheme is missing',
      { Authorization: secret },
      '',
      'The Authorization header lacks its scheme. Put "Bearer" and a space before the key.',
    ],
    ['the scheme is wrong', { Authorization: `Token ${secret}` }, '', scheme],
    ['the scheme is wrong, with more space', { Authorization: `Api Key \t ${secret}` }, '', scheme],
    ['the query has it', {}, `?page=2&q=${secret}`, queried('q')],
    ...['api_key', 'api-key', 'apikey', 'X-Api-Key', 'xapikey', 'access_token', 'accesstoken', 'token', 'auth'].map(
      (name): [string, Record<string, string>, string, string] => [
        `the query has a ${name}`,
        {},
        `?${name}=x`,
        queried(name),
      ],
    ),
    ['the query has a long name', {}, `?${'n'.repeat(50)}=${secret}`, queried('n'.repeat(40))],
    ...['?author=x', '?tokens=x', '?mytoken=x', '?x_=1', '?state=NE', '?key=x'].map(
      (query): [string, Record<string, string>, string, string] => [`the query is ${query}`, {}, query, needed],
    ),
  ])('when %s, the error says what to do', (_, headers, query, sentence) => {
    expect(read(headers, query)).toEqual(['API_KEY_MISSING', `${sentence} ${HOW}`])
  })

  it('the error names the scheme', () => {
    expect(() => readKey(new Headers(), URL_)).toThrow(
      expect.objectContaining({ extras: { headers: { 'WWW-Authenticate': 'Bearer' } } }),
    )
  })
})

describe('a caller', () => {
  const NOW = Date.parse('2026-11-22T12:00:00.000Z')
  const exchange = { c: { req: { raw: { headers: new Headers({ 'X-Api-Key': secret }) }, url: URL_ } } } as Exchange

  it.each<[string, (() => string) | undefined, string]>([
    ['its IPv4 address', () => '198.51.100.7', '198.51.100.7'],
    ['the /64 of its IPv6 address', () => '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['nothing where addresses are unknown', undefined, ''],
  ])('has its key, the time, and as its subnet %s', (_, readAddress, subnet) => {
    const caller = readCaller(exchange, { clock: () => NOW, ...(readAddress && { readCallerAddress: readAddress }) })
    expect(caller).toEqual({ key: hashKey(secret), subnet: expect.any(Function), now: NOW })
    expect(caller.subnet()).toBe(subnet)
  })
})
