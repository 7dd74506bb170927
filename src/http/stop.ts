import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

const LOOK_EVERY_MS = 25
// A client that uses a connection again does so well within this time, and then learns that it ends.
const QUIET_MS = 1_000

/** A server that can be stopped without cutting off requests. */
export interface Stoppable {
  /**
   * Takes no new connections, answers what was asked with `Connection: close`, and closes each connection once nothing
   * comes from it any more, those with half a request too. What is left at the deadline is cut off.
   * @returns how many requests under way were cut off
   */
  stop(deadlineMs: number): Promise<number>
}

interface Connection {
  /** Bytes received when it was last looked at. */
  seen: number
  quietSince: number
  underWay: Set<{ request: IncomingMessage; response: ServerResponse }>
}

/** Watches a server, which must not have a connection yet. */
export function stoppable(server: Server): Stoppable {
  const connections = new Map<Socket, Connection>()
  let isStopping = false

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { seen: -1, quietSince: 0, underWay: new Set() })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const exchange = { request, response }
    if (isStopping) response.shouldKeepAlive = false
    connection.underWay.add(exchange)
    response.once('close', () => {
      connection.underWay.delete(exchange)
      connection.quietSince = performance.now()
    })
  })

  /** Closes the connections that have nothing more to say. */
  function closeQuiet(now: number): void {
    for (const [socket, connection] of connections) {
      const isAnswering = [...connection.underWay].some(({ request }) => request.complete)
      if (isAnswering || socket.bytesRead !== connection.seen) {
        connection.seen = socket.bytesRead
        connection.quietSince = now
      } else if (now - connection.quietSince >= QUIET_MS) {
        if (connection.underWay.size > 0) socket.destroy()
        else socket.destroySoon()
      }
    }
  }

  return {
    async stop(deadlineMs) {
      const started = performance.now()
      isStopping = true
      for (const { underWay } of connections.values()) {
        for (const { response } of underWay) if (!response.headersSent) response.shouldKeepAlive = false
      }
      // Connections that the system has accepted already are taken first.
      await setImmediate()
      // The method of HTTP servers would close idle connections at once, under the requests that are on their way.
      NetServer.prototype.close.call(server)
      for (let now = started; connections.size > 0 && now - started < deadlineMs; now = performance.now()) {
        closeQuiet(now)
        await setTimeout(LOOK_EVERY_MS)
      }
      const cutOff = [...connections.values()].reduce((sum, { underWay }) => sum + underWay.size, 0)
      for (const socket of connections.keys()) socket.destroy()
      return cutOff
    },
  }
}
