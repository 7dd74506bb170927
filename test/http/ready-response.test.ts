import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ReadyResponse } from '../../src/http/ready-response.ts'

const TEXT = '{"name":"Mañana – “care” 🚑"}'
const FIELDS = { 'X-Request-Id': '1', ETag: '"a"', 'Content-Type': 'application/json', Vary: 'Accept' }

const ready = (body: string | null = TEXT, status = 200) => new ReadyResponse(body, status, FIELDS)
// The library of the self-hosted server replaces the global class.
const { constructor: PlatformResponse } = (await fetch('data:,')) as Response & { constructor: typeof Response }
const platform = (body: string | null, status: number) => new PlatformResponse(body, { status, headers: FIELDS })

const sorted = (headers: Iterable<[string, string]>) => [...headers].sort(([a], [b]) => (a < b ? -1 : 1))

/** Ways to use a response, whose results must not differ from those of the platform's. */
const USES: { [use: string]: (response: Response) => unknown } = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  bytes: (response) => response.bytes(),
  arrayBuffer: async (response) => new Uint8Array(await response.arrayBuffer()),
  blob: async (response) => {
    const blob = await response.blob()
    return [blob.type, await blob.text()]
  },
  stream: (response) => response.body && text(response.body),
  'a copy': async (response) => {
    const copy = response.clone()
    return [copy.status, sorted(copy.headers), await copy.text(), await response.text()]
  },
  'a response made from it': async (response) => {
    const made = new Response(response.body, response)
    return [made.status, sorted(made.headers), await made.text()]
  },
  'its headers without its body': (response) => sorted(new Response(null, response).headers),
  'the properties': ({ status, statusText, ok, type, url, redirected, bodyUsed }) => [
    ...[status, statusText, ok, type, url, redirected, bodyUsed],
  ],
  'whether it has a body': ({ body }) => body !== null,
  'whether its body was read': async (response) => {
    await response.text()
    return response.bodyUsed
  },
  'reading twice': async (response) => {
    await response.text()
    return Promise.allSettled([response.text(), response.bytes(), response.json()]).then((results) =>
      results.map(({ status }) => status),
    )
  },
  'a stream after reading': async (response) => {
    await response.text()
    return response.body?.locked
  },
  'all headers': ({ headers }) => sorted(headers),
  'names and values': ({ headers }) => [[...headers.keys()], [...headers.values()]],
  'each header': ({ headers }) => {
    const seen: [string, string][] = []
    headers.forEach((value, name, all) => {
      seen.push([name, String(all.has(name) && value)])
    })
    return sorted(seen)
  },
  'single headers': ({ headers }) => [headers.get('etag'), headers.has('VARY'), headers.get('x-none')],
  'changed headers': ({ headers }) => {
    headers.set('etag', '"b"')
    headers.append('Vary', 'Origin')
    headers.append('Set-Cookie', 'a=1')
    headers.append('Set-Cookie', 'b=2')
    headers.delete('X-Request-Id')
    return [[...headers], [...headers.entries()], headers.getSetCookie()]
  },
}

describe.each([
  ['a text', TEXT, 200],
  ['an empty text', '', 404],
  ['no body', null, 304],
])('a ready response with %s is used like that of the platform', (_, body, status) => {
  const resultOf = async (use: (response: Response) => unknown, response: Response): Promise<unknown> => {
    try {
      return await use(response)
    } catch (error) {
      return (error as Error).name
    }
  }

  it.each(Object.entries(USES))('%s', async (_, use) => {
    expect(await resultOf(use, ready(body, status))).toEqual(await resultOf(use, platform(body, status)))
  })
})
