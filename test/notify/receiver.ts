import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as a receiver got it. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  origin: string
  received: Received[]
  /** The response to the next messages; 204 by default. */
  answer: (response: ServerResponse, message: Received) => void
}

/** A local receiver of webhooks, which ends with its test. */
export async function receiver(): Promise<Receiver> {
  const started: Receiver = {
    origin: '',
    received: [],
    answer: (response) => void response.writeHead(204).end(),
  }
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const message = { headers: request.headers, body: Buffer.concat(chunks).toString() }
    started.received.push(message)
    started.answer(response, message)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  started.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return started
}
