import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What can happen to a request on its way. */
export type Fault =
  /** It goes through. */
  | 'pass'
  /** The connection breaks before the service receives it. */
  | 'drop'
  /** The service processes it, but its response is lost. */
  | 'lost'
  /** The response is truncated. */
  | 'cut'
  /** There is never a response. */
  | 'hang'
  /** A 200 that is not JSON, with the headers of the response. */
  | 'garbage'
  /** An intermediary responds instead of the service. */
  | { status: number; headers?: { [name: string]: string }; body?: string }
  /** The response is late. */
  | { slowMs: number }

/** One request as it arrived at the wire. */
export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
}

/** A connection to a service that can be disturbed. */
export interface Faults {
  address: string
  /** Every request since the last plan, including those that did not arrive. */
  seen: Seen[]
  /** What happens to the next requests, in order; later ones pass. */
  plan: (...faults: Fault[]) => void
  close: () => Promise<void>
}

export async function startFaults(target: string): Promise<Faults> {
  let planned: Fault[] = []

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    faults.seen.push({ method, url, headers })
    const fault = planned.shift() ?? 'pass'
    if (fault === 'hang') return
    if (fault === 'drop') return void request.socket.destroy()
    if (typeof fault === 'object' && 'status' in fault) {
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '<h1>Gateway</h1>')
    }
    const sent = await buffer(request)
    const answer = await fetch(target + url, {
      method,
      headers: Object.entries(headers).filter(
        (header): header is [string, string] => !OWN.test(header[0]) && typeof header[1] === 'string',
      ),
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (fault === 'lost') return void request.socket.destroy()
    if (typeof fault === 'object') await new Promise((resolve) => setTimeout(resolve, fault.slowMs))
    const kept = [...answer.headers].filter(([name]) => !OWN.test(name))
    response.writeHead(answer.status, kept)
    if (fault === 'garbage') return void response.end('<html>Please sign in to the network</html>')
    if (fault !== 'cut') return void response.end(body)
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faults: Faults = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    plan(...next) {
      planned = next
      faults.seen = []
    },
    close() {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
  return faults
}

// State per connection.
const OWN = /^(connection|host|content-length|transfer-encoding|content-encoding|keep-alive)$/
