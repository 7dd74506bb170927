import { Ratelimit } from '@upstash/ratelimit'
import { StoreUnavailable } from '../../metering/admission.ts'
import { LIMITS, type LimitName, type SharedLimits } from '../../metering/limits.ts'
import { upstashClient } from './upstash.ts'

/** Sliding windows on Upstash, which all instances share. They read the clock themselves. */
export function upstashLimits(url: string, token: string, timeoutMs: number): SharedLimits {
  const redis = upstashClient(url, token, timeoutMs)
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { tries, windowMs }]) => [
      name as LimitName,
      new Ratelimit({
        redis,
        limiter: Ratelimit.slidingWindow(tries, `${windowMs} ms`),
        prefix: `rhp:limit:${name}`,
        // Its own time limit lets everything pass and reports zeros.
        timeout: 0,
        analytics: false,
        ephemeralCache: false,
      }),
    ]),
  )
  return {
    async refusedUntil(name, subject) {
      const answer = await limiters.get(name)?.limit(subject)
      if (!Number.isInteger(answer?.remaining) || !answer) {
        throw new StoreUnavailable('The Upstash store sent an unreadable reply.')
      }
      // At the exact millisecond of the reset, the last window still counts in full.
      return answer.success ? null : answer.reset + 1
    },
    close: async () => {},
  }
}
