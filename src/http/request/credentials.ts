import { hashKey, type KeyHash, wellFormed } from '../../metering/keys.ts'
import { LIMITS } from '../../metering/limits.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Deps } from '../deps.ts'
import { ApiError, invalidKey, rateLimited } from '../response/errors.ts'
import { callerSubnet } from './callers.ts'
import type { Exchange } from './exchange.ts'

/** The caller as identified by the request, not yet verified. */
export interface Caller {
  key: KeyHash
  subnet: () => string
  now: Instant
  /** Set for a signed address instead of a key. */
  isAddress?: true
  /** Set for the demo key. */
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
  return { key, subnet: () => callerSubnet(c, deps), now: deps.clock(), ...(isDemo && { isDemo }) }
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
    const detail = `${misplaced(headers, url)} No key yet? Sign in at /account/ and create one. Keys need a paid plan.`
    throw new ApiError('API_KEY_MISSING', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  if (secret === DEMO_KEY) return DEMO_HASH
  if (secret.length > KEY_LENGTH_MAX || !wellFormed(secret)) throw invalidKey()
  return hashKey(secret)
}

const HOW_KEYS_ARE_SENT = 'as "Authorization: Bearer <key>" or "X-Api-Key: <key>"'
const KEY_PARAMETER = /^(x[-_]?)?(api[-_]?key|access[-_]?token|token|auth)$/i
const NAME_SHOWN = 40
/** A key further back in a query is not worth looking for. */
const QUERY_LENGTH_READ = 2_000

function misplaced(headers: Headers, url: string): string {
  const authorization = headers.get('authorization') ?? ''
  if (wellFormed(authorization)) {
    return 'The Authorization header lacks its scheme. Put "Bearer" and a space before the key.'
  }
  if (wellFormed(authorization.split(/[ \t]/).at(-1) ?? '')) {
    return 'The Authorization header has the wrong scheme. Send "Authorization: Bearer <key>".'
  }
  const query = url.split('?', 2)[1]?.slice(0, QUERY_LENGTH_READ)
  for (const [name, text] of new URLSearchParams(query)) {
    if (wellFormed(text) || KEY_PARAMETER.test(name)) {
      return `API keys in the query string ("${name.slice(0, NAME_SHOWN)}") are not accepted, because URLs end up in logs. Send the key ${HOW_KEYS_ARE_SENT}, and create a new key if this URL was shared.`
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
export async function admitDemo(
  { c, headers, deadline }: Pick<Exchange, 'c' | 'headers' | 'deadline'>,
  deps: Pick<Deps, 'limits' | 'readCallerAddress'>,
  now: Instant,
): Promise<void> {
  const { limits } = deps
  if (!limits) throw noDemoKey()
  const network = callerSubnet(c, deps)
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

/** The error of an endpoint about the caller's account. */
export const hasNoAccount = (): ApiError => new ApiError('PLAN_REQUIRED', `DEMO_KEY belongs to no account. ${OWN_KEY}`)
