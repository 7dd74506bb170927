import { LRUCache } from 'lru-cache'
import { type Admission, type Deadline, StoreUnavailable, type Usage } from './admission.ts'
import type { KeyHash } from './keys.ts'
import { PLANS } from './plans.ts'
import { getMinuteEnd, getSecondsUntil, type Windows } from './windows.ts'

/**
 * The time within which the store must respond to a request, in all of its calls. With the work of the service itself, every
 * response arrives within 600 ms, whatever happens to the store.
 */
export const STORE_TIMEOUT_MS = 400

/** The deadline of a request that begins now. @param spentMs how much of its time the request has already spent */
export const createDeadline = (spentMs = 0): Deadline => performance.now() + Math.max(0, STORE_TIMEOUT_MS - spentMs)
export const hasPassed = (deadline: Deadline): boolean => performance.now() >= deadline

/**
 * The result of work, if it arrives within some milliseconds; otherwise the error. The work itself continues; its late result
 * or failure is dropped.
 */
export function inTime<Result>(work: Promise<Result>, ms: number, toError: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (ms <= 0) reject(toError())
    const timer = setTimeout(() => reject(toError()), Math.max(0, ms))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The result of work, if it arrives before the deadline. @throws StoreUnavailable */
export const within = <Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> =>
  inTime(
    work,
    deadline - performance.now(),
    () => new StoreUnavailable(`The store did not respond within ${STORE_TIMEOUT_MS} ms.`),
  )

/** A monotonic clock in milliseconds, such as `performance.now`, for durations. */
export type Stopwatch = () => number

const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 1_000

/**
 * Circuit breaker for a remote dependency.
 * @param report called once when calls begin to fail, and with null when one succeeds again
 */
export function createCircuit(stopwatch: Stopwatch, report: (error: StoreUnavailable | null) => void = () => {}) {
  let failures = 0
  let failingSince: number | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  /** Notes a failure, or with null a success. */
  function note(error: StoreUnavailable | null): void {
    failures = error ? failures + 1 : 0
    if ((error === null) === (failingSince === null)) return
    failingSince = error && stopwatch()
    report(error)
  }

  return {
    /** When the consecutive failures began; null while calls succeed. */
    failingSince: (): number | null => failingSince,
    /**
     * Calls once; a result after the deadline is dropped, and the call is not retried. After five failures in a row the
     * circuit is open: one probe per second goes through, all other calls fail immediately.
     * @throws StoreUnavailable, or any error of the work
     */
    async ask<Result>(work: () => Promise<Result>, deadline: Deadline): Promise<Result> {
      const startedAt = stopwatch()
      if (failures >= FAILURES_TO_OPEN) {
        if (startedAt - triedAt < PROBE_EVERY_MS) throw new StoreUnavailable('The store is unavailable.')
        triedAt = startedAt
      }
      try {
        const result = await within(deadline, work())
        note(null)
        return result
      } catch (error) {
        // A refusal is a valid response of the store.
        note(error instanceof StoreUnavailable ? error : null)
        if (failures > 0) triedAt = Math.max(triedAt, startedAt)
        throw error
      }
    },
  }
}

/**
 * Options of an LRU cache with at most this many entries. Its memory grows with them; the option `max` reserves it for all
 * of them at once, which takes longer than a response.
 */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

// A key keeps working if it was verified on this instance within this time before the outage, and for this long into it.
const VERIFIED_MS = 60_000
const KEEPS_READING_MS = 60_000
const REMEMBERED_MAX = 10_000

type Verified = Pick<Usage, 'accountId' | 'plan' | 'trialEndsAt'> & { at: number }

/** Recently verified keys, which keep working on this instance while the store is unavailable. */
export function openMemory() {
  const verified = new LRUCache<KeyHash, Verified>(upTo(REMEMBERED_MAX))
  const minutes = new LRUCache<string, { minute: number; used: number }>(upTo(REMEMBERED_MAX))

  return {
    /** Learns from a verdict of the store. `at` is on the same stopwatch as below. */
    learn(key: KeyHash, admission: Admission, at: number): void {
      // A key without monthly allowance left was rejected before the outage and stays so.
      const reads = 'usage' in admission && !(admission.verdict === 'refused' && admission.by.includes('month'))
      if (!reads) return void verified.delete(key)
      const { accountId, plan, trialEndsAt, minute, minuteUsed } = admission.usage
      verified.set(key, { at, accountId, plan, trialEndsAt })
      minutes.set(accountId, { minute, used: minuteUsed })
    },

    /** Decides in place of the store; null when the key was not verified recently enough. */
    decide(key: KeyHash, windows: Windows, failingSince: number, at: number): Admission | null {
      const lastKnown = verified.get(key)
      if (!lastKnown || lastKnown.at < failingSince - VERIFIED_MS || at - failingSince > KEEPS_READING_MS) return null
      const { accountId, plan, trialEndsAt } = lastKnown
      if (trialEndsAt !== null && windows.now >= trialEndsAt) return { verdict: 'trial_ended', accountId }
      const seen = minutes.get(accountId) ?? { minute: 0, used: 0 }
      const minute = Math.max(seen.minute, windows.minute)
      const used = minute === seen.minute ? seen.used : 0
      if (used >= PLANS[plan].perMinute) {
        return {
          verdict: 'degraded_refused',
          plan,
          retryAfterSeconds: getSecondsUntil(getMinuteEnd(minute), windows.now),
        }
      }
      minutes.set(accountId, { minute, used: used + 1 })
      return { verdict: 'degraded', plan }
    },
  }
}
