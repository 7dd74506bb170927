import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { ERROR_CODES, ERRORS, Problem } from '../../../src/http/response/errors.ts'
import { type Admission, type Meter, StoreUnavailable } from '../../../src/metering/admission.ts'
import { generateKey } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { DatasetUnavailable } from '../../../src/store/open/dataset.ts'
import type { Service } from '../../../src/store/service.ts'
import { openApi, type TestApi } from '../../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

/** The specified status of each code. */
const STATUSES = {
  API_KEY_MISSING: 401,
  API_KEY_INVALID: 403,
  API_KEY_REVOKED: 403,
  ACCOUNT_SUSPENDED: 403,
  PLAN_REQUIRED: 403,
  INVALID_PARAMETER: 400,
  UNKNOWN_PARAMETER: 400,
  INVALID_JSON: 400,
  BAD_REQUEST: 400,
  REQUEST_TIMEOUT: 408,
  CREDENTIALS_CONFLICT: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  MONTHLY_QUOTA_EXCEEDED: 429,
  INTERNAL: 500,
  STORE_UNAVAILABLE: 503,
} as const

type Overrides = { meter?: Partial<Meter>; service?: () => Service; log?: (line: object) => void; base?: string }

/** The API with some of its dependencies replaced. */
const appWith = ({ meter, service, log, base }: Overrides) =>
  createApp({
    service: service ?? (() => api.service),
    meter: { ...api.store, ...meter },
    clock: api.now,
    log: log ?? (() => {}),
    base: base ?? null,
  })

async function askWith(overrides: Overrides, target: string): Promise<{ response: Response; body: Problem }> {
  const { secret } = await api.key()
  const response = await appWith(overrides).request(target, { headers: { 'X-Api-Key': secret } })
  return { response, body: (await response.json()) as Problem }
}

describe('the error table', () => {
  it('gives every code its status and a title', () => {
    for (const [code, status] of Object.entries(STATUSES))
      expect(ERRORS[code as keyof typeof ERRORS], code).toMatchObject({ status })
    for (const code of ERROR_CODES) {
      expect(ERRORS[code].title).not.toBe('')
    }
  })
})

describe('every path under /api', () => {
  it.each(['/api', '/api/', '/api/v2/states', '/api/v10', '/api/nowhere', '/api/stats/', '/api/%00'])(
    'returns 404 NOT_FOUND as a problem document: %s',
    async (target) => {
      const answer = await api.ask(target, { key: null })
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
      expect(Problem.parse(answer.body).instance).toBe(new URL(target, 'http://localhost').pathname)
    },
  )

  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/states/NE/awards',
    '/api/v1/Awards',
    '/api/v1/awards/',
    '/common-grants',
    '/common-grants/awards',
  ])('under v1 requires the key first, then returns 404: %s', async (target) => {
    expect((await api.ask(target, { key: null })).status).toBe(401)
    const answer = await api.ask(target)
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })

  it.each(['/api/stats', '/api/health'])('that is public rejects other methods with 405: %s', async (target) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await api.ask(target, { key: null, method })
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
  })
})

describe('a problem', () => {
  it('links to the docs at the public URL, if one is set', async () => {
    const { body } = await askWith({ base: 'https://data.example.org' }, '/api/v1/nowhere')
    expect(body.type).toBe('https://data.example.org/docs/errors#NOT_FOUND')
  })

  it('has the first error in its detail, and how many more there are', async () => {
    const { body } = await api.ask('/api/v1/awards?limit=0&page=0&states=NE')
    expect(body.detail).toMatch(/^Unknown parameter "states"\. Did you mean "state"\? 2 more problems in "errors"\.$/)
    expect(body.errors).toHaveLength(3)
  })

  it('has code INVALID_PARAMETER if a known parameter is also wrong', async () => {
    expect((await api.ask('/api/v1/awards?satte=NE')).body.code).toBe('UNKNOWN_PARAMETER')
    expect((await api.ask('/api/v1/awards?satte=NE&limit=0')).body.code).toBe('INVALID_PARAMETER')
  })

  it('has no errors or supportedValues if none apply', async () => {
    const { body } = await api.ask('/api/v1/states/ZZ')
    expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'instance', 'requestId', 'status', 'title', 'type'])
  })

  it('repeats input only as JSON text', async () => {
    const answer = await api.ask('/api/v1/awards?state=%3Cscript%3E%22')
    expect(answer.headers.get('Content-Type')).toContain('problem+json')
    expect(answer.body.errors[0].value).toBe('<script>"')
  })
})

describe('an error on our side', () => {
  const broken = () => ({
    ...api.service,
    readers: {
      ...api.service.readers,
      awards: {
        ...api.service.readers.awards,
        written: () => {
          throw new Error('disk on fire at /var/lib/secret.sqlite')
        },
      },
    },
  })

  it('returns 500 INTERNAL that reveals nothing; the cause is logged with the request id', async () => {
    const log: object[] = []
    const { response, body } = await askWith({ service: broken, log: (line) => log.push(line) }, '/api/v1/awards')
    expect([response.status, body.code]).toEqual([500, 'INTERNAL'])
    expect(JSON.stringify(body)).not.toMatch(/disk|secret/)
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'error', id: body.requestId, message: expect.stringContaining('disk on fire') }),
    )
  })

  it('refunds what it cost of the month', async () => {
    const { secret, accountId } = await api.key()
    const app = appWith({ service: broken })
    const response = await app.request('/api/v1/awards', { headers: { 'X-Api-Key': secret } })
    expect(response.status).toBe(500)
    expect(response.headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
    const { minute, requests } = await api.store.usage(accountId, getWindows(api.now()))
    expect([minute.used, requests.used]).toEqual([1, 0])
  })

  it('of an unknown kind while a request is being planned is also a 500, after the key was checked', async () => {
    const service = () => ({ ...api.service, readers: {} as Service['readers'] })
    const { response } = await askWith({ service }, '/api/v1/awards')
    expect(response.status).toBe(500)
    expect((await appWith({ service }).request('/api/v1/awards')).status).toBe(401)
  })
})

describe('with the key store unavailable', () => {
  const refuse = () => Promise.reject(new StoreUnavailable('ECONNREFUSED 10.0.0.1 EVALSHA abc'))

  it('returns 503 STORE_UNAVAILABLE with Retry-After: 5, never 401 or 403, without details of the store', async () => {
    const { response, body } = await askWith({ meter: { admit: refuse } }, '/api/v1/awards')
    expect([response.status, body.code]).toEqual([503, 'STORE_UNAVAILABLE'])
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(JSON.stringify(body)).not.toMatch(/ECONN|EVAL|10\.0/)
  })

  it('reads without quota headers, marked as degraded, if the meter vouches for the key', async () => {
    const admit = async (): Promise<Admission> => ({ verdict: 'degraded', plan: 'PRO' })
    const { response } = await askWith({ meter: { admit } }, '/api/v1/states')
    expect(response.status).toBe(200)
    expect(response.headers.get('X-RateLimit-Status')).toBe('degraded')
    expect(response.headers.get('X-RateLimit-Limit')).toBeNull()
    expect(response.headers.get('X-RateLimit-Monthly-Remaining')).toBeNull()
  })

  it('refunds nothing for a 404 that was not counted', async () => {
    const admit = async (): Promise<Admission> => ({ verdict: 'degraded', plan: 'PRO' })
    const { response } = await askWith({ meter: { admit, refund: refuse } }, '/api/v1/states/ZZ')
    expect(response.status).toBe(404)
  })

  it("limits at the plan's rate", async () => {
    const admit = async (): Promise<Admission> => ({ verdict: 'degraded_refused', plan: 'PRO', retryAfterSeconds: 7 })
    const { response, body } = await askWith({ meter: { admit } }, '/api/v1/states')
    expect([response.status, body.code, response.headers.get('Retry-After')]).toEqual([429, 'RATE_LIMITED', '7'])
  })

  it('does not turn a 404 into another error if the refund fails', async () => {
    const { response } = await askWith({ meter: { refund: refuse } }, '/api/v1/states/ZZ')
    expect(response.status).toBe(404)
  })
})

describe('with the dataset unavailable', () => {
  const service = () => {
    throw new DatasetUnavailable('The database /srv/data/service-x.sqlite is damaged')
  }

  it('reports errors with the key first, and uses nothing of the month', async () => {
    const stranger = await appWith({ service }).request('/api/v1/states', {
      headers: { 'X-Api-Key': generateKey().secret },
    })
    expect(stranger.status).toBe(403)
    const { response } = await askWith({ service }, '/api/v1/states')
    expect(response.status).toBe(503)
    expect(response.headers.get('X-RateLimit-Monthly-Remaining')).toBe('20000')
  })

  it('returns 503 DATASET_UNAVAILABLE with Retry-After, and gives the reason only in the log', async () => {
    const log: object[] = []
    for (const target of ['/api/v1/awards', '/api/v1/states/NE']) {
      const { response, body } = await askWith({ service, log: (line) => log.push(line) }, target)
      expect([response.status, body.code]).toEqual([503, 'DATASET_UNAVAILABLE'])
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(JSON.stringify(body)).not.toContain('/srv')
      expect(response.headers.get('X-Dataset-Version')).toBeNull()
    }
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', message: expect.stringContaining('damaged') }))
  })

  it('returns 503 for the stats too', async () => {
    const response = await appWith({ service }).request('/api/stats')
    expect(response.status).toBe(503)
    expect(response.headers.get('Content-Type')).toContain('problem+json')
  })
})
