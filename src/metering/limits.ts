import { LRUCache } from 'lru-cache'
import { StoreUnavailable } from './admission.ts'
import { circuit, type Stopwatch } from './circuit.ts'
import { MINUTE_MS } from './windows.ts'

export interface Limit {
  tries: number
  /** In any so many milliseconds. */
  windowMs: number
}

/** How often may be tried what costs no allowance, and by whom or on whom it is counted. */
export const LIMITS = {
  /** Requests of a network whose key is missing, malformed or unknown. */
  keyless: { tries: 20, windowMs: MINUTE_MS },
  /** Sign-in links that a network, which may be a whole office, asks for. */
  signIn: { tries: 20, windowMs: 10 * MINUTE_MS },
  /** Sign-in links that a network opens. */
  link: { tries: 20, windowMs: MINUTE_MS },
  /** Mails that people can have sent to one address. */
  mail: { tries: 5, windowMs: 15 * MINUTE_MS },
  /** Changes that one person makes. */
  change: { tries: 60, windowMs: MINUTE_MS },
  /** Invitations that one account sends. */
  invitation: { tries: 30, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

export interface Allowed {
  allowed: boolean
  /** Whole seconds after which it is allowed again; 0 when it is. */
  retryAfterSeconds: number
}

/** Slows down who tries too often. */
export interface Limits {
  /**
   * Counts one try, and tells whether it is among those that the limit allows.
   * Never throws and never waits long: without its store it counts in this process.
   * `now` is in milliseconds since 1970.
   */
  allow(name: LimitName, subject: string, now: number): Promise<Allowed>
  close(): Promise<void>
}

/** Limits that several instances share. */
export interface SharedLimits {
  /** @throws when it cannot tell. */
  allow(name: LimitName, subject: string, now: number): Promise<Allowed>
  close(): Promise<void>
}

const SUBJECTS_MAX = 10_000
/** Within this time shared limits must answer: with an unknown key's admission before it, the answer takes under 600 ms. */
export const LIMIT_TIMEOUT_MS = 180

/** Limits in this process, with shared ones behind them if there are any. */
export function limitsOf(shared: SharedLimits | null, stopwatch: Stopwatch): Limits {
  const tries = new Map<LimitName, LRUCache<string, number[]>>()
  const { ask } = circuit(stopwatch)
  const triesOf = (name: LimitName) => {
    const known = tries.get(name) ?? new LRUCache<string, number[]>({ max: SUBJECTS_MAX })
    tries.set(name, known)
    return known
  }
  // A try that all instances together refuse is none here; while it was asked about, others may have come in.
  const takeBack = (name: LimitName, subject: string, at: number): void => {
    const recent = triesOf(name).get(subject) ?? []
    const place = recent.indexOf(at)
    if (place >= 0) triesOf(name).set(subject, recent.toSpliced(place, 1))
  }

  return {
    async allow(name, subject, now) {
      const { tries: most, windowMs } = LIMITS[name]
      const recent = (triesOf(name).get(subject) ?? []).filter((at) => at > now - windowMs)
      const oldest = recent[0]
      if (oldest !== undefined && recent.length >= most) {
        return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)) }
      }
      recent.push(now)
      triesOf(name).set(subject, recent)
      if (!shared) return ALLOWED
      try {
        const answer = await ask(() => shared.allow(name, subject, now).catch(asUnavailable), LIMIT_TIMEOUT_MS)
        if (!answer.allowed) takeBack(name, subject, now)
        return answer
      } catch {
        return ALLOWED
      }
    },
    close: async () => shared?.close(),
  }
}

const ALLOWED: Allowed = { allowed: true, retryAfterSeconds: 0 }

const asUnavailable = (): never => {
  throw new StoreUnavailable('The shared limit failed.')
}
