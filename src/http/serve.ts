import type { Context } from 'hono'
import type { Admission, Cost } from '../metering/admission.ts'
import { subnetOf } from '../metering/subnet.ts'
import { windowsAt } from '../metering/windows.ts'
import { digestOf } from '../rules/digest.ts'
import type { Instant } from '../rules/moments.ts'
import { invalidKey, readKey } from './credentials.ts'
import type { Deps } from './deps.ts'
import { type Ask, type Grant, type Inquiry, NOTHING, type Result } from './endpoints/endpoint.ts'
import { entityTag, holdsTag } from './entity-tag.ts'
import { ApiError } from './errors.ts'
import type { Answer, Exchange } from './exchange.ts'
import type { HeaderFields } from './headers.ts'
import { refusal, writeQuota } from './quota.ts'
import { jsonAnswer, writeCaching } from './respond.ts'

// With the admission; any answer under any fault of the store comes within 600 ms.
const ANSWER_WITHIN_MS = 550

/**
 * The way of a keyed request. What is wrong with the key is said first, then what the allowance refuses, then what is
 * wrong with the request, then that the caller has the answer already. Only a fresh 2xx answer spends the month.
 */
export async function serve(exchange: Exchange, deps: Deps, ask: Ask, isLive = false): Promise<Answer> {
  try {
    return await answered(exchange, deps, ask, isLive)
  } catch (error) {
    throw await slowedDown(exchange, deps, error)
  }
}

async function answered(exchange: Exchange, deps: Deps, ask: Ask, isLive: boolean): Promise<Answer> {
  const { c, headers } = exchange
  const key = readKey(c.req.raw.headers)
  const now = deps.clock()
  const reading = await read(ask, exchange, now)
  const isHeld = reading.ok && holds(c, reading.inquiry)
  const cost = !reading.ok || isHeld || c.req.method === 'HEAD' ? NOTHING : reading.inquiry.cost
  const windows = windowsAt(now)
  const admission = await deps.meter.admit(key, cost, windows)
  noteCaller(exchange, deps, admission)
  const { usage, answer } = granted(admission, headers, now)
  if (!reading.ok) throw reading.error

  const { inquiry } = reading
  const grant: Grant = { usage, answer, windows, deadline: exchange.startedAt + ANSWER_WITHIN_MS }
  const body = isHeld
    ? null
    : await bodyOf(inquiry, grant, async (unspent) => {
        if (!usage || isNothing(cost)) return
        await deps.meter.refund(usage, unspent)
        usage.monthUsed -= unspent.month
        usage.answersUsed -= unspent.answer
        writeQuota(headers, usage, now)
      })
  writeCaching(headers, inquiry, isLive ? null : tagOf(inquiry, body))
  return body === null ? { status: 304, body } : jsonAnswer(headers, body)
}

/** A request that was read, or what is wrong with it. */
type Reading = { ok: true; inquiry: Inquiry } | { ok: false; error: unknown }

/** Reads the request. What is wrong with it is kept: the key and the allowance are judged first. */
async function read(ask: Ask, { c, bake }: Exchange, now: Instant): Promise<Reading> {
  try {
    const { url } = c.req
    const start = url.indexOf('?')
    const search = start < 0 ? '' : url.slice(start + 1)
    const [name = ''] = Object.values(c.req.param())
    return { ok: true, inquiry: await ask({ raw: c.req.raw, search, name }, bake(), now) }
  } catch (error) {
    return { ok: false, error }
  }
}

/** Whether the caller says that it holds the answer. */
function holds({ req }: Context, { tag }: Inquiry): boolean {
  const sent = req.header('if-none-match')
  if (sent === undefined || req.method === 'POST') return false
  try {
    const current = tag?.() ?? null
    return current !== null && holdsTag(sent, current)
  } catch {
    // What fails here fails again when the answer is made, after the caller was admitted.
    return false
  }
}

/** @param body of the answer; null when the caller holds it */
const tagOf = ({ name, tag }: Inquiry, body: string | null): string | null =>
  tag ? tag() : body && entityTag(name, digestOf(body))

/** Remembers whose request it is, for the log and for the alerts that it made due. */
function noteCaller(exchange: Exchange, deps: Deps, admission: Admission): void {
  if (!('usage' in admission)) return
  exchange.keyId = admission.usage.keyId
  if (admission.pending) deps.notify?.(admission.usage.accountId)
}

const GUESSES: readonly ApiError['code'][] = ['API_KEY_MISSING', 'API_KEY_INVALID']

/** The error itself, or the refusal of an address that has sent too many requests without a valid key. */
async function slowedDown({ c }: Exchange, { limits, addressOf, clock }: Deps, error: unknown): Promise<unknown> {
  if (!limits || !(error instanceof ApiError && GUESSES.includes(error.code))) return error
  const { allowed, retryAfterSeconds } = await limits.allow('keyless', subnetOf(addressOf?.(c) ?? ''), clock())
  if (allowed) return error
  return new ApiError(
    'RATE_LIMITED',
    `Too many requests without a valid API key came from this address. Call again in ${retryAfterSeconds} seconds.`,
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}

/** What an admitted request may do; its figures are written into the headers. @throws ApiError when it was not admitted */
function granted(admission: Admission, headers: HeaderFields, now: Instant): Pick<Grant, 'usage' | 'answer'> {
  switch (admission.verdict) {
    case 'unknown':
      throw invalidKey()
    case 'revoked':
      throw new ApiError('API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.')
    case 'plan_required':
      throw new ApiError('PLAN_REQUIRED', 'The account of this key is suspended or has no paid plan.')
    case 'refused':
      writeQuota(headers, admission.usage, now)
      throw refusal(admission.by, admission.usage, now)
    case 'admitted':
      writeQuota(headers, admission.usage, now)
      return { answer: admission.answer, usage: admission.usage }
    case 'degraded':
      headers['X-RateLimit-Status'] = 'degraded'
      return { answer: 'not_asked', usage: null }
    case 'degraded_refused':
      headers['X-RateLimit-Status'] = 'degraded'
      throw new ApiError(
        'RATE_LIMITED',
        `The plan's requests per minute are used up. Call again in ${admission.retryAfterSeconds} seconds.`,
        { headers: { 'Retry-After': String(admission.retryAfterSeconds) } },
      )
    default:
      return admission satisfies never
  }
}

const isNothing = (cost: Cost): boolean => cost.month === 0 && cost.answer === 0

/** Makes the body, and refunds what it did not spend, or everything when there is none. */
async function bodyOf(inquiry: Inquiry, grant: Grant, refund: (unspent: Cost) => Promise<void>): Promise<string> {
  let result: Result
  try {
    result = await inquiry.answer(grant)
  } catch (error) {
    // A store that cannot take the units back must not hide why there is no answer.
    await refund({ month: inquiry.cost.month, answer: grant.answer === 'taken' ? 1 : 0 }).catch(() => {})
    throw error
  }
  if (typeof result === 'string') return result
  // Nor must it take the answer away.
  await refund(result.unspent).catch(() => {})
  return result.body
}
