import { LRUCache } from 'lru-cache'
import type { Admission } from './admission.ts'
import type { KeyHash } from './keys.ts'
import { PLANS, type PlanName } from './plans.ts'
import { upTo } from './up-to.ts'
import { minuteEnd, secondsUntil, type Windows } from './windows.ts'

// A key keeps working if it was verified on this instance within this time before the outage, and for this long into it.
const VERIFIED_MS = 60_000
const KEEPS_READING_MS = 60_000
const REMEMBERED_MAX = 10_000

interface Verified {
  at: number
  accountId: string
  plan: PlanName
  trialEndsAt: number | null
}

/** Recently verified keys, which keep working on this instance while the store is unavailable. */
export function memory() {
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
      const known = verified.get(key)
      if (!known || known.at < failingSince - VERIFIED_MS || at - failingSince > KEEPS_READING_MS) return null
      const { accountId, plan, trialEndsAt } = known
      if (trialEndsAt !== null && windows.now >= trialEndsAt) return { verdict: 'trial_ended', accountId }
      const seen = minutes.get(accountId) ?? { minute: 0, used: 0 }
      const minute = Math.max(seen.minute, windows.minute)
      const used = minute === seen.minute ? seen.used : 0
      if (used >= PLANS[plan].perMinute) {
        return { verdict: 'degraded_refused', plan, retryAfterSeconds: secondsUntil(minuteEnd(minute), windows.now) }
      }
      minutes.set(accountId, { minute, used: used + 1 })
      return { verdict: 'degraded', plan }
    },
  }
}
