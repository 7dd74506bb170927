import type { Chance } from '../storage/chance.ts'

/** A stream of bytes on a connection: requests no client would send, and random bytes. */
export function bytesFrom(chance: Chance, secret: string): () => Buffer {
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
