import type { HttpBindings } from '@hono/node-server'
import type { Format } from '../formats/formats.ts'
import type { Cost } from '../metering/admission.ts'
import { hasPassed, newDeadline } from '../metering/deadline.ts'
import { getDigest } from '../rules/text/digest.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Deps } from './deps.ts'
import { type Grant, type Handler, type Inquiry, NOTHING, type Result } from './endpoints/endpoint.ts'
import { admitted, judged, type ServeDeps } from './request/admit.ts'
import { callerSubnet, tooManyInvalidKeys } from './request/callers.ts'
import { type Caller, readCaller } from './request/credentials.ts'
import { hasNoAccount } from './request/demo.ts'
import type { Exchange } from './request/exchange.ts'
import { entityTag, matchedBy } from './response/entity-tag.ts'
import { ApiError } from './response/errors.ts'
import { type FileContent, type FileElsewhere, fileReply, isFile } from './response/file-reply.ts'
import type { Reply } from './response/headers.ts'
import { writeQuota } from './response/quota.ts'
import { dataReply, logFailure, type Text, writeCaching } from './response/respond.ts'

/** Response options given by the endpoint's path. */
interface Place {
  isLive?: boolean
  needsAccount?: boolean
  /** The format in the extension of the path. */
  format?: Format | null
}

/**
 * Serves a keyed request. Problems are reported in this order: key, allowance, request, then 304. Only a 2xx response
 * counts toward the monthly allowance.
 */
export const serve = (exchange: Exchange, deps: ServeDeps, handler: Handler, place: Place = {}): Promise<Reply> =>
  guarded(exchange, deps, () => serveAs(readCaller(exchange, deps), exchange, deps, handler, place))

/** Wraps a keyed request: limits key guessing and sends alerts that became due. */
export async function guarded<Result>(
  exchange: Exchange,
  deps: ServeDeps,
  respond: () => Promise<Result>,
): Promise<Result> {
  try {
    return await respond()
  } catch (error) {
    throw await slowedDown(exchange, deps, error)
  } finally {
    // Only after refunds.
    if (exchange.alertsOf !== null) deps.notify?.(exchange.alertsOf)
  }
}

/** Serves a caller's request. Must be called inside `guarded`. */
export async function serveAs(
  caller: Caller,
  exchange: Exchange,
  deps: ServeDeps,
  handler: Handler,
  place: Place,
): Promise<Reply> {
  const { c, headers } = exchange
  if (caller.isDemo && place.needsAccount) throw hasNoAccount()
  // Bodies may be slow, so only valid keys may send one.
  if (c.req.method === 'POST' && !deps.callers.isKnown(caller.key)) await judged(exchange, caller, deps)
  const spentMs = performance.now() - exchange.startedAt
  const reading = await read(handler, exchange, { now: caller.now, format: place.format ?? null, base: deps.base })
  // The time of a body does not count.
  if (c.req.method === 'POST') exchange.deadline = newDeadline(spentMs)
  const match = reading.ok && !place.isLive ? matchedBy(c, reading.inquiry) : null
  const cost = !reading.ok || match || c.req.method === 'HEAD' ? NOTHING : reading.inquiry.cost
  const { now, ...admission } = await admitted(exchange, caller, deps, cost)
  if (!reading.ok) throw reading.error

  const { inquiry } = reading
  const grant: Grant = { ...admission, deadline: exchange.deadline }
  const { usage, answer } = grant
  const refund = async (unspent: Cost) => {
    if (!usage || isNothing(cost)) return
    // An AI answer takes longer. Otherwise, a refund after the deadline is sent, but not waited for.
    if (answer === 'taken' && hasPassed(exchange.deadline)) exchange.deadline = newDeadline()
    await deps.meter.refund(usage, unspent, exchange.deadline)
    usage.monthUsed -= unspent.month
    usage.answersUsed -= unspent.answer
    writeQuota(headers, usage, now)
  }
  const content = match === 'tag' ? null : await createContent(inquiry, grant, refund)
  const tag = place.isLive ? null : findTag(inquiry, content)
  const fail = (failure: unknown) => {
    logFailure(exchange.id, deps, failure)
    // The server would otherwise end the response as if it were complete.
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    outgoing?.destroy()
  }
  let reply: Reply = { status: 304, body: null }
  if (content !== null && !match) {
    if (isFile(content)) {
      try {
        reply = await fileReply(headers, c.req.raw, content, tag, fail)
      } catch (error) {
        // A file that cannot be read, or a range outside of it, is free.
        await refund(cost).catch(() => {})
        throw error
      }
    } else {
      Object.assign(headers, inquiry.headers?.())
      reply = dataReply(headers, content, inquiry.format, inquiry.status)
    }
  }
  writeCaching(headers, inquiry, tag)
  // The path alone decides the response.
  if (caller.isAddress) delete headers.Vary
  return reply
}

/** A parsed request, or its error. */
type Reading = { ok: true; inquiry: Inquiry } | { ok: false; error: unknown }

/** Reads the request and keeps its error, because the key and the allowance are checked first. */
async function read(
  handler: Handler,
  { c, bake }: Exchange,
  { now, format, base }: { now: Instant; format: Format | null; base: string | null },
): Promise<Reading> {
  try {
    const { url } = c.req
    const start = url.indexOf('?')
    const search = start < 0 ? '' : url.slice(start + 1)
    const [name = ''] = Object.values(c.req.param())
    const request = { raw: c.req.raw, search, name, format, base: () => base ?? new URL(url).origin }
    return { ok: true, inquiry: await handler(request, bake(), now) }
  } catch (error) {
    return { ok: false, error }
  }
}

/** @param content null when the caller already has it */
const findTag = ({ name, tag }: Inquiry, content: Content | null): string | null =>
  tag ? tag() : content && 'body' in content ? entityTag(name, getDigest(content.body)) : null

const GUESSES: readonly ApiError['code'][] = ['API_KEY_MISSING', 'API_KEY_INVALID', 'SUBSCRIPTION_INVALID']

/** The error, or RATE_LIMITED for an IP address with too many requests without a valid key. */
async function slowedDown({ c, deadline }: Exchange, deps: Deps, error: unknown): Promise<unknown> {
  const { limits, clock } = deps
  if (!limits || !(error instanceof ApiError && GUESSES.includes(error.code))) return error
  const { allowed, retryAfterSeconds } = await limits.allow('keyless', callerSubnet(c, deps), clock(), deadline)
  return allowed ? error : tooManyInvalidKeys(retryAfterSeconds)
}

type Content = Text | FileContent | FileElsewhere

const isNothing = (cost: Cost): boolean => cost.month === 0 && cost.answer === 0

/** Makes the content and refunds the unspent cost, or all of it on failure. */
async function createContent(
  inquiry: Inquiry,
  grant: Grant,
  refund: (unspent: Cost) => Promise<void>,
): Promise<Content> {
  let result: Result
  try {
    result = await inquiry.respond(grant)
  } catch (error) {
    // A failed refund must not hide the original error.
    await refund({ month: inquiry.cost.month, answer: grant.answer === 'taken' ? 1 : 0 }).catch(() => {})
    throw error
  }
  if (typeof result === 'string') return { body: result }
  // A failed refund must not discard the response.
  if ('unspent' in result) await refund(result.unspent).catch(() => {})
  return result
}
