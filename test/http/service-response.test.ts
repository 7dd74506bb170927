import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOwnDetail } from '../../src/http/endpoints/envelopes.ts'
import { ServiceResponse } from '../../src/http/service-response.ts'
import { RESOURCE_NAMES, resource } from '../../src/resources/index.ts'
import { openApi, type TestApi } from '../api.ts'

const BODIES: { [name: string]: string } = {
  'a short text': 'ok',
  'a long ASCII text': 'rural '.repeat(20_000),
  'a long text with accents': 'Mañana '.repeat(20_000),
  'a long text with signs outside Latin-1': 'health – “care” 🚑 '.repeat(10_000),
}

describe.each(['with', 'without'])('a server, %s the size of its bodies in the headers', (known) => {
  const server = createServer(
    { ServerResponse: ServiceResponse },
    getRequestListener((request) => {
      const body = BODIES[decodeURI(new URL(request.url).pathname.slice(1))] ?? ''
      const headers = { ...(known === 'with' && { 'Content-Length': String(Buffer.byteLength(body)) }) }
      return new Response(request.method === 'HEAD' ? null : body, { headers: { 'X-Kind': 'text', ...headers } })
    }),
  )
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    server.close()
  })
  const ask = (name: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`, { method })

  it.each(Object.entries(BODIES))('sends %s unchanged, also after one another', async (name, body) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await ask(name)
      expect(response.headers.get('x-kind')).toBe('text')
      expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
      expect((await response.text()) === body).toBe(true)
    }
    const head = await ask(name, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('a server with constant headers', () => {
  const constant = { 'X-Constant': 'a, b', 'X-Frame-Options': 'SAMEORIGIN' }
  const rawHeadersOf = async (status: number, body: string | null, isExpected: boolean): Promise<string[]> => {
    const server = createServer({ ServerResponse: ServiceResponse }, (_, response) => {
      const own = { 'X-Own': 'c', ...(body !== null && { 'Content-Length': String(body.length) }) }
      const all = { ...constant, ...own }
      response.expect({ all, constant, own })
      response.sendDate = false
      response.writeHead(status, isExpected ? all : { ...all }).end(body)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    try {
      const sent = get({ port: (server.address() as AddressInfo).port, agent: false })
      const [response] = await once(sent, 'response')
      expect(await text(response)).toBe(body ?? '')
      return response.rawHeaders
    } finally {
      server.close()
    }
  }

  it.each([
    [200, 'ok'],
    [200, 'rural '.repeat(20_000)],
    [404, 'not found'],
    [304, null],
  ])('sends every header once, with status %s', async (status, body) => {
    const expected = await rawHeadersOf(status, body, true)
    expect(expected.slice(0, 4)).toEqual(Object.entries(constant).flat())
    expect(expected).toEqual(await rawHeadersOf(status, body, false))
  })
})

describe('Content-Length of a list', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openApi()
  })

  const queries = RESOURCE_NAMES.flatMap((name) => {
    const { envelope, page, orders } = resource(name)
    const options = [
      `fields=${orders.sortable[0]}`,
      'limit=1',
      ...(envelope === 'counted' ? [] : ['page=9999']),
      ...(hasOwnDetail(resource(name)) ? ['include=detail'] : []),
    ]
    return [...options, `limit=${page.max}`].map((query) => `/api/v1/${name}?${query}`)
  })

  it.each(queries)('is the number of bytes of %s: read anew, read into its outline, and cached', async (target) => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { status, headers, text } = await api.ask(target)
      expect([status, headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(text))])
    }
  })
})
