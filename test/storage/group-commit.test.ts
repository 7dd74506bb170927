import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { groupCommit } from '../../src/storage/embedded/turns.ts'
import { tcpWire } from '../../src/storage/redis/tcp.ts'
import { script } from '../../src/storage/redis/wire.ts'

const CLIENTS = 16

/** A server that joins the group commit for each request. Records the size of each transaction. */
async function serving() {
  const sizes: number[] = []
  const { join } = groupCommit<{ decide: () => void }>((works) => {
    let size = 0
    works({
      decide() {
        size += 1
      },
    })
    sizes.push(size)
  })
  const server = createServer(async (_, response) => {
    await join((sitting) => sitting.decide())
    response.end('decided')
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { sizes, join, port: (server.address() as AddressInfo).port }
}

/** Sends one request over a new connection. Returns when it is closed. */
async function ask(port: number, isHalfClosed = false): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  if (isHalfClosed) socket.end(request)
  else socket.write(request)
  await once(socket, 'close')
  return text
}

it('accepts simultaneous connections before the work of the first ones', async () => {
  const { sizes, port } = await serving()
  const texts = await Promise.all(Array.from({ length: CLIENTS }, () => ask(port)))
  expect(sizes).toEqual([CLIENTS])
  for (const text of texts) expect(text).toMatch(/decided$/)
})

it('serves one connection in the turn of its request, before the client has closed its side', async () => {
  const { port } = await serving()
  expect(await ask(port, true)).toMatch(/decided$/)
})

it('does the work while connections never stop arriving', async () => {
  const { sizes, join, port } = await serving()
  let isDecided = false
  const decided = join((sitting) => sitting.decide()).then(() => {
    isDecided = true
  })
  const asked: Promise<string>[] = []
  for (let turn = 0; turn < 200 && !isDecided; turn += 1) {
    asked.push(ask(port))
    await nextTurn()
  }
  await Promise.all([decided, ...asked])
  expect(sizes.length).toBeGreaterThan(1)
})

it('sends the calls of simultaneous connections to Redis together', async () => {
  const together: number[] = []
  const redis = createTcpServer((socket) => {
    socket.setEncoding('latin1').on('data', (commands) => {
      const calls = String(commands).match(/EVALSHA/g) ?? []
      if (calls.length > 0) together.push(calls.length)
      socket.write(String(commands).replaceAll(/\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+/g, '+OK\r\n'))
    })
  }).listen(0, '127.0.0.1')
  await once(redis, 'listening')
  const wire = tcpWire(`redis://127.0.0.1:${(redis.address() as AddressInfo).port}`, 5_000)
  const call = () => wire.run(script('return 1'), [], [])
  await call()
  const server = createServer(async (_, response) => {
    response.end(String(await call()))
  }).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    server.close()
    await wire.close()
    redis.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const texts = await Promise.all(Array.from({ length: CLIENTS }, () => ask(port)))
  for (const text of texts) expect(text).toMatch(/OK$/)
  expect(together).toEqual([1, CLIENTS])
})
