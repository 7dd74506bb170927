import { beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../../../src/http/response/errors.ts'
import { EXPOSED_HEADERS, QUOTA_HEADER_NAMES } from '../../../src/http/response/headers.ts'
import { openApi, type TestApi } from '../../api.ts'
import { CONDITIONAL_EXAMPLES, EXAMPLES, GET_EXAMPLES, LIST_EXAMPLES, withQuery } from '../examples.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe.each(EXAMPLES)('$name', ({ target, options, endpoint }) => {
  it('returns JSON that matches its schema, with dataset version and request id', async () => {
    const answer = await api.ask(target, options)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(endpoint.response.parse(answer.body)).toEqual(answer.body)
    expect(answer.headers.get('X-Dataset-Version')).toBe(api.service.manifest.datasetVersion)
    expect(answer.headers.get('X-Request-Id')).toMatch(UUID)
    for (const name of QUOTA_HEADER_NAMES) expect(answer.headers.get(name), name).not.toBeNull()
  })

  it('is never stored by a shared cache', async () => {
    const { headers } = await api.ask(target, options)
    const isKept = CONDITIONAL_EXAMPLES.some((example) => example.endpoint === endpoint)
    expect(headers.get('Cache-Control')).toBe(isKept ? 'private, max-age=60' : 'no-store')
    expect(headers.get('Vary')).toMatch(/Authorization, X-Api-Key/)
  })

  it("uses the caller's request id", async () => {
    const { headers } = await api.ask(target, { ...options, headers: { 'X-Request-Id': 'trace-1.A_b' } })
    expect(headers.get('X-Request-Id')).toBe('trace-1.A_b')
  })

  it.each([
    [400, withQuery('', { nonsense: 1 }), {}],
    [405, '', { method: 'PATCH' }],
  ])('responds to %i with a problem document that matches its schema', async (status, query, more) => {
    const answer = await api.ask(target + query, { ...options, ...more })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(Problem.parse(answer.body)).toMatchObject({
      status,
      instance: target,
      requestId: answer.headers.get('X-Request-Id'),
      type: `http://localhost/docs/errors#${answer.body.code}`,
    })
    expect(answer.headers.get('X-Dataset-Version')).toBe(api.service.manifest.datasetVersion)
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => method !== endpoint.method))(
    'returns 405 with Allow to %s',
    async (method) => {
      const answer = await api.ask(target, { method })
      expect([answer.status, answer.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(answer.headers.get('Allow')).toBe(endpoint.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS')
    },
  )

  it('lets scripts of any site call it and read its headers', async () => {
    const answer = await api.ask(target, { ...options, headers: { Origin: 'https://app.example.org' } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    const exposed = answer.headers.get('Access-Control-Expose-Headers')?.split(',') ?? []
    for (const name of [...QUOTA_HEADER_NAMES, 'ETag', 'Retry-After', 'X-Request-Id', 'X-Dataset-Version'])
      expect(exposed).toContain(name)
    expect(exposed).toEqual(EXPOSED_HEADERS)
  })

  it('answers a CORS preflight without a key', async () => {
    const answer = await api.ask(target, {
      key: null,
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example.org',
        'Access-Control-Request-Method': endpoint.method,
        'Access-Control-Request-Headers': 'authorization,x-api-key,content-type,if-none-match',
      },
    })
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(endpoint.method)
    const allowed = answer.headers.get('Access-Control-Allow-Headers')?.split(',')
    for (const name of ['authorization', 'x-api-key', 'content-type', 'if-none-match']) expect(allowed).toContain(name)
    expect(Number(answer.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
  })

  it('is the same under every host', async () => {
    const { text } = await api.ask(target, options)
    const other = await api.ask(`https://alternative.example.org${target}`, options)
    if (endpoint.tag !== 'usage') expect(other.text).toBe(text)
    expect(other.status).toBe(200)
  })

  it('tells browsers not to guess its type', async () => {
    const { headers } = await api.ask(target, options)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  })
})

describe.each(GET_EXAMPLES)('$name', ({ target }) => {
  it('responds to HEAD like GET, without a body', async () => {
    const get = await api.ask(target)
    const head = await api.ask(target, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['Content-Type', 'ETag', 'Cache-Control', 'Vary', 'X-Dataset-Version'])
      expect(head.headers.get(name), name).toBe(get.headers.get(name))
  })

  it('responds to HEAD of an invalid request with its status and no body', async () => {
    const head = await api.ask(withQuery(target, { nonsense: 1 }), { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([400, ''])
  })
})

describe.each(LIST_EXAMPLES.filter(({ endpoint }) => 'q' in endpoint.query || 'since' in endpoint.query))(
  '$name',
  ({ target, endpoint }) => {
    it('is not cached with q or since', async () => {
      const query: Record<string, string> = 'q' in endpoint.query ? { q: 'rural' } : { since: '2026-10-01' }
      const { headers } = await api.ask(withQuery(target, query))
      expect(headers.get('Cache-Control')).toBe('no-store')
    })
  },
)

describe.each(GET_EXAMPLES.filter(({ endpoint }) => endpoint.parameter))('$name', ({ target, endpoint }) => {
  it.skipIf(endpoint.files || endpoint.tag === 'common-grants')(
    'returns the record itself, without an envelope',
    async () => {
      const { body } = await api.ask(target)
      expect(body.data).toBeUndefined()
      expect(body.id ?? body.code).toBe(target.split('/').at(-1))
    },
  )

  it('returns 404 for an unknown name', async () => {
    for (const name of ['zz', '00000000-0000-4000-8000-000000000000', '%20', '..%2F..', '%E0%A4%A', 'a'.repeat(2000)]) {
      const answer = await api.ask(endpoint.path.replace(/:\w+/, name))
      expect([name.slice(0, 40), answer.status, answer.body.code]).toEqual([name.slice(0, 40), 404, 'NOT_FOUND'])
    }
  })

  it('finds the record by its name in any letter case', async () => {
    const { text } = await api.ask(target)
    const name = target.split('/').at(-1) as string
    for (const written of [name.toLowerCase(), name.toUpperCase()])
      expect((await api.ask(endpoint.path.replace(/:\w+/, written))).text).toBe(text)
  })
})

describe('the request id', () => {
  it.each(['', 'a'.repeat(65), 'with space', 'ümlaut'.normalize(), 'semi;colon', '<script>'])(
    'is generated if the caller sends "%s"',
    async (id) => {
      const encoded = Buffer.from(id, 'utf8').toString('latin1')
      const { headers } = await api.ask('/api/v1/states', { headers: { 'X-Request-Id': encoded } })
      expect(headers.get('X-Request-Id')).toMatch(UUID)
    },
  )

  it('of 1 to 64 characters is the caller’s, also on errors', async () => {
    for (const id of ['x', 'A-z_0.9', 'a'.repeat(64)]) {
      const answer = await api.ask('/api/v1/nowhere', { headers: { 'X-Request-Id': id } })
      expect(answer.headers.get('X-Request-Id')).toBe(id)
      expect(answer.body.requestId).toBe(id)
    }
  })
})
