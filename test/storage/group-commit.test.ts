import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { groupCommit } from '../../src/storage/embedded/turns.ts'

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
