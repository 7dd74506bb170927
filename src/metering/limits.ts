import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from './admission.ts'
import { circuit, type Stopwatch } from './circuit.ts'
import { MINUTE_MS, secondsUntil } from './windows.ts'

export interface Limit {
  tries: number
  /** The length of the sliding window in which they are counted. */
  windowMs: number
}

/** Limits on actions that cost no allowance, and what each is counted by. */
export const LIMITS = {
  /** Requests of a subnet whose key is missing, malformed or unknown. */
  keyless: { tries: 20, windowMs: MINUTE_MS },
  /** Well-formed but unknown keys, by subnet; counted by each instance alone, before its store is asked. */
  unknownKey: { tries: 20, windowMs: MINUTE_MS },
  /** Searches of the site by a subnet; counted by each instance alone, whose time they take. */
  siteSearch: { tries: 60, windowMs: MINUTE_MS },
  /** Sign-in links that a subnet, which may be a whole office, asks for. */
  signIn: { tries: 20, windowMs: 10 * MINUTE_MS },
  /** Sign-in links that a subnet asks for, to one mailbox. */
  signInFor: { tries: 5, windowMs: 15 * MINUTE_MS },
  /** Sign-in links of a subnet that do not open. */
  link: { tries: 20, windowMs: MINUTE_MS },
  /** Mails to one mailbox, whoever requested them. */
  mail: { tries: 30, windowMs: 60 * MINUTE_MS },
  /** Changes by one person. */
  change: { tries: 60, windowMs: MINUTE_MS },
  /** What an account has its webhooks do: an address looked up, a test sent, a delivery replayed. */
  webhook: { tries: 20, windowMs: MINUTE_MS },
  /** Invitations of one account, to one mailbox. */
  invitationFor: { tries: 5, windowMs: 15 * MINUTE_MS },
  /** Invitations of one person with an account without a plan. */
  invitationFree: { tries: 3, windowMs: 24 * 60 * MINUTE_MS },
  /** Invitations of one account with a plan. */
  invitation: { tries: 30, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

export interface Allowed {
  allowed: boolean
  /** Whole seconds until the next try is allowed; 0 when this one is. */
  retryAfterSeconds: number
}

/** Slows down callers that try too often. */
export interface Limits {
  /**
   * Counts one try, and says whether the limit allows it.
   * Never throws and never waits long: while its store is away it counts in this process.
   * `now` is in milliseconds since 1970.
   */
  allow(name: LimitName, subject: string, now: number): Promise<Allowed>
  /** The same, counted in this process alone. */
  count(name: LimitName, subject: string, now: number): Allowed
  /** Takes a try back that was counted in this process at that instant. */
  takeBack(name: LimitName, subject: string, at: number): void
  close(): Promise<void>
}

/** Limits that several instances share. */
export interface SharedLimits {
  /** Counts one try. Returns null if it is allowed, else the instant of the next one that is. @throws StoreUnavailable */
  refusedUntil(name: LimitName, subject: string, now: number): Promise<number | null>
  close(): Promise<void>
}

const SUBJECTS_MAX = 10_000
/** Within this time shared limits must answer: with an unknown key's admission before it, the answer takes under 600 ms. */
export const LIMIT_TIMEOUT_MS = 180

/** Limits in this process, with shared ones behind them if there are any. */
export function limitsOf(shared: SharedLimits | null, stopwatch: Stopwatch): Limits {
  const tries = subjects<number[]>()
  // Once the shared limit has refused, it is not asked again before then.
  const refused = subjects<number>()
  const { ask } = circuit(stopwatch)

  function count(name: LimitName, subject: string, now: number): Allowed {
    const { tries: most, windowMs } = LIMITS[name]
    const until = refused(name).get(subject) ?? 0
    if (until > now && until <= now + windowMs) return refusal(until, now)
    const recent = (tries(name).get(subject) ?? []).filter((at) => at > now - windowMs)
    const oldest = recent[0]
    if (oldest !== undefined && recent.length >= most) return refusal(oldest + windowMs, now)
    recent.push(now)
    tries(name).set(subject, recent)
    return ALLOWED
  }

  function takeBack(name: LimitName, subject: string, at: number): void {
    const recent = tries(name).get(subject) ?? []
    const place = recent.indexOf(at)
    if (place >= 0) tries(name).set(subject, recent.toSpliced(place, 1))
  }

  return {
    count,
    takeBack,
    async allow(name, subject, now) {
      const own = count(name, subject, now)
      if (!own.allowed || !shared) return own
      try {
        const asking = () => shared.refusedUntil(name, subject, now).catch(asUnavailable)
        const until = await ask(asking, LIMIT_TIMEOUT_MS)
        if (until === null) return ALLOWED
        // A try that the shared limit refuses does not count here either; others may have come in meanwhile.
        takeBack(name, subject, now)
        refused(name).set(subject, until)
        return refusal(until, now)
      } catch {
        return ALLOWED
      }
    },
    close: async () => shared?.close(),
  }
}

/** The counters of each limit, by subject. */
function subjects<Kept extends object | number>(): (name: LimitName) => LRUCache<string, Kept> {
  const byName = new Map<LimitName, LRUCache<string, Kept>>()
  return (name) => {
    const known = byName.get(name) ?? new LRUCache<string, Kept>({ max: SUBJECTS_MAX })
    byName.set(name, known)
    return known
  }
}

const refusal = (until: number, now: number): Allowed => ({
  allowed: false,
  retryAfterSeconds: secondsUntil(until, now),
})
const ALLOWED: Allowed = { allowed: true, retryAfterSeconds: 0 }

const asUnavailable = (): never => {
  throw new StoreUnavailable('The shared limit failed.')
}
