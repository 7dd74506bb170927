import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/contract/schemas.ts'
import { openApi, type TestApi } from '../../api.ts'
import { CONTRACT } from '../../contract/whole.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

describe('a request with a small mistake gets a suggestion:', () => {
  it.each([
    ['/api/v1/oportunities', '/api/v1/opportunities'],
    ['/api/v1/award', '/api/v1/awards'],
    ['/api/v1/Awards', '/api/v1/awards'],
    ['/api/v1/awards/', '/api/v1/awards'],
    ['/api/v1/STATES/NE', '/api/v1/states/NE'],
    ['/api/v1/states/NE/', '/api/v1/states/NE'],
    ['/API/v1/events', '/api/v1/events'],
    ['/api/v1/state/NE', '/api/v1/states/NE'],
    ['/api/events', '/api/v1/events'],
    ['/api/v1/stats', '/api/stats'],
    ['/api/v1/usage.csv', '/api/v1/usage'],
    ['/api/v1/documents/a/b/c', null],
    ['/api/v1/zzzzzzzzzz', null],
  ])('%s', async (target, meant) => {
    const { status, body } = await api.ask(target)
    expect([status, body?.code]).toEqual([404, 'NOT_FOUND'])
    if (meant === null) expect(body.detail).not.toContain('Did you mean')
    else expect(body.detail).toContain(`Did you mean "${meant}"?`)
  })

  it.each([
    ['/api/v1/states/Nebraska', 'No state has the code "Nebraska". Did you mean "/api/v1/states/NE"?'],
    ['/api/v1/states/nebrasca', 'No state has the code "nebrasca". Did you mean "/api/v1/states/NE"?'],
    ['/api/v1/states/ZZ', 'No state has the code "ZZ".'],
    [
      '/api/v1/documents/123',
      'No record in documents has the id "123". Ids are UUIDs. "/api/v1/documents" lists them.',
    ],
    [
      '/api/v1/events/00000000-0000-4000-8000-00000000ffff',
      'No record in events has the id "00000000-0000-4000-8000-00000000ffff".',
    ],
  ])('%s', async (target, detail) => {
    const { status, body } = await api.ask(target)
    expect([status, body.detail]).toEqual([404, detail])
  })

  it.each(['nebraska', 'Nebraska', 'nebrasca'])('state=%s', async (state) => {
    const { status, body } = await api.ask(`/api/v1/awards?state=${state}`)
    expect([status, body.errors[0].didYouMean]).toEqual([400, 'NE'])
  })
})

describe('a request without a key', () => {
  it('is told how to send one, and where to get one', async () => {
    const { status, body } = await api.ask('/api/v1/awards', { key: null })
    expect(status).toBe(401)
    expect(body.detail).toMatch(/"Authorization: Bearer <key>" or "X-Api-Key: <key>".*\/account\//)
  })

  it('is told if "Bearer" is missing before its key', async () => {
    const { secret } = await api.key()
    for (const [authorization, said] of [
      [secret, /lacks its scheme/],
      [`Basic ${secret}`, /wrong scheme/],
    ] as const) {
      const { status, body } = await api.ask('/api/v1/awards', { key: null, headers: { Authorization: authorization } })
      expect([status, body.code]).toEqual([401, 'API_KEY_MISSING'])
      expect(body.detail).toMatch(said)
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  it('is told if its key is in the query, without showing it', async () => {
    const { secret } = await api.key()
    for (const query of [`api_key=${secret}`, `apikey=x`, `access_token=${secret}`, `k=${secret}`]) {
      const { status, text, body } = await api.ask(`/api/v1/awards?${query}`, { key: null })
      expect([status, body.detail]).toEqual([401, expect.stringContaining('API keys in the query')])
      expect(text).not.toContain(secret)
    }
  })
})

describe('a body that is not JSON', () => {
  it.each([
    ['{"query": "x",}', 'unexpected "}" at line 1, column 15'],
    ['{query: "x"}', 'unexpected "query" at line 1, column 2'],
    ['{"query": undefined}', 'unexpected "undefined" at line 1, column 11'],
    ['{\n  "query": "x"\n  "limit": 1\n}', 'unexpected "\\"limit\\"" at line 3, column 3'],
    ['{"query": "x"', 'it ends before its value is complete'],
    ['', 'it is empty'],
  ])('gets the position of the error: %j', async (body, where) => {
    const answer = await api.ask('/api/v1/search', { body, headers: { 'Content-Type': 'application/json' } })
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_JSON'])
    expect(answer.body.detail).toBe(`The body is not valid JSON: ${where}.`)
  })
})

describe('the contract', () => {
  const document = CONTRACT
  const everySchema = (visit: (name: string, schema: JsonSchema) => void): void => {
    const walk = (name: string, schema: JsonSchema | undefined): void => {
      if (!schema) return
      visit(name, schema)
      for (const [field, part] of Object.entries(schema.properties ?? {})) walk(`${name}.${field}`, part)
      walk(`${name}[]`, schema.items)
      for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(name, part)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) walk(name, schema)
    for (const [path, { get }] of Object.entries(document.paths)) {
      walk(path, get?.responses['200']?.content?.['application/json']?.schema)
    }
  }

  it('describes every property', () => {
    const bare: string[] = []
    everySchema((name, { properties = {} }) => {
      for (const [field, { description, $ref }] of Object.entries(properties)) {
        const target = $ref && document.components.schemas[$ref.split('/').at(-1) as string]
        if (!description && !(target || undefined)?.description) bare.push(`${name}.${field}`)
      }
    })
    expect(bare).toEqual([])
  })

  it('allows additions in response enums, except closed ones', () => {
    const closed = new Set<string>()
    everySchema((name, schema) => {
      // What callers send is a closed set.
      if (schema.enum && !/^(CommonGrantsSearchBody|SubscriptionBody|WebhookFilter)\./.test(name)) closed.add(name)
    })
    const inputs = ['StateSummary.region', 'StateDetail.region']
    expect([...closed].sort()).toEqual(
      ['DatePrecision', 'LegacyCategory', 'OpportunityScope', 'StateCode', 'Verification', ...inputs].sort(),
    )
    expect(document.components.schemas.OpportunityStatus).toMatchObject({
      type: 'string',
      'x-extensible-enum': ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED'],
    })
  })

  it.each([
    ['/api/v1/events', 'from'],
    ['/api/v1/events', 'to'],
    ['/api/v1/activity', 'since'],
    ['/api/v1/awards', 'updatedSince'],
    ['/api/v1/opportunities', 'dueAfter'],
  ])('of %s says that %s accepts a date or a timestamp', (path, name) => {
    const parameter = document.paths[path]?.get?.parameters.find((each) => 'name' in each && each.name === name)
    expect(parameter).toMatchObject({
      schema: {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
    })
  })

  it('has a list as example of opportunities.type, and documents 405 with Allow for every path', () => {
    const parameter = document.paths['/api/v1/opportunities']?.get?.parameters.find(
      (each) => 'name' in each && each.name === 'type',
    )
    expect(parameter).toMatchObject({ schema: { type: 'array', examples: [['RFP']] } })
    for (const methods of Object.values(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        expect(responses['405']?.headers).toHaveProperty('Allow')
      }
    }
  })
})
