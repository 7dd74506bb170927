import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { FORMAT_NAMES, type Format } from '../formats/formats.ts'
import type { Cost } from '../metering/admission.ts'
import { createDeadline, hasPassed } from '../metering/outage.ts'
import { getDigest } from '../rules/text/digest.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Deps } from './deps.ts'
import { type Endpoint, type Grant, type Inquiry, isMethod, NOTHING, type Result } from './endpoints/endpoint.ts'
import {
  begin,
  createEntityTag,
  type Exchange,
  findMatch,
  finish,
  logFailure,
  toErrorReply,
  toFileReply,
  toTextReply,
} from './exchange.ts'
import {
  admit,
  type Caller,
  hasNoAccount,
  judge,
  readCaller,
  readCallerSubnet,
  type ServeDeps,
  tooManyInvalidKeys,
} from './request/callers.ts'
import { refuseParameters } from './request/parameters.ts'
import { ApiError, methodNotAllowed } from './response/errors.ts'
import { API_HEADERS, type HeaderFields, type Reply, writeQuota } from './response/headers.ts'

/** What a path with a key serves: an endpoint, or something that refuses every request. */
export type Served = Pick<Endpoint, 'handle'> & Partial<Pick<Endpoint, 'query' | 'status' | 'needsAccount'>>

/**
 * Serves a keyed request. Problems are reported in this order: key, allowance, request, then 304. Only a 2xx response
 * counts toward the monthly allowance.
 * @param format the format in the extension of the path
 */
export const serve = (
  exchange: Exchange,
  deps: ServeDeps,
  served: Served,
  format: Format | null = null,
): Promise<Reply> => guard(exchange, deps, () => serveAs(readCaller(exchange, deps), exchange, deps, served, format))

/** Wraps a keyed request: limits key guessing and sends alerts that became due. */
export async function guard<Result>(
  exchange: Exchange,
  deps: ServeDeps,
  respond: () => Promise<Result>,
): Promise<Result> {
  try {
    return await respond()
  } catch (error) {
    throw await slowDown(exchange, deps, error)
  } finally {
    // After refunds, which may take a count back below the threshold of an alert.
    if (exchange.alertedAccountId !== null) deps.notify?.(exchange.alertedAccountId)
  }
}

/** Serves a caller's request. Must be called inside `guarded`. */
export async function serveAs(
  caller: Caller,
  exchange: Exchange,
  deps: ServeDeps,
  served: Served,
  format: Format | null,
): Promise<Reply> {
  const { c, headers } = exchange
  const { method } = c.req
  if (caller.isDemo && served.needsAccount) throw hasNoAccount()
  // Bodies may be slow, so only valid keys may send one.
  if (method === 'POST' && !deps.callers.isKnown(caller.key)) await judge(exchange, caller, deps)
  const spentMs = performance.now() - exchange.startedAt
  // An error of the request is kept, because the key and the allowance are checked first.
  const { inquiry, error } = await read(served, exchange, deps, caller.now, format).then(
    (result) => ({ inquiry: result, error: null }),
    (failure: unknown) => ({ inquiry: null, error: failure }),
  )
  // The time of a body does not count.
  if (method === 'POST') exchange.deadline = createDeadline(spentMs)
  const match = inquiry && !served.needsAccount ? findMatch(c, inquiry) : null
  const cost = !inquiry || match || method === 'HEAD' ? NOTHING : inquiry.cost
  const { now, ...admission } = await admit(exchange, caller, deps, cost)
  if (!inquiry) throw error

  const grant: Grant = { ...admission, deadline: exchange.deadline }
  const { usage, answer } = grant
  // A failed refund must hide neither the response nor the original error.
  const refund = async (unspent: Cost): Promise<void> => {
    if (!usage || (cost.month === 0 && cost.answer === 0)) return
    // An AI answer takes longer. Otherwise, a refund after the deadline is sent, but not waited for.
    if (answer === 'taken' && hasPassed(exchange.deadline)) exchange.deadline = createDeadline()
    const isRefunded = await deps.meter.refund(usage, unspent, exchange.deadline).then(
      () => true,
      () => false,
    )
    if (!isRefunded) return
    usage.monthUsed -= unspent.month
    usage.answersUsed -= unspent.answer
    writeQuota(headers, usage, now)
  }
  try {
    const result = match === 'tag' ? null : await inquiry.respond(grant)
    if (result && 'body' in result && result.unspent) await refund(result.unspent)
    const tag = served.needsAccount ? null : findTag(inquiry, result)
    let reply: Reply = { status: 304, body: null }
    if (result && !match) {
      reply =
        'body' in result
          ? toTextReply(Object.assign(headers, result.headers), result, inquiry.format, served.status)
          : await toFileReply(headers, c.req.raw, result, tag, (failure) => cutOff(exchange, deps, failure))
    }
    if (tag) headers.ETag = tag
    headers['Cache-Control'] = inquiry.caching === 'private' ? 'private, max-age=60' : 'no-store'
    // The path of a signed address alone decides the response.
    if (!caller.isAddress) headers.Vary = `Authorization, X-Api-Key${inquiry.format ? ', Accept' : ''}`
    return reply
  } catch (failure) {
    await refund({ month: cost.month, answer: answer === 'taken' ? 1 : 0 })
    throw failure
  }
}

/** Ends a response whose file can no longer be read. The server would otherwise end it as if it were complete. */
function cutOff({ c, id }: Exchange, deps: Deps, failure: unknown): void {
  logFailure(id, deps, failure)
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  outgoing?.destroy()
}

/** Reads a request. An endpoint without query parameters refuses all of them. */
async function read(
  { query, handle }: Served,
  { c, bake }: Exchange,
  deps: ServeDeps,
  now: Instant,
  format: Format | null,
): Promise<Inquiry> {
  const { raw, url } = c.req
  const [, search = ''] = /\?(.*)/.exec(url) ?? []
  if (query && Object.keys(query).length === 0) refuseParameters(search)
  const [name = ''] = Object.values(c.req.param())
  return handle({ raw, search, name, format, base: () => deps.base ?? new URL(url).origin }, bake(), now, deps)
}

/** @param result null when the caller already has it */
const findTag = ({ name, tag }: Inquiry, result: Result | null): string | null =>
  tag ? tag() : result && 'body' in result ? createEntityTag(name, getDigest(result.body)) : null

const GUESSES: readonly ApiError['code'][] = ['API_KEY_MISSING', 'API_KEY_INVALID', 'SUBSCRIPTION_INVALID']

/** The error, or RATE_LIMITED for an IP address with too many requests without a valid key. */
async function slowDown({ c, deadline }: Exchange, deps: Deps, error: unknown): Promise<unknown> {
  const { limits, clock } = deps
  if (!limits || !(error instanceof ApiError && GUESSES.includes(error.code))) return error
  const { allowed, retryAfterSeconds } = await limits.allow('keyless', readCallerSubnet(c, deps), clock(), deadline)
  return allowed ? error : tooManyInvalidKeys(retryAfterSeconds)
}

export type Respond = (exchange: Exchange) => Promise<Reply>
export type Route = readonly [path: string, respond: Respond]

export function openRoutes(routes: readonly Route[], deps: Deps): HonoBase {
  // The first router is faster, but refuses a fixed name beside a parameter. Then the second one is used.
  const app = new HonoBase({ router: new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] }) })
  for (const [path, respond] of routes) app.all(path, toHandler(path, respond, deps))
  return app
}

/** The handler of a path that other origins may call. */
export const toHandler = (route: string, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, API_HEADERS), deps, c.req.method === 'OPTIONS' ? preflight : respond, deps.compress)

/** The handler of a path that only pages of the service itself call. */
export const toOwnHandler = (route: string, headers: HeaderFields, respond: Respond, deps: Deps) => (c: Context) =>
  handle(begin(c, deps, route, headers), deps, respond, undefined)

/** The routes of keyed endpoints: fixed names first, then parameters in their place. */
export function createRoutes(endpoints: readonly Endpoint[], deps: ServeDeps): Route[] {
  const byPath = Map.groupBy(
    endpoints.filter(({ isSigned }) => !isSigned),
    ({ path }) => path,
  )
  return [...byPath]
    .sort(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')))
    .flatMap(([path, declared]): Route[] => {
      const respondIn =
        (format: Format | null): Respond =>
        (exchange) => {
          const sent = exchange.c.req.method
          const endpoint = declared.find(({ method }) => isMethod(method, sent))
          if (endpoint) return serve(exchange, deps, endpoint, format)
          // A wrong method is reported at the same point as an invalid request.
          const methods = [...declared.map(({ method }) => method), 'OPTIONS']
          return serve(exchange, deps, refuseWith(methodNotAllowed(sent, methods)))
        }
      // The extension in the path of a single record is part of its name.
      const hasExtensions = declared.some(({ parameter, formats }) => formats && !parameter)
      return [
        [path, respondIn(null)],
        ...(hasExtensions ? FORMAT_NAMES : []).map((format): Route => [`${path}.${format}`, respondIn(format)]),
      ]
    })
}

/** Responds, and converts every failure to a problem document. */
async function handle(exchange: Exchange, deps: Deps, respond: Respond, compress: Deps['compress']): Promise<Response> {
  const leave = deps.service.enter?.()
  try {
    const reply = await respond(exchange).catch((error) => toErrorReply(exchange, deps, error))
    return finish(exchange, deps, compress ? await compress(exchange, reply) : reply)
  } finally {
    leave?.()
  }
}

const preflight: Respond = async ({ c, headers }) => {
  const requested = c.req.header('access-control-request-headers')
  headers['Access-Control-Allow-Methods'] = 'GET,HEAD,POST,DELETE,OPTIONS'
  headers['Access-Control-Max-Age'] = '86400'
  if (requested) {
    headers['Access-Control-Allow-Headers'] = requested
    headers.Vary = 'Access-Control-Request-Headers'
  }
  return { status: 204, body: null }
}

export const refuseWith = (error: ApiError): Served => ({
  async handle() {
    throw error
  },
})
