import type { Context } from 'hono'
import type { AnswerDesk } from '../answers/desk.ts'
import { type Admission, type Cost, StoreUnavailable } from '../metering/admission.ts'
import { within } from '../metering/circuit.ts'
import { subnetOf } from '../metering/subnet.ts'
import { windowsAt } from '../metering/windows.ts'
import type { Instant } from '../rules/moments.ts'
import { invalidKey, readKey } from './credentials.ts'
import type { Deps } from './deps.ts'
import { type Grant, NOTHING, type Plan, type Result } from './endpoints/endpoint.ts'
import { ApiError } from './errors.ts'
import { refusal, writeQuota } from './quota.ts'
import { entityTag, errorResponse, holdsTag, jsonResponse, writeCaching } from './respond.ts'

/** Makes the plan of a request, or says what is wrong with it. */
export type Planner = (now: Instant) => Plan | Promise<Plan>

/** What goes with a request from its beginning to its line in the log. */
export interface Trace {
  requestId: string
  /** The bake that it is answered from. @throws DatasetUnavailable */
  service: Deps['service']
  keyId?: string
}

// With the admission; any answer under any fault of the store comes within 600 ms.
const ANSWER_WITHIN_MS = 550

/**
 * The way of a keyed request. What is wrong with the key is said first, then what the allowance refuses, then what is
 * wrong with the request, then that the caller has the answer already. Only a fresh 2xx answer spends the month.
 */
export async function serve(c: Context, deps: Deps, trace: Trace, planner: Planner, isLive = false): Promise<Response> {
  const headers = new Headers()
  const began = performance.now()
  try {
    const key = readKey(c.req.raw.headers)
    const now = deps.clock()
    const plan = await attempt(planner, now)
    const tag = plan instanceof Error || isLive ? null : entityTag(plan, trace.service().manifest.datasetVersion)
    const isKnown = tag !== null && c.req.method !== 'POST' && holdsTag(c.req.header('if-none-match'), tag)

    const cost = plan instanceof Error || isKnown || c.req.method === 'HEAD' ? NOTHING : plan.cost
    const windows = windowsAt(now)
    const admission = await deps.meter.admit(key, cost, windows)
    if ('usage' in admission) {
      trace.keyId = admission.usage.keyId
      if (admission.pending) deps.notify?.(admission.usage.accountId)
    }
    const { usage, answer } = granted(admission, headers, now)

    if (plan instanceof Error) throw plan
    const report = async () => {
      const left = ANSWER_WITHIN_MS - (performance.now() - began)
      if (usage) return within(left, deps.meter.usage(usage.accountId, windows))
      throw new StoreUnavailable('The store is away.')
    }
    const body = isKnown
      ? null
      : await run(plan, { usage, answer, report }, deps.answers, async (unspent) => {
          if (!usage || isNothing(cost)) return
          await deps.meter.refund(usage, unspent)
          usage.monthUsed -= unspent.month
          usage.answersUsed -= unspent.answer
          writeQuota(headers, { usage, now })
        })
    writeCaching(headers, plan, tag)
    return body === null ? new Response(null, { status: 304, headers }) : jsonResponse(body, headers)
  } catch (error) {
    return errorResponse(c, deps, await slowedDown(c, deps, error), trace.requestId, headers)
  }
}

const GUESSES: readonly ApiError['code'][] = ['API_KEY_MISSING', 'API_KEY_INVALID']

/** The error itself, or the refusal of an address that has sent too many requests without a valid key. */
async function slowedDown(c: Context, { limits, addressOf, clock }: Deps, error: unknown): Promise<unknown> {
  if (!limits || !(error instanceof ApiError && GUESSES.includes(error.code))) return error
  const { allowed, retryAfterSeconds } = await limits.allow('keyless', subnetOf(addressOf?.(c) ?? ''), clock())
  if (allowed) return error
  return new ApiError(
    'RATE_LIMITED',
    `Too many requests without a valid API key came from this address. Call again in ${retryAfterSeconds} seconds.`,
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}

/** A planner's fault is kept, so that the key and the allowance are judged before it. */
async function attempt(planner: Planner, now: Instant): Promise<Plan | Error> {
  try {
    return await planner(now)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** What an admitted request may do; its figures are written into the headers. @throws ApiError when it was not admitted */
function granted(admission: Admission, headers: Headers, now: Instant): Pick<Grant, 'usage' | 'answer'> {
  switch (admission.verdict) {
    case 'unknown':
      throw invalidKey()
    case 'revoked':
      throw new ApiError('API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.')
    case 'plan_required':
      throw new ApiError('PLAN_REQUIRED', 'The account of this key is suspended or has no paid plan.')
    case 'refused':
      writeQuota(headers, { usage: admission.usage, now })
      throw refusal(admission.by, admission.usage, now)
    case 'admitted':
      writeQuota(headers, { usage: admission.usage, now })
      return { answer: admission.answer, usage: admission.usage }
    case 'degraded':
      headers.set('X-RateLimit-Status', 'degraded')
      return { answer: 'not_asked', usage: null }
    case 'degraded_refused':
      headers.set('X-RateLimit-Status', 'degraded')
      throw new ApiError(
        'RATE_LIMITED',
        `The plan's requests per minute are used up. Call again in ${admission.retryAfterSeconds} seconds.`,
        {
          headers: { 'Retry-After': String(admission.retryAfterSeconds) },
        },
      )
    default:
      return admission satisfies never
  }
}

const isNothing = (cost: Cost): boolean => cost.month === 0 && cost.answer === 0

/** Runs a plan and gives back what its answer did not spend, or everything when there is none. */
async function run(
  plan: Plan,
  grant: Grant,
  answers: AnswerDesk | undefined,
  giveBack: (unspent: Cost) => Promise<void>,
): Promise<string> {
  let result: Result
  try {
    result = await plan.run(grant, answers)
  } catch (error) {
    // A store that cannot take the units back must not hide why there is no answer.
    await giveBack({ month: plan.cost.month, answer: grant.answer === 'taken' ? 1 : 0 }).catch(() => {})
    throw error
  }
  if (typeof result === 'string') return result
  // Nor must it take the answer away.
  await giveBack(result.unspent).catch(() => {})
  return result.body
}
