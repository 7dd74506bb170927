import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Problem } from '../../src/http/response/errors.ts'
import { createHttpServer } from '../../src/http/server/http-server.ts'
import { openApi } from '../api.ts'
import { type Chance, chance } from '../storage/chance.ts'

/** A stream of bytes on a connection: requests no client would send, and random bytes. */
function bytesFrom(chance: Chance, secret: string): () => Buffer {
  const { below, pick } = chance
  const oneIn = (count: number): boolean => below(count) === 0
  const request = (line: string, headers: readonly string[], body = ''): string =>
    `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`

  const headers = (): string[] => [
    ...pick(HOSTS),
    `X-Api-Key: ${secret}`,
    ...(oneIn(3) ? [pick(ODD_HEADERS)] : []),
    ...(oneIn(20) ? Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`) : []),
  ]
  const get = (): string =>
    request(`${pick(METHODS)} ${pick(TARGETS)} ${oneIn(6) ? pick(VERSIONS) : 'HTTP/1.1'}`, headers())
  const post = (): string => {
    const body = pick(BODIES)
    const framing = oneIn(2) ? [`Content-Length: ${Buffer.byteLength(body)}`] : pick(FRAMINGS)
    return request('POST /api/v1/search HTTP/1.1', [...headers(), 'Content-Type: application/json', ...framing], body)
  }
  const flipped = (bytes: Buffer): Buffer => {
    for (let flips = 1 + below(4); flips > 0; flips -= 1) bytes[below(bytes.length)] = below(256)
    return bytes
  }
  const makers: readonly (() => Buffer)[] = [
    () => Buffer.from(get(), 'latin1'),
    () => Buffer.from(post()),
    () => Buffer.from(get() + post() + get(), 'latin1'),
    () => flipped(Buffer.from(get(), 'latin1')),
    () => flipped(Buffer.from(post())),
    () => Buffer.from(post()).subarray(0, 20 + below(150)),
    () => Buffer.from(Array.from({ length: 1 + below(400) }, () => below(256))),
    () => Buffer.from(pick(STRANGE), 'latin1'),
  ]
  return () => pick(makers)()
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'GET ', 'M-SEARCH', 'PRI']
const TARGETS = [
  ...[
    '/api/stats',
    '/api/v1/states?limit=2',
    '/api/health',
    '/api/v1/states/%zz',
    '/mcp',
    '/common-grants/opportunities',
  ],
  ...['*', '//', '/..//api/stats', 'api/stats', '/\\api', '/api/stats#x', 'http://[::1', 'http://localhost/api/stats'],
  ...[
    'ftp://x/',
    '/api/v1/awards?q=\xff\xfe',
    '/\t',
    '/api/stats HTTP/1.1\r\nX: y',
    `/${'a'.repeat(17_000)}`,
    'localhost:80',
  ],
]
const VERSIONS = ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', 'HTTP/9.9', 'http/1.1', '']
const HOSTS = [
  ...[
    ['Host: localhost'],
    ['Host: localhost'],
    ['Host: localhost'],
    [],
    ['Host:'],
    ['Host: a', 'Host: b'],
    ['Host: a b'],
  ],
  ...[
    ['host: a@b:1:2'],
    ['Host: [::1'],
    ['Host: 1.2.3.4.5'],
    ['Host: a/b'],
    ['Host: \xe9'],
    ['Host : a'],
    ['Host: a', 'HOST: a'],
    ['Host: %00'],
  ],
]
const ODD_HEADERS = [
  ...['X y: 1', ': 1', 'X: \0', 'X', ' folded: 1', 'X: 1\r\n folded', 'Connection: close, X-Api-Key', 'Expect: 200-ok'],
  ...[
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
    'X: \x7f\x01',
  ],
  ...['Content-Length: 5', 'Content-Length: -1', 'Content-Length: 1, 1', 'Transfer-Encoding: chunked', 'Cookie: \xff'],
]
const BODIES = ['{"query":"telehealth"}', '{"query":"\xff"}', '', '{', `{"query":"${'x'.repeat(20_000)}"}`, '0\r\n\r\n']
const FRAMINGS = [
  ...[
    ['Content-Length: 99999'],
    ['Content-Length: 3'],
    ['Content-Length: 1', 'Content-Length: 2'],
    ['Content-Length: x'],
  ],
  ...[['Transfer-Encoding: chunked'], ['Transfer-Encoding: chunked', 'Content-Length: 4'], ['Transfer-Encoding: gzip']],
  ...[['Content-Length: 18446744073709551616'], ['Transfer-Encoding: xchunked'], ['Expect: 100-continue'], []],
]
const STRANGE = [
  ...[
    '\r\n\r\n',
    '\0\0\0\0',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET',
  ],
  ...[
    'GET /\n\n',
    'GET / HTTP/1.1\nHost: a\n\n',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff',
  ],
  `POST /api/v1/search HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(17_000)}`,
  'POST /api/v1/search HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
]

/** Connections no client would open. `FUZZ_SEED=7 npx vitest run test/fuzz` sends other bytes. */

const SEED = Number(process.env.FUZZ_SEED ?? 2_026)
const COUNT = process.env.LONG ? 10_000 : 200
const TOGETHER = 20
const PROBLEM = 'application/problem+json'

async function listening() {
  const { app, key, log } = await openApi()
  const server = createHttpServer(
    app.fetch,
    { base: null, clock: () => 0, log: (line) => log.push(line) },
    '127.0.0.1',
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, log, secret: (await key('FEATURED_VENDOR')).secret }
}

/** Everything received over a connection before it is closed, or reset because the rest of the bytes is not read. */
async function sent(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.setEncoding('latin1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.end(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

interface Reply {
  status: number
  head: string
  body: string
}

/** The responses in the bytes of a connection. @throws Error when they are not complete responses */
function answersIn(text: string): Reply[] {
  const answers: Reply[] = []
  let rest = text
  while (rest !== '') {
    const [whole, head, status] = /^(HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*)\r\n/.exec(rest) ?? []
    if (!whole || !head) throw new Error(`no answer: ${JSON.stringify(rest.slice(0, 300))}`)
    rest = rest.slice(whole.length)
    let body = ''
    if (/^transfer-encoding: chunked\r$/im.test(head)) {
      for (let size = -1; size !== 0; ) {
        const [line = '', digits = ''] = /^([0-9a-f]+)\r\n/.exec(rest) ?? []
        if (!line) throw new Error('a broken chunk')
        size = Number.parseInt(digits, 16)
        body += rest.slice(line.length, line.length + size)
        rest = rest.slice(line.length + size + 2)
      }
    } else if (rest.startsWith('{') && !/^content-length:/im.test(head)) {
      // To a request of HTTP/1.0: the end of the connection is the end of the answer.
      body = rest
      rest = ''
    } else {
      const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
      // A response to HEAD has a Content-Length but no body.
      const isWithout = rest === '' || rest.startsWith('HTTP/1.1 ')
      body = isWithout ? '' : rest.slice(0, length)
      rest = isWithout ? rest : rest.slice(length)
    }
    answers.push({ status: Number(status), head, body })
  }
  return answers
}

function mustBeRefusal({ status, head, body }: Reply): void {
  if (status >= 500) throw new Error(`${status} ${body}`)
  if (status < 400 || body === '') return
  if (!head.includes(PROBLEM)) throw new Error(`${status} without a problem: ${head}`)
  const problem = JSON.parse(body)
  if (problem.status !== status) throw new Error(body)
  if (status !== 401) Problem.parse(problem)
}

it(`responds to anything on ${COUNT} connections with problem documents and no 5xx`, {
  timeout: 3_600_000,
}, async () => {
  const { port, log, secret } = await listening()
  const next = bytesFrom(chance(SEED), secret)
  let refused = 0
  for (let index = 0; index < COUNT; index += TOGETHER) {
    const all = Array.from({ length: TOGETHER }, next)
    await Promise.all(
      all.map(async (bytes, place) => {
        const text = await sent(port, bytes)
        try {
          const answers = answersIn(text)
          answers.forEach(mustBeRefusal)
          refused += answers.filter(({ body }) => body.includes('BAD_REQUEST')).length
        } catch (error) {
          const told = JSON.stringify(bytes.toString('latin1').slice(0, 1_000))
          throw new Error(`FUZZ_SEED=${SEED}, connection ${index + place}: ${told}\n${(error as Error).message}`)
        }
      }),
    )
  }
  expect(refused).toBeGreaterThan(COUNT / 10)
  expect(log.filter(({ event }) => event === 'failure')).toEqual([])
})

it.each([
  ['no Host', 'GET /api/stats HTTP/1.1\r\n\r\n', 'The request has no Host header.'],
  ['two Hosts', 'GET /api/stats HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 'The request has more than one Host header.'],
  ...['a b', '1.2.3.4.5', '256.1.1.1', 'example.1', '"a"', '{a}', 'a:99999', '[::1', 'a@b', 'a/b', 'a%00'].map(
    (host): [string, string, string] => [
      `Host ${host}`,
      `GET /api/nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      'The Host header is not a valid host.',
    ],
  ),
  ['a target without a path', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 'The request cannot be read: Invalid URL.'],
  ['bytes that are not a request', 'hello\r\n\r\n', 'The bytes sent are not an HTTP request.'],
  ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_480)}\r\n\r\n`, /larger than 16 KiB/],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'This server is not a proxy.'],
])('%s gets a problem document with 400', async (_, bytes, detail) => {
  const { port } = await listening()
  const [answer, ...others] = answersIn(await sent(port, bytes))
  expect(others).toEqual([])
  expect(answer?.status).toBe(400)
  expect(answer?.head).toMatch(/^content-type: application\/problem\+json/im)
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    detail: expect.stringMatching(detail),
  })
})

it('an HTTP/1.0 request needs no Host, and an unknown Expect header is ignored', async () => {
  const { port } = await listening()
  for (const bytes of ['GET /api/stats HTTP/1.0\r\n\r\n', 'GET /api/stats HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n']) {
    expect(answersIn(await sent(port, bytes)).map(({ status }) => status)).toEqual([200])
  }
})
