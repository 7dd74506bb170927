import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { apiOrSite } from '../../src/http/app.ts'
import { generateKey } from '../../src/metering/keys.ts'
import { getResource, RESOURCE_NAMES } from '../../src/resources/index.ts'
import { openApi, type TestApi } from '../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

type Mode = 'auto' | 'legacy'

/** The protocol's own client, connected to the service like the site and the function. */
async function connected(secret: string, mode: Mode = 'auto'): Promise<Client> {
  const serve = apiOrSite(api.app.fetch, () => new Response('the site', { status: 404 }))
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
    fetch: async (address, init) => serve(new Request(address, init)),
  })
  clients.push(client)
  await client.connect(transport)
  return client
}

const used = async (secret: string) => {
  const { headers } = await api.ask('/api/v1/usage', { key: secret })
  const left = (name: string) => Number(headers.get(name))
  return {
    month: left('X-RateLimit-Monthly-Limit') - left('X-RateLimit-Monthly-Remaining'),
    minute: left('X-RateLimit-Limit') - left('X-RateLimit-Remaining'),
  }
}

const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const ACCEPT = { Accept: 'application/json, text/event-stream' }
const toolCall = (name: string, input: object) => ({
  json: { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: input } },
  headers: ACCEPT,
})

describe.each<Mode>(['auto', 'legacy'])('an agent with the protocol negotiated as %s', (mode) => {
  it('gets a tool for every list, with the parameters of the list', async () => {
    const client = await connected((await api.key()).secret, mode)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_documents',
      ...['compare_states', 'find_awards', 'find_documents', 'find_opportunities', 'find_events', 'find_activities'],
      ...['find_commitments', 'read_change_feed', 'get_coverage', 'find_allotments'],
      ...['get_state', 'get_record', 'what_changed'],
    ])
    const byName = new Map(tools.map((tool) => [tool.name, tool]))
    for (const name of RESOURCE_NAMES) {
      const { tool = `find_${name}`, description, filters } = getResource(name)
      expect(byName.get(tool)).toMatchObject({ description })
      expect(Object.keys(byName.get(tool)?.inputSchema.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(filters)),
      )
    }
    for (const { description, annotations } of tools) {
      expect(description).toMatch(/\.$/)
      expect(annotations).toMatchObject({ readOnlyHint: true })
    }
    const [search, find, state, record, changes] = [
      ...['search_documents', 'find_opportunities', 'get_state', 'get_record', 'what_changed'],
    ].map((name) => byName.get(name)?.inputSchema)
    expect(search).toMatchObject({ required: ['query'], properties: { aiAnswer: { type: 'boolean', default: false } } })
    expect(find?.properties).toMatchObject({
      state: { type: 'array', items: { enum: expect.arrayContaining(['NE', 'NONE']) } },
      limit: { type: 'integer', minimum: 1 },
      sort: { description: expect.stringContaining('dueDate') },
    })
    expect(state).toMatchObject({ required: ['code'] })
    expect(record).toMatchObject({
      required: ['resource', 'id'],
      properties: { resource: { enum: expect.arrayContaining(['awards', 'documents', 'events', 'opportunities']) } },
    })
    expect(Object.keys(changes?.properties ?? {})).toEqual(expect.arrayContaining(['since', 'from', 'state', 'page']))
  })

  it("gets the API's responses", async () => {
    const client = await connected((await api.key()).secret, mode)
    const { body: list } = await api.ask('/api/v1/opportunities?state=NE,none&limit=3&sort=-dueDate')
    const { body: document } = await api.ask('/api/v1/documents?limit=1')
    const { id } = document.data[0]
    const cases: [name: string, given: { [name: string]: unknown }, expected: unknown][] = [
      ['find_opportunities', { state: ['NE', 'none'], limit: 3, sort: ['-dueDate'], status: null }, list],
      [
        'compare_states',
        { sort: ['-awardTotal'], limit: 5 },
        (await api.ask('/api/v1/states?sort=-awardTotal&limit=5')).body,
      ],
      [
        'find_awards',
        { state: ['NE'], verification: ['ALL'], facets: ['recipientKind'], limit: 2 },
        (await api.ask('/api/v1/awards?state=NE&verification=ALL&facets=recipientKind&limit=2')).body,
      ],
      [
        'find_events',
        { includeInactive: true, limit: 2 },
        (await api.ask('/api/v1/events?includeInactive=true&limit=2')).body,
      ],
      ['find_commitments', { factor: ['D.2'] }, (await api.ask('/api/v1/commitments?factor=D.2')).body],
      ['get_coverage', { state: ['NE'] }, (await api.ask('/api/v1/coverage?state=NE')).body],
      ['read_change_feed', { type: ['ALL'], limit: 2 }, (await api.ask('/api/v1/activity?type=ALL&limit=2')).body],
      ['get_state', { code: 'ne' }, (await api.ask('/api/v1/states/NE')).body],
      ['get_record', { resource: 'documents', id }, (await api.ask(`/api/v1/documents/${id}`)).body],
      ['what_changed', { limit: 2 }, (await api.ask('/api/v1/changes?limit=2')).body],
      [
        'search_documents',
        { query: 'telehealth', limit: 2 },
        (await api.ask('/api/v1/search', { json: { query: 'telehealth', limit: 2 } })).body,
      ],
    ]
    expect(list.data.length).toBeGreaterThan(0)
    for (const [name, input, expected] of cases) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: input })
      expect([name, isError ?? false, structuredContent]).toEqual([name, false, expected])
      expect(content).toEqual([{ type: 'text', text: expect.any(String) }])
      expect(JSON.parse((content[0] as { text: string }).text)).toEqual(expected)
    }
  })

  it.each<[name: string, given: { [name: string]: unknown }, problem: object]>([
    ['find_opportunities', { state: 'Nebrasca' }, { code: 'INVALID_PARAMETER', status: 400 }],
    ['find_opportunities', { sate: 'NE' }, { code: 'UNKNOWN_PARAMETER', status: 400 }],
    ['search_documents', { query: 'x' }, { code: 'INVALID_PARAMETER', status: 400 }],
    ['get_state', { code: 'Nebraska' }, { code: 'NOT_FOUND', status: 404 }],
    ['get_state', {}, { code: 'INVALID_PARAMETER', errors: [expect.objectContaining({ parameter: 'code' })] }],
    ['get_state', { code: '..' }, { code: 'INVALID_PARAMETER' }],
    ['get_state', { code: 'NE.csv' }, { code: 'INVALID_PARAMETER' }],
    ['get_record', { resource: 'documents', id: 'half a character: \ud800' }, { code: 'NOT_FOUND' }],
    ['get_record', { resource: 'secrets', id: '1' }, { code: 'INVALID_PARAMETER' }],
    ['get_record', { resource: 'documents', id: '../usage' }, { code: 'NOT_FOUND' }],
  ])('gets error messages: %s %o', async (name, input, problem) => {
    const client = await connected((await api.key()).secret, mode)
    const result = await client.callTool({ name, arguments: input })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({ ...problem, requestId: expect.any(String) })
  })

  it('gets an error for an unknown tool', async () => {
    const client = await connected((await api.key()).secret, mode)
    await expect(client.callTool({ name: 'drop_tables' })).rejects.toThrow('Unknown tool "drop_tables"')
  })
})

describe('POST /mcp', () => {
  it('counts a tool call as one request, and every other message only in the minute', async () => {
    const { secret } = await api.key()
    await api.ask('/mcp', { key: secret, json: MESSAGE, headers: ACCEPT })
    expect(await used(secret)).toEqual({ month: 0, minute: 2 })
    const { status, headers } = await api.ask('/mcp', { key: secret, ...toolCall('get_state', { code: 'NE' }) })
    expect([status, headers.get('X-RateLimit-Monthly-Remaining')]).toEqual([200, expect.stringMatching(/^\d+$/)])
    expect(await used(secret)).toEqual({ month: 1, minute: 4 })
    // Rejected requests do not count in the month.
    await api.ask('/mcp', { key: secret, ...toolCall('get_state', { code: 'Nebraska' }) })
    await api.ask('/mcp', { key: secret, ...toolCall('get_state', {}) })
    expect(await used(secret)).toEqual({ month: 1, minute: 7 })
  })

  it('reports a used-up allowance like the API', async () => {
    const { secret } = await api.key()
    const { headers } = await api.ask('/api/v1/usage', { key: secret })
    const left = Number(headers.get('X-RateLimit-Remaining'))
    await Promise.all(Array.from({ length: left }, () => api.ask('/api/v1/usage', { key: secret })))
    const call = await api.ask('/mcp', { key: secret, ...toolCall('get_state', { code: 'NE' }) })
    expect(call.body).toMatchObject({
      id: 7,
      result: { isError: true, structuredContent: { code: 'RATE_LIMITED', status: 429 } },
    })
    expect(call.headers.get('Retry-After')).toMatch(/^\d+$/)
    const list = await api.ask('/mcp', { key: secret, json: MESSAGE, headers: ACCEPT })
    expect([list.status, list.body.code]).toEqual([429, 'RATE_LIMITED'])
  })

  it.each([
    ['no key', null, 401, 'API_KEY_MISSING'],
    ['an unknown key', generateKey().secret, 403, 'API_KEY_INVALID'],
  ])('rejects %s before reading the body', async (_, key, status, code) => {
    const body = new ReadableStream({
      pull() {
        throw new Error('The body was read.')
      },
    })
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key && { 'X-Api-Key': key }) },
      body,
      duplex: 'half',
    } as RequestInit)
    const response = await api.app.fetch(request)
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
    expect(request.bodyUsed).toBe(false)
  })

  it.each<[string, Parameters<TestApi['ask']>[1], number, string]>([
    ['another method', { method: 'GET' }, 405, 'METHOD_NOT_ALLOWED'],
    ['what is not JSON', { body: '{', headers: { 'Content-Type': 'application/json' } }, 400, 'INVALID_JSON'],
    ['another type', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['several messages at once', { json: [MESSAGE], headers: ACCEPT }, 400, 'INVALID_JSON'],
    ['a long body', { json: { ...MESSAGE, params: 'x'.repeat(20_000) } }, 413, 'PAYLOAD_TOO_LARGE'],
  ])('rejects %s with a problem document', async (_, options, status, code) => {
    const { secret } = await api.key()
    const answer = await api.ask('/mcp', { key: secret, ...options })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.headers.get('X-RateLimit-Remaining')).toBe('299')
  })

  it.each<[string, object]>([
    ['that are no messages', { method: 'tools/call' }],
    ['without parameters', { ...MESSAGE, method: 'tools/call' }],
    ['of a tool without a name', { ...MESSAGE, method: 'tools/call', params: { name: 7 } }],
  ])('counts tool calls %s toward the limit per minute', async (_, json) => {
    const { secret } = await api.key()
    for (const left of ['299', '298']) {
      const { headers } = await api.ask('/mcp', { key: secret, json, headers: ACCEPT })
      expect(headers.get('X-RateLimit-Remaining')).toBe(left)
    }
  })

  it('accepts a notification without a response', async () => {
    const json = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect(await api.ask('/mcp', { json, headers: ACCEPT })).toMatchObject({ status: 202, text: '' })
  })

  it('logs the call and its request under one id', async () => {
    const { secret, keyId } = await api.key()
    const { headers } = await api.ask('/mcp', { key: secret, ...toolCall('get_state', { code: 'NE' }) })
    const lines = api.log.filter((line) => 'id' in line && line.id === headers.get('X-Request-Id'))
    expect(lines).toEqual([
      expect.objectContaining({ route: '/api/v1/states/:code', status: 200, key: keyId }),
      expect.objectContaining({ route: '/mcp', status: 200 }),
    ])
  })
})
