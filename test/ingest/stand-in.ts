import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request received by a stand-in. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** The JSON of the body, or the fields of a form. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes are looked into
  body: any
}

/** The response of a stand-in. A `json` body is sent as JSON, `hang` never responds, `drop` closes the connection. */
export interface Reply {
  status?: number
  type?: string
  headers?: Record<string, string>
  json?: unknown
  body?: string | Uint8Array
  hang?: boolean
  drop?: boolean
}

/** A local server that replaces a real one. */
export interface StandIn {
  origin: string
  asked: Asked[]
  close: () => Promise<void>
}

/**
 * Starts a stand-in on a free loopback port; it is closed after the test. It has no robots.txt, and does not list the
 * requests for it, unless the test answers them itself.
 */
export async function standIn(
  answer: (asked: Asked) => Reply | Promise<Reply>,
  { robots = false } = {},
): Promise<StandIn> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const entry = await readAsked(request)
    if (entry.path === '/robots.txt' && !robots) return send(response, { status: 404 })
    asked.push(entry)
    send(response, await answer(entry))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const started: StandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  onTestFinished(started.close)
  return started
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : text === '' ? null : JSON.parse(text)
  return { method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, body }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.hang) return
  if (reply.drop) return void response.destroy()
  const type = reply.type ?? (reply.json === undefined ? 'text/html; charset=utf-8' : 'application/json')
  response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers })
  response.end(reply.json === undefined ? (reply.body ?? '') : JSON.stringify(reply.json))
}
