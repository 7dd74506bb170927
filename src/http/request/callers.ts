import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { KeyHash } from '../../metering/keys.ts'
import { type Limits, toSubnet } from '../../metering/limits.ts'
import { upTo } from '../../metering/outage.ts'
import { orNull } from '../../rules/once.ts'
import type { Deps } from '../deps.ts'
import { type ApiError, rateLimited } from '../response/errors.ts'

/**
 * The IP address of a caller. Behind a trusted proxy it is the last entry of X-Forwarded-For, which the proxy wrote;
 * earlier entries are unverified claims of the caller.
 */
export function readCallerAddress(c: Context, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || (orNull(() => getConnInfo(c).remote.address) ?? 'unknown')
}

/** The subnet of the caller of a request. */
export const callerSubnet = (c: Context, { readCallerAddress: readAddress }: Pick<Deps, 'readCallerAddress'>): string =>
  toSubnet(readAddress?.(c) ?? '')

const KNOWN_MAX = 10_000

/** This instance's knowledge of its callers, used before the store is queried. */
export interface Callers {
  /** Whether the store's last verdict on the key was valid. */
  isKnown(key: KeyHash): boolean
  /**
   * Queries the store about a key. A subnet with too many unknown keys is rejected without a store call. Keys known to this
   * instance are never delayed.
   * @throws ApiError RATE_LIMITED
   */
  ask<Result>(
    about: { key: KeyHash; subnet: () => string; now: number },
    question: () => Promise<Result>,
    getVerdict: (result: Result) => 'known' | 'unknown' | 'other',
  ): Promise<Result>
}

/** @param limits without them, no caller is refused */
export function createCallers(limits: Pick<Limits, 'count' | 'takeBack'> | undefined): Callers {
  const validKeys = new LRUCache<KeyHash, true>(upTo(KNOWN_MAX))
  const lastAt = new Map<KeyHash, number>()

  const askAboutNew: Callers['ask'] = async ({ key, subnet: subnetOf, now }, question, getVerdict) => {
    // Concurrent requests with one new key count as one.
    const isFirst = !lastAt.has(key)
    const subnet = subnetOf()
    if (isFirst && limits) {
      const { allowed, retryAfterSeconds } = limits.count('unknownKey', subnet, now)
      if (!allowed) throw tooManyInvalidKeys(retryAfterSeconds)
    }
    lastAt.set(key, (lastAt.get(key) ?? 0) + 1)
    let verdict: ReturnType<typeof getVerdict> = 'other'
    try {
      const result = await question()
      verdict = getVerdict(result)
      return result
    } finally {
      const others = (lastAt.get(key) ?? 1) - 1
      if (others > 0) lastAt.set(key, others)
      else lastAt.delete(key)
      if (verdict === 'known') validKeys.set(key, true)
      if (isFirst && verdict !== 'unknown') limits?.takeBack('unknownKey', subnet, now)
    }
  }

  return {
    isKnown: (key) => validKeys.has(key),
    ask(about, question, getVerdict) {
      const { key } = about
      if (validKeys.get(key) === undefined) return askAboutNew(about, question, getVerdict)
      return question().then((result) => {
        if (getVerdict(result) === 'unknown') validKeys.delete(key)
        return result
      })
    },
  }
}

/** The error for a subnet that has sent too many requests without a valid key. */
export const tooManyInvalidKeys = (retryAfterSeconds: number): ApiError =>
  rateLimited('Too many requests without a valid API key from this IP address.', retryAfterSeconds)
