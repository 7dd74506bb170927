import { hashKey } from '../../metering/keys.ts'
import { LIMITS } from '../../metering/limits.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Deps } from '../deps.ts'
import { ApiError, rateLimited } from '../response/errors.ts'
import type { HeaderFields } from '../response/headers.ts'
import { callerSubnet } from './callers.ts'
import type { Exchange } from './exchange.ts'

/** The key that anyone may use to try the API, if the operator allows it. Its limits are those of each network. */
export const DEMO_KEY = 'DEMO_KEY'

export const DEMO_HASH = hashKey(DEMO_KEY)

const OWN_KEY = 'For more, create a key of your own: sign in at /account/. See /docs/authentication.'
export const DEMO_LIMITS = { hour: LIMITS.demoHour.tries, day: LIMITS.demoDay.tries }
const POLICY = [LIMITS.demoHour, LIMITS.demoDay].map(({ tries, windowMs }) => `q=${tries};w=${windowMs / 1000}`)

/** The error where the operator does not offer the demo key. */
export const noDemoKey = (): ApiError =>
  new ApiError('API_KEY_INVALID', 'This service offers no DEMO_KEY. Create a key of your own: sign in at /account/.')

/** Counts a request with the demo key and writes what is left. @throws ApiError RATE_LIMITED above the limits of its network */
export async function admitDemo(
  { c, headers, deadline }: Pick<Exchange, 'c' | 'headers' | 'deadline'>,
  deps: Pick<Deps, 'limits' | 'readCallerAddress'>,
  now: Instant,
): Promise<void> {
  const { limits } = deps
  if (!limits) throw noDemoKey()
  const network = callerSubnet(c, deps)
  const hour = await limits.allow('demoHour', network, now, deadline)
  const day = hour.allowed ? await limits.allow('demoDay', network, now, deadline) : null
  writeDemoQuota(headers, hour.left, day?.left ?? null)
  const refused = [hour, day].find((each) => each && !each.allowed)
  if (!refused) return
  throw rateLimited(
    `DEMO_KEY allows ${DEMO_LIMITS.hour} requests an hour and ${DEMO_LIMITS.day} a day from one network address. ${OWN_KEY}`,
    refused.retryAfterSeconds,
  )
}

/** @param dayLeft null if the hour already refuses, so that the day is not asked */
function writeDemoQuota(headers: HeaderFields, hourLeft: number, dayLeft: number | null): void {
  headers['X-RateLimit-Status'] = 'demo'
  headers['X-RateLimit-Limit'] = String(DEMO_LIMITS.hour)
  headers['X-RateLimit-Remaining'] = String(Math.min(hourLeft, dayLeft ?? 0))
  headers['RateLimit-Policy'] = `"hour";${POLICY[0]}, "day";${POLICY[1]}`
  headers.RateLimit = `"hour";r=${hourLeft}${dayLeft === null ? '' : `, "day";r=${dayLeft}`}`
}

/** The error of an endpoint about the caller's account. */
export const hasNoAccount = (): ApiError => new ApiError('PLAN_REQUIRED', `DEMO_KEY belongs to no account. ${OWN_KEY}`)
