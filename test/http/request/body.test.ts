import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { NOW, openApi, type TestApi } from '../../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const search = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  api.ask('/api/v1/search', { body, headers })

/** Sends a body in chunks, without Content-Length. */
async function stream(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  const { secret, accountId } = await api.key()
  const response = await api.app.request(
    new Request('http://localhost/api/v1/search', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-Api-Key': secret },
      body: new ReadableStream({ pull }),
      duplex: 'half',
    } as RequestInit),
  )
  const { requests } = await api.store.usage(accountId, getWindows(api.now()))
  return { status: response.status, code: ((await response.json()) as { code: string }).code, spent: requests.used }
}

describe('the body of a search', () => {
  it.each([
    ['no content type', {}],
    ['another content type', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a content type with the same prefix', { 'Content-Type': 'application/jsonp' }],
  ])('is rejected with 415 for %s', async (_, headers) => {
    const { status, body } = await search('{"query":"telehealth"}', headers as Record<string, string>)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('may declare its encoding', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect((await search('{"query":"telehealth"}', headers)).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"query":"telehealth"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"telehealth"'],
    ['JSON with a comment', '{"query":"telehealth"} // please'],
  ])('is rejected with 400 for %s', async (_, text) => {
    const { status, body } = await search(text)
    expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
  })

  it('is rejected over 16 KiB, with or without Content-Length', async () => {
    const { status, body } = await search(`{"query":"${'x'.repeat(16 * 1024)}"}`)
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const endless = await stream((controller) => controller.enqueue(new Uint8Array(1_000).fill(32)))
    expect(endless).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE', spent: 0 })
  })

  it("that is truncated or not UTF-8 is the caller's error, and costs nothing", async () => {
    const refused = { status: 400, code: 'INVALID_JSON', spent: 0 }
    expect(await stream((controller) => controller.error(new Error('gone')))).toEqual(refused)
    const broken = await stream((controller) => {
      controller.enqueue(Uint8Array.from([0x22, 0xff, 0x22]))
      controller.close()
    })
    expect(broken).toEqual(refused)
    expect(api.log.filter(({ event }) => event === 'failure')).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('has no field %s', async (name) => {
    const { status, body } = await search(`{"query":"telehealth","${name}":{"query":"x"}}`)
    expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(body.errors).toMatchObject([{ parameter: name, value: { query: 'x' } }])
  })
})

it.each(['__proto__', 'constructor', 'toString'])('no list has a parameter or a value %s', async (name) => {
  const parameter = await api.ask(`/api/v1/awards?${name}=1`)
  expect([parameter.status, parameter.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
  for (const filter of ['state', 'programCategory', 'category']) {
    const { status, body } = await api.ask(`/api/v1/awards?${filter}=${name}`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
  }
  expect((await api.ask(`/api/v1/states/${name}`)).status).toBe(404)
})

describe('deeply nested JSON', () => {
  const nested = (levels: number, [open, close]: [string, string]) => open.repeat(levels) + close.repeat(levels)
  const ARRAYS: [string, string] = ['[', ']']
  const OBJECTS: [string, string] = ['{"a":', '}']

  it.each([
    ['arrays as the query', `{"query":${nested(5_000, ARRAYS)}}`],
    ['objects in an unknown field', `{"query":"telehealth","more":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`],
    ['one level too many', `{"query":${nested(32, ARRAYS)}}`],
  ])('returns 400 with the maximum depth (%s)', async (_, text) => {
    const { status, body } = await search(text)
    expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    expect(body.detail).toContain('32 levels')
  })

  it('returns 400 for arrays that are never closed', async () => {
    const { status, body } = await search(`{"query":${'['.repeat(15_000)}`)
    expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    expect(body.detail).toContain('it ends before its value is complete')
  })

  it('ignores brackets within strings', async () => {
    expect((await search(JSON.stringify({ query: `telehealth "${'['.repeat(100)}\\"` }))).status).toBe(200)
  })

  it('returns 400 for the parameter if the depth is allowed', async () => {
    const deep = nested(30, OBJECTS).replace('{"a":}', '{"a":1}')
    const { status, body } = await search(`{"query":"telehealth","limit":${deep}}`)
    expect([status, body.code, body.errors.length]).toEqual([400, 'INVALID_PARAMETER', 1])
  })

  it.each([
    ['a long text', { query: 'telehealth', year: 'x'.repeat(9_000) }],
    ['a long list', { query: 'telehealth', limit: Array.from({ length: 2_000 }, (_, index) => index) }],
    ['a long name', { query: 'telehealth', ['x'.repeat(9_000)]: 1 }],
  ])('is returned shortened (%s)', async (_, json) => {
    const { status, text } = await search(JSON.stringify(json))
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(3_000)
  })
})

/** A body whose chunks are sent when the test says so. */
function held() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const waited = Promise.withResolvers<void>()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(started) {
      controller = started
    },
    pull: () => waited.resolve(),
  }
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
  return {
    body,
    /** Resolves when all that was sent is read, and more is waited for. */
    isWaited: waited.promise,
    send,
    end: (text: string) => {
      send(text)
      controller.close()
    },
  }
}
const searchWith = (secret: string, body: ReadableStream<Uint8Array>) =>
  api.app.request(
    new Request('http://localhost/api/v1/search', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-Api-Key': secret },
      body,
      duplex: 'half',
    } as RequestInit),
  )

describe('bypassing the rate limit with held bodies', () => {
  it('does not work: 180 searches held for three minutes and released together count in the minute of their release', async () => {
    const { secret } = await api.key('PRO')
    const waiting: { end: (text: string) => void; answer: Promise<Response> }[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      api.at(new Date(Date.parse(NOW) + minute * 60_000).toISOString())
      for (let count = 0; count < 60; count += 1) {
        const { body, send, end } = held()
        send('{"query":')
        waiting.push({ end, answer: Promise.resolve(searchWith(secret, body)) })
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    for (const { end } of waiting) end('"telehealth"}')
    const statuses = (await Promise.all(waiting.map(({ answer }) => answer))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(120)
    api.at(NOW)
  })

  it.each<[string, () => Promise<string>, number, string]>([
    ['is unknown', async () => generateKey().secret, 403, 'API_KEY_INVALID'],
    [
      'was revoked',
      async () => {
        const { secret, keyId } = await api.key()
        await api.store.revokeKey(keyId, api.now(), ACTORS.maintainer)
        return secret
      },
      403,
      'API_KEY_REVOKED',
    ],
  ])(
    'a key that %s cannot hold a body open: it is checked before the body is read',
    async (_, readSecret, status, code) => {
      const { body, send } = held()
      send('{')
      const answer = await searchWith(await readSecret(), body)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
    },
  )

  it('a valid key cannot hold one open for more than 10 seconds', async () => {
    const { secret, accountId } = await api.key()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { body, send, isWaited } = held()
      send('{')
      const answer = Promise.resolve(searchWith(secret, body))
      await isWaited
      vi.advanceTimersByTime(10_000)
      const { status, headers } = await answer
      expect([status, headers.get('Connection')]).toEqual([408, 'close'])
    } finally {
      vi.useRealTimers()
    }
    const { minute, requests } = await api.store.usage(accountId, getWindows(api.now()))
    expect([minute.used, requests.used]).toEqual([1, 0])
  })
})
