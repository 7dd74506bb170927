import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What may happen to one request on its way. */
export type Fault =
  /** It goes through. */
  | 'pass'
  /** The connection breaks before the service has seen it. */
  | 'drop'
  /** The service does its work, and its answer is lost. */
  | 'lost'
  /** The answer breaks off in its middle. */
  | 'cut'
  /** Nothing ever comes back. */
  | 'hang'
  /** A 200 that is no JSON, with the headers of the answer. */
  | 'garbage'
  /** Somebody on the way answers instead of the service. */
  | { status: number; headers?: { [name: string]: string }; body?: string }
  /** The answer comes late. */
  | { slowMs: number }

/** One request as it arrived at the wire. */
export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
}

/** A wire to a service that can be disturbed. */
export interface Faults {
  address: string
  /** Every request since the last plan, also those that went no further. */
  seen: Seen[]
  /** What happens to the next requests, in turn; those after them go through. */
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
    const own = [...answer.headers].filter(([name]) => !OWN.test(name))
    response.writeHead(answer.status, own)
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

// What a connection has of its own.
const OWN = /^(connection|host|content-length|transfer-encoding|content-encoding|keep-alive)$/
