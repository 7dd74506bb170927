import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createBackgroundWork, createStopper } from '../../src/http/server/stop.ts'

const DEADLINE_MS = 10_000

interface Started extends ReturnType<typeof createStopper> {
  server: Server
  port: number
}

const servers: Server[] = []
afterAll(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Started> {
  const server = createServer(answer)
  servers.push(server)
  const { stop } = createStopper(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, stop, port: (server.address() as { port: number }).port }
}

/** Sends one request; resolves with the status and what happened to the connection, or the error code. */
const ask = (port: number, agent: Agent): Promise<{ status?: number; connection?: string; failure?: string }> =>
  new Promise((resolve) => {
    request({ port, host: '127.0.0.1', agent }, (response) => {
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve({ failure: error.code }))
      .end()
  })

// Most of these tests wait.
describe.concurrent('stopping', () => {
  it('under load on keep-alive connections resets none, and tells each client that it ends', async () => {
    const { port, stop } = await start((_, response) => response.end('x'.repeat(1_000)))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const agents = [agent, ...Array.from({ length: 15 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))]
    let isOver = false
    const clients = agents.map(async (each, place) => {
      const answers = []
      // With and without time to think between requests.
      for (; !isOver; await setTimeout(place % 4 === 0 ? 40 : 0)) {
        const answer = await ask(port, each)
        answers.push(answer)
        if (answer.connection === 'close' || answer.failure) break
      }
      return answers
    })
    await setTimeout(150)
    expect(await stop(DEADLINE_MS)).toBe(0)
    isOver = true
    for (const answers of await Promise.all(clients)) {
      expect(answers.at(-1)).toEqual({ status: 200, connection: 'close' })
      expect(answers.filter(({ failure }) => failure)).toEqual([])
    }
    for (const each of agents) each.destroy()
  })

  it('answers the requests of all connections that the system has queued', async () => {
    const { port, stop } = await start((_, response) => response.end('x'))
    // In this turn of the event loop, the system queues them, and none is accepted.
    const asked = Array.from({ length: 16 }, () => ask(port, new Agent()))
    const queued = asked.map(() => connect(port, '127.0.0.1').on('error', () => {}))
    await Promise.all(queued.map((socket) => once(socket, 'connect')))
    expect(await stop(DEADLINE_MS)).toBe(0)
    for (const answer of await Promise.all(asked)) expect(answer).toEqual({ status: 200, connection: 'close' })
  })

  it('lets a slow response finish, and accepts no new connection meanwhile', async () => {
    const { port, stop } = await start(async (_, response) => {
      await setTimeout(400)
      response.end('late')
    })
    const slow = ask(port, new Agent())
    await setTimeout(50)
    const stopped = stop(DEADLINE_MS)
    await setTimeout(50)
    expect(await ask(port, new Agent())).toEqual({ failure: 'ECONNREFUSED' })
    expect(await slow).toEqual({ status: 200, connection: 'close' })
    expect(await stopped).toBe(0)
  })

  it.each([
    ['half a header', 'GET / HTTP/1.1\r\nHost: a\r\n', 0],
    ['a body that never comes', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc', 0],
    ['nothing at all', '', 0],
  ])('does not wait for a connection with %s', async (_, text) => {
    const { port, stop } = await start((incoming, response) => incoming.resume().on('end', () => response.end()))
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    await setTimeout(50)
    const closed = once(socket, 'close')
    const started = performance.now()
    await stop(DEADLINE_MS)
    await closed
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS / 2)
  })

  it('closes what is unfinished at the deadline, and reports how many', async () => {
    const { port, stop } = await start(() => {})
    const asked = ask(port, new Agent())
    await setTimeout(50)
    expect(await stop(200)).toBe(1)
    expect(await asked).toEqual({ failure: 'ECONNRESET' })
  })
})

describe('background work after a response', () => {
  it('is waited for', async () => {
    const work = createBackgroundWork()
    let isSent = false
    work.add(setTimeout(50).then(() => (isSent = true)))
    work.add(Promise.reject(new Error('no mail server')))
    expect(await work.finish(1_000)).toBe(0)
    expect(isSent).toBe(true)
  })

  it('is waited for until the deadline', async () => {
    const work = createBackgroundWork()
    work.add(new Promise(() => {}))
    expect(await work.finish(20)).toBe(1)
  })
})
