import { Ratelimit } from '@upstash/ratelimit'
import type { Redis } from '@upstash/redis'
import { StoreUnavailable } from '../../metering/admission.ts'
import { LIMITS, type Limit, type LimitName, type SharedLimits } from '../../metering/limits.ts'
import { type StoreSettings, storeKind } from '../open.ts'
import { script, type Wire } from './wire.ts'

/** Sliding windows over Redis that all instances share, for settings that name one. They read the clock themselves. */
export async function sharedLimits(settings: StoreSettings, timeoutMs: number): Promise<SharedLimits> {
  const { redis, close } = await clientOf(settings, timeoutMs)
  const limiterOf = ([name, { tries, windowMs }]: [string, Limit]) =>
    new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(tries, `${windowMs} ms`),
      prefix: `rhp:limit:${name}`,
      // Its own time limit lets everything pass and reports zeros.
      timeout: 0,
      analytics: false,
      ephemeralCache: false,
    })
  const limiters = Object.fromEntries(Object.entries(LIMITS).map((entry) => [entry[0], limiterOf(entry)])) as Record<
    LimitName,
    Ratelimit
  >
  return {
    async allow(name, subject, now) {
      const { success, remaining, reset } = await limiters[name].limit(subject)
      if (!Number.isInteger(remaining))
        throw new StoreUnavailable('The Redis store answered a limit with something else.')
      // At the very millisecond of the reset the last window still weighs in full.
      return { allowed: success, retryAfterSeconds: success ? 0 : Math.max(1, Math.ceil((reset + 1 - now) / 1000)) }
    },
    close,
  }
}

async function clientOf(settings: StoreSettings, timeoutMs: number): Promise<{ redis: Redis; close(): Promise<void> }> {
  const { UPSTASH_REDIS_REST_URL: url = '', UPSTASH_REDIS_REST_TOKEN: token = '', REDIS_URL = '' } = settings
  if (storeKind(settings) === 'upstash') {
    const { upstashClient } = await import('./upstash.ts')
    return { redis: upstashClient(url, token, timeoutMs), close: async () => {} }
  }
  const { tcpWire } = await import('./tcp.ts')
  const wire = tcpWire(REDIS_URL, timeoutMs)
  return { redis: overWire(wire), close: wire.close }
}

// The limiter's scripts begin with a line that only Upstash knows, so a plain server gets them without it, under
// digests of their own.
const overWire = (wire: Wire): Redis =>
  ({
    evalsha: () => Promise.reject(new Error('NOSCRIPT')),
    eval: (text: string, keys: string[], args: unknown[]) =>
      wire.run(script(text.replace(/^#!lua[^\n]*\n/, '')), keys, args.map(String)),
  }) as unknown as Redis
