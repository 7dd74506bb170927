import type { Context } from 'hono'
import type { Admission, Cost, Usage } from '../metering/port.ts'
import { windowsAt } from '../metering/windows.ts'
import type { Instant } from '../rules/moments.ts'
import { invalidKey, readKey } from './credentials.ts'
import type { Deps } from './deps.ts'
import type { Plan } from './endpoints.ts'
import { ApiError } from './errors.ts'
import { refusal, writeQuota } from './quota.ts'
import { entityTag, errorResponse, holdsTag, jsonResponse, writeCaching } from './respond.ts'

/** Makes the plan of a request, or says what is wrong with it. */
export type Planner = (now: Instant) => Plan | Promise<Plan>

/** What the log line of a request is told. */
export interface Trace {
  requestId: string
  keyId?: string
}

const NOTHING: Cost = { month: 0, answer: 0 }
const ONE_REQUEST: Cost = { month: 1, answer: 0 }

/**
 * The way of a keyed request. What is wrong with the key is said first, then what the allowance refuses, then what is
 * wrong with the request, then that the caller has the answer already. Only a fresh 2xx answer spends the month.
 */
export async function serve(c: Context, deps: Deps, trace: Trace, planner: Planner): Promise<Response> {
  const headers = new Headers()
  try {
    const key = readKey(c.req.raw.headers)
    const now = deps.clock()
    const version = deps.service().manifest.datasetVersion
    const plan = await attempt(planner, now)
    const tag = plan instanceof Error ? '' : entityTag(plan, version)
    const isKnown = c.req.method !== 'POST' && holdsTag(c.req.header('if-none-match'), tag)
    const isFree = plan instanceof Error || isKnown || c.req.method === 'HEAD'

    const admission = await deps.meter.admit(key, isFree ? NOTHING : ONE_REQUEST, windowsAt(now))
    const usage = admitted(admission, headers, now)
    if (usage) trace.keyId = usage.keyId

    if (plan instanceof Error) throw plan
    if (isKnown) {
      writeCaching(headers, plan, tag)
      return new Response(null, { status: 304, headers })
    }
    return await answer(plan, tag, headers, async () => {
      if (!usage || isFree) return
      await deps.meter.refund(usage, ONE_REQUEST)
      usage.monthUsed -= 1
      writeQuota(headers, { usage, now })
    })
  } catch (error) {
    return errorResponse(c, deps, error, trace.requestId, headers)
  }
}

/** A planner's fault is kept, so that the key and the allowance are judged before it. */
async function attempt(planner: Planner, now: Instant): Promise<Plan | Error> {
  try {
    return await planner(now)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The figures of an admitted request, written into its headers. @throws ApiError when it was not admitted */
function admitted(admission: Admission, headers: Headers, now: Instant): Usage | null {
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
      return admission.usage
    case 'degraded':
      headers.set('X-RateLimit-Status', 'degraded')
      return null
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

/** Runs a plan. What does not become an answer gives its spent unit back. */
async function answer(plan: Plan, tag: string, headers: Headers, giveBack: () => Promise<void>): Promise<Response> {
  try {
    const body = plan.run()
    writeCaching(headers, plan, tag)
    return jsonResponse(body, headers)
  } catch (error) {
    // A store that cannot take the unit back must not hide why there is no answer.
    await giveBack().catch(() => {})
    throw error
  }
}
