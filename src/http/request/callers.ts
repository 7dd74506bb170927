import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { REMINDER_MS } from '../../account/account.ts'
import { type Admission, type Cost, type KeyVerdict, StoreUnavailable } from '../../metering/admission.ts'
import { hashKey, isWellFormed, type KeyHash } from '../../metering/keys.ts'
import { LIMITS, type Limits, toSubnet } from '../../metering/limits.ts'
import { upTo } from '../../metering/outage.ts'
import { PLANS, reaches } from '../../metering/plans.ts'
import { getWindows } from '../../metering/windows.ts'
import { orNull } from '../../rules/once.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Deps } from '../deps.ts'
import type { Grant } from '../endpoints/endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { ApiError, invalidKey, rateLimited } from '../response/errors.ts'
import { type HeaderFields, toRefusal, writeQuota } from '../response/headers.ts'

/** The caller as identified by the request, not yet verified. */
export interface Caller {
  key: KeyHash
  subnet: () => string
  now: Instant
  isAddress?: true
  isDemo?: true
}

/** The key that anyone may use to try the API, if the operator allows it. Its limits are those of each network. */
export const DEMO_KEY = 'DEMO_KEY'
const DEMO_HASH = hashKey(DEMO_KEY)
export const DEMO_LIMITS = { hour: LIMITS.demoHour.tries, day: LIMITS.demoDay.tries }

/** Reads the caller of a request. @throws ApiError for a missing or malformed key */
export function readCaller({ c }: Exchange, deps: Pick<Deps, 'readCallerAddress' | 'clock' | 'hasDemoKey'>): Caller {
  const key = readKey(c.req.raw.headers, c.req.url)
  const isDemo = key === DEMO_HASH
  if (isDemo && !deps.hasDemoKey) throw noDemoKey()
  return { key, subnet: () => readCallerSubnet(c, deps), now: deps.clock(), ...(isDemo && { isDemo }) }
}

/** HTTP itself removes the white space around a header value; nothing else is removed from a key. */
const BEARER = /^bearer[ \t]+([^ \t].*)$/i

/** Far more characters than a key has. Longer texts are refused before anything else looks at them. */
const KEY_LENGTH_MAX = 200

/**
 * Reads the API key of a request, checks its form and checksum, and returns its hash.
 * The same key in both headers is fine; an Authorization scheme other than Bearer is ignored.
 * @param url URL of the request, which may contain a key by mistake
 * @throws ApiError CREDENTIALS_CONFLICT, API_KEY_MISSING or API_KEY_INVALID
 */
export function readKey(headers: Headers, url: string): KeyHash {
  const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1]
  const named = headers.get('x-api-key') || undefined
  if (bearer !== undefined && named !== undefined && bearer !== named) {
    const detail = 'Authorization and X-Api-Key have two different keys. Send only one of them.'
    throw new ApiError('CREDENTIALS_CONFLICT', detail)
  }
  const secret = bearer ?? named
  if (secret === undefined) {
    const detail = `${explainMissingKey(headers, url)} No key yet? Sign in at /account/ and create one. Keys need a paid plan.`
    throw new ApiError('API_KEY_MISSING', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  if (secret === DEMO_KEY) return DEMO_HASH
  if (secret.length > KEY_LENGTH_MAX || !isWellFormed(secret)) throw invalidKey()
  return hashKey(secret)
}

const HOW_KEYS_ARE_SENT = 'as "Authorization: Bearer <key>" or "X-Api-Key: <key>"'
const KEY_PARAMETER = /^(x[-_]?)?(api[-_]?key|access[-_]?token|token|auth)$/i
/** A key further back in a query is not worth looking for. */
const QUERY_LENGTH_READ = 2_000

function explainMissingKey(headers: Headers, url: string): string {
  const authorization = headers.get('authorization') ?? ''
  if (isWellFormed(authorization)) {
    return 'The Authorization header lacks its scheme. Put "Bearer" and a space before the key.'
  }
  if (isWellFormed(authorization.split(/[ \t]/).at(-1) ?? '')) {
    return 'The Authorization header has the wrong scheme. Send "Authorization: Bearer <key>".'
  }
  const query = url.split('?', 2)[1]?.slice(0, QUERY_LENGTH_READ)
  for (const [name, text] of new URLSearchParams(query)) {
    if (isWellFormed(text) || KEY_PARAMETER.test(name)) {
      return `API keys in the query string ("${name.slice(0, 40)}") are not accepted, because URLs end up in logs. Send the key ${HOW_KEYS_ARE_SENT}, and create a new key if this URL was shared.`
    }
  }
  return `This endpoint needs an API key. Send it ${HOW_KEYS_ARE_SENT}.`
}

const noDemoKey = (): ApiError =>
  new ApiError('API_KEY_INVALID', 'This service offers no DEMO_KEY. Create a key of your own: sign in at /account/.')

const OWN_KEY = 'For more, create a key of your own: sign in at /account/. See /docs/authentication.'
const [HOUR_POLICY, DAY_POLICY] = [LIMITS.demoHour, LIMITS.demoDay].map(
  ({ tries, windowMs }) => `q=${tries};w=${windowMs / 1000}`,
)

/** Counts a request with the demo key and writes what is left. @throws ApiError RATE_LIMITED above the limits of its network */
async function admitDemo(
  { c, headers, deadline }: Pick<Exchange, 'c' | 'headers' | 'deadline'>,
  deps: Pick<Deps, 'limits' | 'readCallerAddress'>,
  now: Instant,
): Promise<void> {
  const { limits } = deps
  if (!limits) throw noDemoKey()
  const network = readCallerSubnet(c, deps)
  const hour = await limits.allow('demoHour', network, now, deadline)
  // Where the hour already refuses, the day is not asked.
  const day = hour.allowed ? await limits.allow('demoDay', network, now, deadline) : null
  headers['X-RateLimit-Status'] = 'demo'
  headers['X-RateLimit-Limit'] = String(DEMO_LIMITS.hour)
  headers['X-RateLimit-Remaining'] = String(Math.min(hour.left, day?.left ?? 0))
  headers['RateLimit-Policy'] = `"hour";${HOUR_POLICY}, "day";${DAY_POLICY}`
  headers.RateLimit = `"hour";r=${hour.left}${day === null ? '' : `, "day";r=${day.left}`}`
  const refused = [hour, day].find((each) => each && !each.allowed)
  if (!refused) return
  throw rateLimited(
    `DEMO_KEY allows ${DEMO_LIMITS.hour} requests an hour and ${DEMO_LIMITS.day} a day from one network address. ${OWN_KEY}`,
    refused.retryAfterSeconds,
  )
}

export const hasNoAccount = (): ApiError => new ApiError('PLAN_REQUIRED', `DEMO_KEY belongs to no account. ${OWN_KEY}`)

/**
 * The IP address of a caller. Behind a trusted proxy it is the last entry of X-Forwarded-For, which the proxy wrote;
 * earlier entries are unverified claims of the caller.
 */
export function readCallerAddress(c: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (orNull(() => getConnInfo(c).remote.address) ?? 'unknown')
}

export const readCallerSubnet = (
  c: Context,
  { readCallerAddress: readAddress }: Pick<Deps, 'readCallerAddress'>,
): string => toSubnet(readAddress?.(c) ?? '')

/**
 * This instance's knowledge of its callers, used before the store is queried.
 * @param limits without them, no caller is refused
 */
export function createCallers(limits: Pick<Limits, 'count' | 'takeBack'> | undefined) {
  const validKeys = new LRUCache<KeyHash, true>(upTo(10_000))
  const pending = new Map<KeyHash, number>()

  return {
    /** Whether the store's last verdict on the key was valid. */
    isKnown: (key: KeyHash): boolean => validKeys.has(key),
    /**
     * Queries the store about a key. A subnet with too many unknown keys is rejected without a store call. Keys known to
     * this instance are never delayed.
     * @param isValid null if the result does not tell
     * @throws ApiError RATE_LIMITED
     */
    async ask<Result>(
      { key, subnet, now }: Pick<Caller, 'key' | 'subnet' | 'now'>,
      question: () => Promise<Result>,
      isValid: (result: Result) => boolean | null,
    ): Promise<Result> {
      // Concurrent requests with one new key count as one.
      const network = validKeys.has(key) || pending.has(key) ? null : subnet()
      if (network !== null && limits) {
        const { allowed, retryAfterSeconds } = limits.count('unknownKey', network, now)
        if (!allowed) throw tooManyInvalidKeys(retryAfterSeconds)
      }
      pending.set(key, (pending.get(key) ?? 0) + 1)
      let verdict: boolean | null = null
      try {
        const result = await question()
        verdict = isValid(result)
        return result
      } finally {
        const others = (pending.get(key) ?? 1) - 1
        if (others > 0) pending.set(key, others)
        else pending.delete(key)
        if (verdict === true) validKeys.set(key, true)
        if (verdict === false) validKeys.delete(key)
        else if (network !== null) limits?.takeBack('unknownKey', network, now)
      }
    },
  }
}

export const tooManyInvalidKeys = (retryAfterSeconds: number): ApiError =>
  rateLimited('Too many requests without a valid API key from this IP address.', retryAfterSeconds)

type Refusals = { [Verdict in Exclude<KeyVerdict, 'valid' | 'unknown'>]: ConstructorParameters<typeof ApiError> }

const KEY_REFUSALS: Refusals = {
  revoked: ['API_KEY_REVOKED', 'The API key was revoked. Use another key of the account.'],
  suspended: ['ACCOUNT_SUSPENDED', 'The account of this key is suspended. Ask the operator of the service.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this key has no paid plan. See /plans.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of this account has ended. The key works again once the account has a paid plan. See /plans.',
  ],
}

const ADDRESS_REFUSALS: Refusals = {
  revoked: ['SUBSCRIPTION_REVOKED', 'This address was revoked. Ask its owner for a new one or unsubscribe.'],
  suspended: ['ACCOUNT_SUSPENDED', 'The account of this address is suspended. Ask its owner.'],
  plan_required: ['PLAN_REQUIRED', 'The account of this address has no paid plan. Ask its owner.'],
  trial_ended: [
    'PLAN_REQUIRED',
    'The trial of the account of this address has ended. It works again once the account has a paid plan.',
  ],
}

/** The same message for a mistyped address, an unknown one, and one with another extension. */
export const invalidAddress = (): ApiError =>
  new ApiError('SUBSCRIPTION_INVALID', 'The address is not valid. Copy it completely, including the extension.')

export function toKeyRefusal(verdict: Exclude<KeyVerdict, 'valid'>, isAddress = false): ApiError {
  if (verdict === 'unknown') return isAddress ? invalidAddress() : invalidKey()
  return new ApiError(...(isAddress ? ADDRESS_REFUSALS : KEY_REFUSALS)[verdict])
}

/** The grant of an admitted request; writes the quota headers. @throws ApiError when it was not admitted */
export function toGrant(
  admission: Admission,
  headers: HeaderFields,
  now: Instant,
  isAddress = false,
): Pick<Grant, 'usage' | 'answer'> {
  if ('usage' in admission) writeQuota(headers, admission.usage, now)
  switch (admission.verdict) {
    case 'admitted':
      return { answer: admission.answer, usage: admission.usage }
    case 'refused':
      throw toRefusal(admission.by, admission.usage, now)
    case 'degraded':
      headers['X-RateLimit-Status'] = 'degraded'
      return { answer: 'not_asked', usage: null }
    case 'degraded_refused':
      headers['X-RateLimit-Status'] = 'degraded'
      throw rateLimited('You have used all requests per minute of your plan.', admission.retryAfterSeconds)
    default:
      throw toKeyRefusal(admission.verdict, isAddress)
  }
}

/** The dependencies of keyed requests, with this instance's knowledge of its callers. */
export type ServeDeps = Deps & { callers: ReturnType<typeof createCallers> }

/** Admits and counts a request. @throws ApiError when it is not admitted */
export async function admit(
  exchange: Exchange,
  caller: Caller,
  deps: ServeDeps,
  cost: Cost,
): Promise<Omit<Grant, 'deadline'> & { now: Instant }> {
  const { clock, callers, meter } = deps
  // Requests may have been delayed, so the time of the decision counts.
  const now = clock()
  const windows = getWindows(now)
  if (caller.isDemo) {
    exchange.keyId = DEMO_KEY
    await admitDemo(exchange, deps, now)
    return { usage: null, answer: cost.answer ? 'exhausted' : 'not_asked', windows, now }
  }
  const admission = await callers.ask(
    { ...caller, now },
    () => meter.admit(caller.key, cost, windows, exchange.deadline),
    (result) => 'plan' in result || 'usage' in result || (result.verdict === 'unknown' ? false : null),
  )
  noteAdmission(exchange, admission, cost, deps, now)
  return { ...toGrant(admission, exchange.headers, now, caller.isAddress), windows, now }
}

/** Rejects an unknown, revoked or suspended key. If the store does not respond in time, admission decides. */
export async function judge(exchange: Exchange, caller: Caller, { callers, meter }: ServeDeps): Promise<void> {
  if (caller.isDemo) return
  let verdict: KeyVerdict
  try {
    verdict = await callers.ask(
      caller,
      () => meter.judge(caller.key, getWindows(caller.now), exchange.deadline),
      (result) => result === 'valid' || (result === 'unknown' ? false : null),
    )
  } catch (error) {
    if (error instanceof StoreUnavailable) return
    throw error
  }
  if (verdict !== 'valid') throw toKeyRefusal(verdict)
}

/** Notes who called, and which emails the admission made due. */
function noteAdmission(
  exchange: Exchange,
  admission: Admission,
  { month }: Cost,
  { remind }: Deps,
  now: Instant,
): void {
  if (admission.verdict === 'trial_ended') remind?.(admission.accountId)
  if (!('usage' in admission)) return
  const { accountId, keyId, plan, monthUsed, answersUsed, trialEndsAt } = admission.usage
  exchange.keyId = keyId
  if (trialEndsAt !== null && now >= trialEndsAt - REMINDER_MS) remind?.(accountId)
  const { perMonth, answersPerMonth } = PLANS[plan]
  // An earlier alert may have waited for usage to reach its threshold again.
  const isBack =
    admission.verdict === 'admitted' &&
    ((month === 1 && reaches(monthUsed, perMonth)) ||
      (admission.answer === 'taken' && reaches(answersUsed, answersPerMonth)))
  if (admission.pending || isBack) exchange.alertedAccountId = accountId
}
