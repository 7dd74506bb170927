import { createDeadline, STORE_TIMEOUT_MS } from '../../metering/outage.ts'
import { MCP_PATH, NOTHING } from '../endpoints/endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { readJson } from '../request/body.ts'
import { admit, judge, readCaller, type ServeDeps } from '../request/callers.ts'
import { ApiError, methodNotAllowed, toProblem } from '../response/errors.ts'
import { QUOTA_HEADER_NAMES, type Reply } from '../response/headers.ts'
import { guard } from '../serve.ts'
import type { CallTool, Tool } from './tools.ts'

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>
type Result = NonNullable<Awaited<ReturnType<CallTool>>>

const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** Request headers passed on to the tool's API request: credentials and client address. */
const PASSED_ON = ['authorization', 'x-api-key', 'x-forwarded-for'] as const
const TAKEN_OVER = [...QUOTA_HEADER_NAMES, 'X-RateLimit-Status', 'Retry-After']

/**
 * The tools for agents. The key is checked before the body is read. A tool call has the cost and the errors of its API
 * request; every other request counts only toward the per-minute limit, also one without a valid message.
 * @param fetch the API itself
 */
export const createMcp =
  (deps: ServeDeps, fetch: Fetch) =>
  (exchange: Exchange): Promise<Reply> =>
    guard(exchange, deps, async () => {
      const { c, id, headers } = exchange
      const caller = readCaller(exchange, deps)
      // What follows has most of the time: the request of a tool, or the count of the message.
      exchange.deadline = createDeadline(0.6 * STORE_TIMEOUT_MS)
      await judge(exchange, caller, deps)
      let isCounted = false
      const count = async (): Promise<void> => {
        if (isCounted) return
        isCounted = true
        // The time of the body does not count.
        exchange.deadline = createDeadline()
        await admit(exchange, caller, deps, NOTHING)
      }
      try {
        if (c.req.method !== 'POST') throw methodNotAllowed(c.req.method, ['POST', 'OPTIONS'])
        const message = await readJson(c.req.raw, 'the message', EXAMPLE)
        if (!('method' in message && message.method === 'tools/call')) await count()
        // Most services have no agents, so their code is loaded with the first message.
        const { respondToMessage, TOOLS } = await import('./tools.ts')

        const call: CallTool = async (name, input) => {
          const tool = TOOLS.find((one) => one.name === name)
          if (!tool) return null
          try {
            const request = toRequest(exchange, tool.request(input))
            isCounted = true
            const response = await fetch(request, c.env)
            for (const header of TAKEN_OVER) {
              const value = response.headers.get(header)
              if (value !== null) headers[header] = value
            }
            return toResult(await response.text(), !response.ok)
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            const base = deps.base ?? new URL(c.req.url).origin
            return toResult(JSON.stringify(toProblem(error, { base, path: MCP_PATH, requestId: id })), true)
          }
        }

        const response = await respondToMessage(c.req.raw, message, call)
        headers['Cache-Control'] = 'no-store'
        const type = response.headers.get('content-type')
        if (type) headers['Content-Type'] = type
        return { status: response.status, body: (await response.text()) || null }
      } finally {
        // Also a request without a valid message, or one for an unknown tool.
        await count()
      }
    })

function toRequest({ c, id }: Exchange, { method, path, body }: ReturnType<Tool['request']>): Request {
  const headers = new Headers({ 'X-Request-Id': id })
  for (const name of PASSED_ON) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  if (body) headers.set('Content-Type', 'application/json')
  const { signal } = c.req.raw
  return new Request(new URL(path, c.req.url), { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
}

const toResult = (text: string, isError: boolean): Result => ({
  content: [{ type: 'text', text }],
  structuredContent: JSON.parse(text),
  isError,
})
