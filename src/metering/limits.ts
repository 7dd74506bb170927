import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { type Deadline, StoreUnavailable } from './admission.ts'
import { createCircuit, createDeadline, type Stopwatch, upTo } from './outage.ts'
import { getSecondsUntil, MINUTE_MS } from './windows.ts'

/** Limits on actions that do not use an allowance, with the subject of each: a number of tries in a sliding window. */
export const LIMITS = {
  /** Requests with a missing, malformed or unknown key, per subnet. */
  keyless: { tries: 20, windowMs: MINUTE_MS },
  /** Well-formed but unknown keys, per subnet; counted per instance, before the store is queried. */
  unknownKey: { tries: 20, windowMs: MINUTE_MS },
  /** Requests with the demo key, per subnet. */
  demoHour: { tries: 30, windowMs: 60 * MINUTE_MS },
  demoDay: { tries: 50, windowMs: 24 * 60 * MINUTE_MS },
  /** Searches of the site, per subnet; counted per instance, whose processor time they use. */
  siteSearch: { tries: 60, windowMs: MINUTE_MS },
  /** Requested sign-in links, per subnet, which may be a whole office. */
  signIn: { tries: 20, windowMs: 10 * MINUTE_MS },
  /** Requested sign-in links to one mailbox, per subnet. */
  signInFor: { tries: 5, windowMs: 15 * MINUTE_MS },
  /** Invalid sign-in links, per subnet. */
  link: { tries: 20, windowMs: MINUTE_MS },
  /** Emails to one mailbox, from all requesters. */
  mail: { tries: 30, windowMs: 60 * MINUTE_MS },
  /** Requests for an alert by mail or for the link to one's alerts, per subnet, which may be a whole office. */
  alert: { tries: 20, windowMs: 10 * MINUTE_MS },
  /** Emails with links of alerts to one mailbox, from all requesters. */
  alertFor: { tries: 10, windowMs: 60 * MINUTE_MS },
  /** Changes, per person. */
  change: { tries: 60, windowMs: MINUTE_MS },
  /** Webhook actions, per account: a URL checked, a test sent, a delivery replayed. */
  webhook: { tries: 20, windowMs: MINUTE_MS },
  /** Trials of people at one organization's email domain. */
  trial: { tries: 5, windowMs: 24 * 60 * MINUTE_MS },
  /** Invitations to one mailbox, per account. */
  invitationFor: { tries: 5, windowMs: 15 * MINUTE_MS },
  /** Invitations from free accounts, per person. */
  invitationFree: { tries: 3, windowMs: 24 * 60 * MINUTE_MS },
  /** Invitations from accounts with a paid plan, per account. */
  invitation: { tries: 30, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<string, { tries: number; windowMs: number }>
export type LimitName = keyof typeof LIMITS

export interface Allowed {
  allowed: boolean
  /** Whole seconds until the next attempt is allowed; 0 if this one is. */
  retryAfterSeconds: number
  /** Attempts left in the window after this one. */
  left: number
}

/** Limits shared by several instances. */
export interface SharedLimits {
  /**
   * Counts an attempt unless the limit refuses it: the attempts in the window with this one, or when the next one is allowed.
   * @throws StoreUnavailable
   */
  count(name: LimitName, subject: string, now: number): Promise<{ used: number } | { refusedUntil: number }>
  close(): Promise<void>
}

const SUBJECTS_MAX = 10_000

/** Rate limits for attempts in this process, backed by shared limits if there are any. `now` is in milliseconds since 1970. */
export function createLimits(shared: SharedLimits | null, stopwatch: Stopwatch) {
  const tries = createCounters<number[]>()
  // Once the shared limit has rejected, it is not queried again before then.
  const refused = createCounters<number>()
  const { ask } = createCircuit(stopwatch)

  function count(name: LimitName, subject: string, now: number): Allowed {
    const { tries: most, windowMs } = LIMITS[name]
    const until = refused[name].get(subject) ?? 0
    if (until > now && until <= now + windowMs) return refusal(until, now)
    const recent = (tries[name].get(subject) ?? []).filter((at) => at > now - windowMs)
    const oldest = recent[0]
    if (oldest !== undefined && recent.length >= most) return refusal(oldest + windowMs, now)
    recent.push(now)
    tries[name].set(subject, recent)
    return allowed(most - recent.length)
  }

  function takeBack(name: LimitName, subject: string, at: number): void {
    const recent = tries[name].get(subject) ?? []
    const index = recent.indexOf(at)
    if (index >= 0) tries[name].set(subject, recent.toSpliced(index, 1))
  }

  return {
    /** Counts an attempt in this process, and returns whether the limit allows it. */
    count,
    /** Removes an attempt that was counted in this process at an instant. */
    takeBack,
    /** Counts an attempt everywhere. Never throws; in this process alone while the store is unavailable, or at the deadline. */
    async allow(
      name: LimitName,
      subject: string,
      now: number,
      deadline: Deadline = createDeadline(),
    ): Promise<Allowed> {
      const local = count(name, subject, now)
      if (!local.allowed || !shared) return local
      try {
        const asUnavailable = () => Promise.reject(new StoreUnavailable('The shared limit failed.'))
        const counted = await ask(() => shared.count(name, subject, now).catch(asUnavailable), deadline)
        if ('used' in counted) return allowed(LIMITS[name].tries - counted.used)
        // An attempt rejected by the shared limit does not count here either; others may have been counted meanwhile.
        takeBack(name, subject, now)
        refused[name].set(subject, counted.refusedUntil)
        return refusal(counted.refusedUntil, now)
      } catch {
        return local
      }
    },
    close: async (): Promise<void> => shared?.close(),
  }
}
export type Limits = ReturnType<typeof createLimits>

/** The counters of each limit, by subject: many subjects of one limit drop none of another. */
const createCounters = <Kept extends object | number>() =>
  Object.fromEntries(
    Object.keys(LIMITS).map((name) => [name, new LRUCache<string, Kept>(upTo(SUBJECTS_MAX))]),
  ) as Record<LimitName, LRUCache<string, Kept>>

function refusal(until: number, now: number): Allowed {
  return { allowed: false, retryAfterSeconds: getSecondsUntil(until, now), left: 0 }
}
const allowed = (left: number): Allowed => ({ allowed: true, retryAfterSeconds: 0, left })

// Some proxies add the port of the caller, which differs for each connection.
const WITH_PORT = /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i

/** The subnet that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function toSubnet(address: string): string {
  const [, v4, v6] = WITH_PORT.exec(address) ?? []
  const bare = v4 ?? v6 ?? address
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes)}/64`
}
