import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Problem } from '../../src/http/response/errors.ts'
import { httpServer } from '../../src/http/server/http-server.ts'
import { openApi } from '../api.ts'
import { chance } from '../storage/chance.ts'
import { bytesFrom } from './bytes.ts'

/** Connections no client would open. `FUZZ_SEED=7 npx vitest run test/fuzz` sends other bytes. */

const SEED = Number(process.env.FUZZ_SEED ?? 2_026)
const COUNT = process.env.LONG ? 10_000 : 200
const TOGETHER = 20
const PROBLEM = 'application/problem+json'

async function listening() {
  const { app, key, log } = await openApi()
  const server = httpServer(
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
