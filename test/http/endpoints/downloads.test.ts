import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import type { LogLine } from '../../../src/http/log.ts'
import { createHttpServer } from '../../../src/http/server/http-server.ts'
import { DatasetUnavailable } from '../../../src/store/open/dataset.ts'
import type { Exports } from '../../../src/store/open/exports.ts'
import { openLiveService } from '../../../src/store/open/live.ts'
import { FIXTURE, NOW, openApi, putBake, STARTER, scratch } from '../../api.ts'

/** Downloads from a server on a socket: what one of them does must not affect another. */

interface Server {
  port: number
  secret: string
  live: ReturnType<typeof openLiveService>
  folder: string
  log: LogLine[]
  /** Replaces the snapshot files that requests see. */
  replaceExports: (exports: Partial<Exports> | null) => void
  close: () => void
}

async function serve(): Promise<Server> {
  const { store, key } = await openApi()
  const folder = scratch()
  await putBake(folder, STARTER)
  const live = openLiveService(folder, Date.now, () => {})
  live.check()
  const log: LogLine[] = []
  let replaced: Partial<Exports> | null = null
  const service = () => (replaced ? { ...live(), exports: { ...live().exports, ...replaced } } : live())
  let now = Date.parse(NOW)
  // Each request is later than the one before, so the limits per minute are never reached.
  const clock = () => (now += 1_000)
  const deps = { clock, log: (line: LogLine) => log.push(line), base: null }
  const app = createApp({ ...deps, service, meter: store, subscriptions: store })
  const server = createHttpServer(app.fetch, deps, '127.0.0.1').listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, folder, log, live, secret: (await key()).secret },
    replaceExports(exports) {
      replaced = exports
    },
    close() {
      server.closeAllConnections()
      server.close()
      live().close()
    },
  }
}

const findFile = ({ live }: Server, name: string) => {
  const file = live().exports.files.find((one) => one.name === name)
  if (!file) throw new Error(`no file ${name}`)
  return file
}

const download = ({ port, secret }: Server, name: string, headers: { [name: string]: string } = {}) =>
  fetch(`http://127.0.0.1:${port}/api/v1/exports/${name}`, {
    headers: { Authorization: `Bearer ${secret}`, ...headers },
  })

const expectWhole = async (server: Server, name: string) => {
  const response = await download(server, name)
  const content = Buffer.from(await response.arrayBuffer())
  expect([response.status, hash('sha256', content)]).toEqual([200, findFile(server, name).sha256])
  return content
}

const requestFor = (
  { secret }: Server,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: { [name: string]: string } } = {},
) =>
  [
    `${method} /api/v1/${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries({ Authorization: `Bearer ${secret}`, ...headers }).map((header) => header.join(': ')),
    '\r\n',
  ].join('\r\n')

let server: Server
beforeAll(async () => {
  server = await serve()
})
afterAll(() => server.close())

describe('a range of a snapshot file', () => {
  const NAMES = ['awards.ndjson', 'awards.csv.gz', 'activity.ndjson', 'activity.csv.gz', 'dataset.sqlite']
  const RANGES: [range: string, part: (whole: Buffer) => Buffer | null][] = [
    ['bytes=0-0', (whole) => whole.subarray(0, 1)],
    ['bytes=0-9', (whole) => whole.subarray(0, 10)],
    ['bytes=70000-70009', (whole) => whole.subarray(70_000, 70_010)],
    ['bytes=65530-140000', (whole) => whole.subarray(65_530, 140_001)],
    ['bytes=-1', (whole) => whole.subarray(-1)],
    ['bytes=-100', (whole) => whole.subarray(-100)],
    ['bytes=-999999999999', (whole) => whole],
    ['bytes=0-', (whole) => whole],
    ['bytes=70000-', (whole) => whole.subarray(70_000)],
    ['bytes=10-999999999999', (whole) => whole.subarray(10)],
  ]
  const WHOLE = ['bytes=', 'bytes=-', 'bytes=9-2', 'bytes=0-1,4-5', 'bytes=a-b', 'lines=0-1', 'bytes 0-1', 'bytes=0x1-']
  it.each(NAMES)('of %s in every form has its bytes, and the file can be read as before', async (name) => {
    const whole = await expectWhole(server, name)
    for (const [range, part] of RANGES) {
      const expected = part(whole)
      const response = await download(server, name, { Range: range })
      const content = Buffer.from(await response.arrayBuffer())
      if (expected?.length === 0) expect([range, response.status]).toEqual([range, 416])
      else expect([range, response.status, content.equals(expected as Buffer)]).toEqual([range, 206, true])
    }
    for (const range of WHOLE) {
      const response = await download(server, name, { Range: range })
      expect([range, response.status, (await response.bytes()).length]).toEqual([range, 200, whole.length])
    }
    await expectWhole(server, name)
  })
})

describe('a download', () => {
  /** Requests a file, and closes the connection after some of it has arrived. */
  async function abandon(name: string): Promise<void> {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(requestFor(server, `exports/${name}`))
    await once(socket, 'data')
    socket.destroy()
  }

  it('that is abandoned in the middle of a large file leaves the others whole, and no file open', async () => {
    expect(findFile(server, 'dataset.sqlite').bytes).toBeGreaterThan(4_000_000)
    await expectWhole(server, 'dataset.sqlite')
    const before = openFiles()
    const reading = expectWhole(server, 'dataset.sqlite')
    await Promise.all(Array.from({ length: 20 }, () => abandon('dataset.sqlite')))
    await reading
    await expectWhole(server, 'dataset.sqlite')
    for (let checks = 0; openFiles() > before && checks < 100; checks += 1) await wait(20)
    expect(openFiles()).toBe(before)
  })

  it('gets its own bytes among 120 at once', async () => {
    const whole = await expectWhole(server, 'dataset.sqlite')
    const parts = Array.from({ length: 120 }, async (_, reader) => {
      const first = Math.floor((whole.length / 130) * reader)
      const last = Math.min(whole.length - 1, first + 300_000)
      const response = await download(server, 'dataset.sqlite', { Range: `bytes=${first}-${last}` })
      const content = Buffer.from(await response.arrayBuffer())
      return [response.status, content.equals(whole.subarray(first, last + 1))]
    })
    expect(await Promise.all(parts)).toEqual(parts.map(() => [206, true]))
  })

  it('is complete when another bake is published in the middle of it', async () => {
    const { datasetVersion } = server.live().manifest
    const { sha256 } = findFile(server, 'dataset.sqlite')
    const response = await download(server, 'dataset.sqlite')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const chunks = [(await reader.read()).value as Uint8Array]
    await putBake(server.folder, FIXTURE)
    server.live.check()
    expect(server.live().manifest.datasetVersion).not.toBe(datasetVersion)
    await expectWhole(server, 'awards.ndjson')
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
    expect(hash('sha256', Buffer.concat(chunks))).toBe(sha256)
    await expectWhole(server, 'dataset.sqlite')
    await putBake(server.folder, STARTER)
    server.live.check()
  })
})

describe('a connection', () => {
  /** Sends two requests at once. Returns the statuses and headers of both responses, and what follows them. */
  async function pair(first: string, isHead = false) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(first + requestFor(server, 'exports', { headers: { Connection: 'close' } }))
    let rest = (await buffer(socket)).toString('latin1')
    const responses: { status: number; headers: { [name: string]: string }; body: string; isComplete: boolean }[] = []
    while (rest !== '') {
      const [head = '', status] = /^HTTP\/1\.1 (\d{3}) (?:[^\r\n]+\r\n)+\r\n/.exec(rest) ?? []
      if (!status) throw new Error(`not a response: ${JSON.stringify(rest.slice(0, 300))}`)
      const lines = head.replace(/^[^:]+(?=: )/gm, (name) => name.toLowerCase()).split('\r\n')
      const headers: { [name: string]: string } = Object.fromEntries(lines.slice(1).map((line) => line.split(': ')))
      const hasBody = status !== '304' && !(isHead && responses.length === 0)
      const length = hasBody ? Number(headers['content-length']) : 0
      const body = rest.slice(head.length, head.length + length)
      responses.push({ status: Number(status), headers, body, isComplete: body.length === length })
      rest = rest.slice(head.length + length)
    }
    return responses
  }

  /** Files of which only the beginning can be read; then reading fails, or they end. */
  const failing = (beginning: string, error?: Error): Partial<Exports> => ({
    open: async () => {
      const file = path.join(scratch(), 'file')
      writeFileSync(file, beginning)
      const handle = await open(file)
      const { read } = handle
      return Object.assign(handle, {
        read: async (...args: Parameters<typeof read>) => {
          const result = await read.apply(handle, args)
          if (result.bytesRead === 0 && error) throw error
          return result
        },
      })
    },
  })
  const missing: Partial<Exports> = {
    open: () => Promise.reject(new DatasetUnavailable('The snapshot file is missing.')),
  }
  const CASES: [what: string, status: number, send: () => string, exports?: Partial<Exports>][] = [
    ['the file cannot be read', 503, () => requestFor(server, 'exports/awards.ndjson'), missing],
    ['a range of it cannot be read', 503, () => range('bytes=0-0'), missing],
    ['the range is outside of the file', 416, () => range('bytes=999999999999-')],
    ['there is no such file', 404, () => requestFor(server, 'exports/award.ndjson')],
    ['a parameter is unknown', 400, () => requestFor(server, 'exports/awards.ndjson?a=1')],
    ['the key is unknown', 403, () => requestFor({ ...server, secret: 'x' }, 'exports/awards.ndjson')],
    ['the method is not allowed', 405, () => requestFor(server, 'exports/awards.ndjson', { method: 'DELETE' })],
  ]
  const range = (range: string) => requestFor(server, 'exports/awards.ndjson', { headers: { Range: range } })

  it.each(CASES)('goes on with the next response when %s', async (_, status, send, exports = {}) => {
    server.replaceExports(exports)
    const [error, next, ...others] = await pair(send())
    server.replaceExports(null)
    expect([error?.status, next?.status, next?.isComplete, others]).toEqual([status, 200, true, []])
    expect(JSON.parse(error?.body ?? '')).toMatchObject({ status })
    expect(error?.headers).not.toHaveProperty('etag')
    expect(error?.headers).not.toHaveProperty('accept-ranges')
    expect(error?.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    if (status !== 416) expect(error?.headers).not.toHaveProperty('content-range')
    expect(JSON.parse(next?.body ?? '').files.length).toBeGreaterThan(10)
  })

  it('gives all of a file for HEAD, whatever range it asks for', async () => {
    const { bytes } = findFile(server, 'awards.ndjson')
    const whole = { method: 'HEAD', headers: { Range: 'bytes=0-9' } }
    const [head] = await pair(requestFor(server, 'exports/awards.ndjson', whole), true)
    expect([head?.status, head?.headers['content-length']]).toEqual([200, String(bytes)])
  })

  it('goes on after HEAD, which does not read the file, and after 304', async () => {
    server.replaceExports(missing)
    const [head, next] = await pair(requestFor(server, 'exports/awards.ndjson', { method: 'HEAD' }), true)
    server.replaceExports(null)
    const { bytes } = findFile(server, 'awards.ndjson')
    expect([head?.status, head?.headers['content-length'], next?.status]).toEqual([200, String(bytes), 200])
    const headers = { 'If-None-Match': head?.headers.etag ?? '' }
    const [unchanged, last] = await pair(requestFor(server, 'exports/awards.ndjson', { headers }))
    expect([unchanged?.status, last?.status, last?.isComplete]).toEqual([304, 200, true])
  })

  it('goes on after a file of a list without rows, which is empty', async () => {
    server.replaceExports({ find: (name) => ({ ...findFile(server, name), bytes: 0 }), ...failing('') })
    const [empty, next] = await pair(requestFor(server, 'exports/awards.ndjson'))
    const [outside] = await pair(range('bytes=0-'))
    server.replaceExports(null)
    expect([empty?.status, empty?.headers['content-length'], next?.status]).toEqual([200, '0', 200])
    expect(outside?.status).toBe(416)
  })

  it.each([
    ['fails', failing('{"id":', new Error('EIO'))],
    ['ends early', failing('{"id":')],
    ['fails at once', failing('', new Error('EIO'))],
  ])('is closed without another byte when reading %s after the response has begun', async (_, exports) => {
    server.replaceExports(exports)
    const responses = await pair(requestFor(server, 'exports/awards.ndjson'))
    server.replaceExports(null)
    expect(responses.length).toBeLessThanOrEqual(1)
    for (const { isComplete, body } of responses) expect([isComplete, '{"id":'.startsWith(body)]).toEqual([false, true])
    expect(server.log.some(({ event }) => event === 'failure')).toBe(true)
  })
})

/** The number of files of bakes that this process has open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return /rural-health-.*(snapshot|served)/.test(readlinkSync(`/proc/self/fd/${descriptor}`))
    } catch {
      return false
    }
  }).length
