import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { DatasetUnavailable } from '../../../src/store/open/dataset.ts'
import { openApi, type TestApi } from '../../api.ts'

/** The headers of every response of the API. */
const CONSTANT = {
  'access-control-allow-origin': '*',
  'content-security-policy': "frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'x-request-id': 'mine',
}

const EXPOSED =
  'X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-RateLimit-Monthly-Limit,X-RateLimit-Monthly-Remaining,X-Quota-Remaining,X-AI-Search-Monthly-Limit,X-AI-Search-Monthly-Remaining,RateLimit-Policy,RateLimit,Accept-Ranges,Allow,Content-Range,ETag,Link,Retry-After,Vary,WWW-Authenticate,X-Dataset-Version,X-RateLimit-Status,X-Request-Id'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

interface Asked {
  target: string
  method?: string
  headers?: Record<string, string>
  /** Sends none where false. */
  key?: false
  body?: string
}

const ANSWERS: [status: number, what: string, asked: Asked][] = [
  [200, 'a list', { target: '/api/v1/awards' }],
  [200, 'a single record', { target: '/api/v1/states/NE' }],
  [200, 'HEAD', { target: '/api/v1/states', method: 'HEAD' }],
  [200, 'a search', { target: '/api/v1/search', method: 'POST', body: '{"query":"telehealth"}' }],
  [200, 'the usage', { target: '/api/v1/usage' }],
  [200, 'the stats', { target: '/api/stats', key: false }],
  [200, 'the health', { target: '/api/health', key: false }],
  [204, 'a preflight', { target: '/api/v1/states', method: 'OPTIONS', key: false }],
  [204, 'a preflight of nothing', { target: '/api/v1/nowhere', method: 'OPTIONS', key: false }],
  [400, 'a bad parameter', { target: '/api/v1/awards?state=ZZ' }],
  [401, 'no key', { target: '/api/v1/awards', key: false }],
  [403, 'a wrong key', { target: '/api/v1/awards', key: false, headers: { 'X-Api-Key': 'nonsense' } }],
  [404, 'an unknown record', { target: '/api/v1/states/ZZ' }],
  [404, 'an unknown path', { target: '/api/v1/nowhere' }],
  [404, 'an unknown path without a key', { target: '/api/nowhere', key: false }],
  [405, 'a wrong method', { target: '/api/v1/states', method: 'DELETE' }],
  [405, 'a wrong method without a key', { target: '/api/stats', method: 'POST', key: false }],
  [
    415,
    'a search that is no JSON',
    { target: '/api/v1/search', method: 'POST', headers: { 'Content-Type': 'text/plain' } },
  ],
]

function toObject({ headers }: { headers: Headers }): Record<string, string> {
  return Object.fromEntries(headers)
}

async function ask({ target, method = 'GET', headers = {}, key, body }: Asked, app = api.app): Promise<Response> {
  const { secret } = await api.key()
  return app.request(target, {
    method,
    headers: {
      'X-Request-Id': 'mine',
      ...(key !== false && { Authorization: `Bearer ${secret}` }),
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body: body ?? '{}' }),
  })
}

describe('every response has the same headers', () => {
  it.each(ANSWERS)('%i: %s', async (status, _, asked) => {
    const response = await ask(asked)
    expect(response.status).toBe(status)
    expect(toObject(response)).toMatchObject({
      ...CONSTANT,
      'access-control-expose-headers': EXPOSED,
      'x-dataset-version': api.service.manifest.datasetVersion,
    })
  })

  it('304: a response that the caller already has', async () => {
    const etag = (await ask({ target: '/api/v1/states' })).headers.get('ETag') ?? ''
    const response = await ask({ target: '/api/v1/states', headers: { 'If-None-Match': etag } })
    expect([response.status, response.headers.get('ETag')]).toEqual([304, etag])
    expect(toObject(response)).toMatchObject({ ...CONSTANT, 'access-control-expose-headers': EXPOSED })
  })

  it('429: a rejected request', async () => {
    const { secret } = await api.key('PRO')
    const headers = { Authorization: `Bearer ${secret}`, 'X-Request-Id': 'mine' }
    let response = await api.app.request('/api/v1/states/NE', { headers })
    for (let count = 0; count < 60; count += 1) response = await api.app.request('/api/v1/states/NE', { headers })
    expect(response.status).toBe(429)
    expect(toObject(response)).toMatchObject({ ...CONSTANT, 'access-control-expose-headers': EXPOSED })
  })

  it.each([
    [500, new Error('a bug')],
    [503, new DatasetUnavailable('gone')],
  ])('%i: an error', async (status, fault) => {
    const app = createApp({
      service: () => {
        throw fault
      },
      meter: api.store,
      clock: api.now,
      log: () => {},
      base: null,
    })
    const response = await ask({ target: '/api/v1/states' }, app)
    expect(response.status).toBe(status)
    expect(toObject(response)).toMatchObject({ ...CONSTANT, 'access-control-expose-headers': EXPOSED })
    expect(response.headers.has('X-Dataset-Version')).toBe(false)
  })
})
