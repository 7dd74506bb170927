import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

// Clients that reuse a connection do so within this time and then learn that it closes.
const QUIET_MS = 1_000
// The first turn may already be past accepting.
const IDLE_TURNS = 2

interface Connection {
  /** Bytes received at the last check. */
  seen: number
  quietSince: number
  /** Its latest responses; the closed ones are removed with the next request. */
  responses: ServerResponse[]
}

const getUnderWay = ({ responses }: Connection) => responses.filter(({ destroyed }) => !destroyed)

/** Makes it possible to stop a server gracefully. It must not have connections yet. */
export function createStopper(server: Server) {
  const connections = new Map<Socket, Connection>()
  let isStopping = false
  let accepted = 0

  server.on('connection', (socket: Socket) => {
    accepted += 1
    connections.set(socket, { seen: -1, quietSince: 0, responses: [] })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    if (isStopping) response.shouldKeepAlive = false
    connection.responses = [...getUnderWay(connection), response]
  })

  function closeQuiet(now: number): void {
    for (const [socket, connection] of connections) {
      const pending = getUnderWay(connection)
      const isAnswering = pending.some(({ req }) => req.complete)
      if (isAnswering || socket.bytesRead !== connection.seen) {
        connection.seen = socket.bytesRead
        connection.quietSince = now
      } else if (now - connection.quietSince >= QUIET_MS) {
        if (pending.length > 0) socket.destroy()
        else socket.destroySoon()
      }
    }
  }

  /** Accepts the connections that the system has already queued: one per turn of the event loop. */
  async function queuedAccepted(deadlineMs: number): Promise<void> {
    const started = performance.now()
    let seen = accepted
    for (let idle = 0; idle < IDLE_TURNS && performance.now() - started < deadlineMs; ) {
      await setImmediate()
      idle = accepted === seen ? idle + 1 : 0
      seen = accepted
    }
  }

  return {
    /**
     * Stops accepting connections, finishes pending requests with `Connection: close`, and closes each connection once it is
     * idle, even with a partial request. At the deadline, the remaining connections are closed.
     * @returns the number of unfinished requests
     */
    async stop(deadlineMs: number): Promise<number> {
      const started = performance.now()
      isStopping = true
      for (const connection of connections.values()) {
        for (const response of getUnderWay(connection)) if (!response.headersSent) response.shouldKeepAlive = false
      }
      await queuedAccepted(deadlineMs)
      // The built-in method would close idle connections immediately, even with a request on its way.
      NetServer.prototype.close.call(server)
      for (let now = started; connections.size > 0 && now - started < deadlineMs; now = performance.now()) {
        closeQuiet(now)
        await setTimeout(25)
      }
      const cutOff = [...connections.values()].reduce((sum, connection) => sum + getUnderWay(connection).length, 0)
      for (const socket of connections.keys()) socket.destroy()
      return cutOff
    },
  }
}

/** Background work that continues after the response was sent, such as email. */
export function createBackgroundWork() {
  const underWay = new Set<Promise<unknown>>()
  return {
    add(work: Promise<unknown>): void {
      const done = work.catch(() => {}).finally(() => void underWay.delete(done))
      underWay.add(done)
    },
    /** Waits up to this long for all work to finish. Returns the number of unfinished tasks. */
    async finish(limitMs: number): Promise<number> {
      const timer = new AbortController()
      const late = setTimeout(limitMs, null, { signal: timer.signal }).catch(() => {})
      await Promise.race([Promise.all(underWay), late])
      timer.abort()
      return underWay.size
    },
  }
}
