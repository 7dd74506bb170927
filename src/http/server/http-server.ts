import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../app.ts'
import type { Deps } from '../deps.ts'
import { logFailure, PROBLEM_TYPE, toKnownError } from '../exchange.ts'
import { ApiError, toProblem } from '../response/errors.ts'
import { API_HEADERS } from '../response/headers.ts'

/** The host in error URLs when neither the settings nor the request have one. */
const NAMELESS = 'http://localhost'

type Written = Pick<Deps, 'base' | 'log' | 'clock'>

/** Responds to unreadable requests: an invalid Host or path. Anything else is a server error. */
export const toUnreadable =
  (deps: Written) =>
  (failure: unknown): Response => {
    const { status, headers, body } = toReply(failure, deps)
    return new Response(body, { status, headers })
  }

/** The raw response to bytes that are not an HTTP request. Ends the connection. */
function toRawReply(error: ApiError, deps: Written): string {
  const { status, headers, body } = toReply(error, deps)
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

function toReply(failure: unknown, deps: Written) {
  const requestId = randomUUID()
  // The error name that the HTTP adapter uses for unreadable requests.
  const isUnreadable = failure instanceof Error && failure.name === 'RequestError'
  const error = isUnreadable
    ? new ApiError('BAD_REQUEST', `The request cannot be read: ${failure.message}.`)
    : toKnownError(failure)
  if (error.code === 'INTERNAL') logFailure(requestId, deps, failure)
  const problem = toProblem(error, { base: deps.base ?? NAMELESS, path: '/', requestId })
  const about = { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
  return { status: problem.status, headers: { ...API_HEADERS, ...about }, body: JSON.stringify(problem) }
}

/**
 * Timeouts of the server. Reading a body has its own shorter timeout. Idle connections stay open for longer than the
 * minute that proxies and load balancers keep them, so none is closed just as a request is sent on it.
 */
const HTTP_LIMITS = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 } as const

// Node's own response to a request without Host has no body.
const OPTIONS = { ...HTTP_LIMITS, requireHostHeader: false, optimizeEmptyRequests: true } as const

/**
 * Node's HTTP server. It also responds to malformed requests with a problem document and then closes the connection.
 * @param hostname host of HTTP/1.0 requests without a Host header
 */
export function createHttpServer(fetch: App['fetch'], deps: Written, hostname: string): Server {
  const listener = getRequestListener(fetch, { hostname, errorHandler: toUnreadable(deps) })
  const responses = new WeakMap<Duplex, ServerResponse>()
  const server = createServer(OPTIONS, (incoming, outgoing) => {
    responses.set(incoming.socket, outgoing)
    const problem = findHostProblem(incoming)
    if (!problem) return listener(incoming, outgoing)
    const { status, headers, body } = toReply(new ApiError('BAD_REQUEST', problem), deps)
    const length = Buffer.byteLength(body)
    outgoing.writeHead(status, { ...headers, 'Content-Length': length, Connection: 'close' }).end(body)
  })
  const refuse = (socket: Duplex, error: ApiError): void => {
    const current = responses.get(socket)
    // The bytes of a second response would be read as part of the current one.
    const isUnderWay = current?.headersSent === true && !current.writableFinished
    if (socket.writable && !isUnderWay) socket.end(toRawReply(error, deps), () => socket.destroy())
    else socket.destroy()
  }
  return (
    server
      .on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(socket, toError(error)))
      .on('connect', (_, socket) => refuse(socket, new ApiError('BAD_REQUEST', 'This server is not a proxy.')))
      // Unknown expectations are ignored.
      .on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  )
}

/** A host with an optional port, in the characters of RFC 3986; may be empty. */
const HOST = /^(?:[\w.~!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** What is wrong with the Host headers; null if nothing. */
function findHostProblem({ httpVersion, rawHeaders, headers: { host } }: IncomingMessage): string | null {
  if (host === undefined) return httpVersion === '1.0' ? null : 'The request has no Host header.'
  // No URL can have a host such as 1.2.3.4.5, but every URL in the response is built from it.
  if (!HOST.test(host) || (host !== '' && !URL.canParse(`http://${host}`)))
    return 'The Host header is not a valid host.'
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
  return count > 1 ? 'The request has more than one Host header.' : null
}

/** The errors of Node's parser that say more than that the bytes are no HTTP request. */
const PARSER_ERRORS: { [code: string]: ConstructorParameters<typeof ApiError> } = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    'REQUEST_TIMEOUT',
    'The request did not arrive completely in time. Send it without pauses.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The chunk extensions are too large. Send none.'],
  HPE_HEADER_OVERFLOW: ['BAD_REQUEST', 'The headers are larger than 16 KiB. Send fewer headers.'],
}

const toError = ({ code = '' }: NodeJS.ErrnoException): ApiError =>
  new ApiError(...(PARSER_ERRORS[code] ?? ['BAD_REQUEST', 'The bytes sent are not an HTTP request.']))
