import { hash } from 'node:crypto'
import { StoreUnavailable } from '../../metering/admission.ts'
import { hasPassed, newDeadline, within } from '../../metering/deadline.ts'
import type { LimitName, Limits } from '../../metering/limits.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Store } from '../../storage/port.ts'
import { type AnyVerb, eachVerb } from '../../storage/verbs.ts'
import { rateLimited } from '../response/errors.ts'

type Counted = Pick<Limits, 'allow'>

/** Counts an attempt of a subject. @throws ApiError RATE_LIMITED above the limit */
export async function throttle(
  { limits, now }: { limits: Counted; now: Instant },
  name: LimitName,
  subject: string,
  why = 'Too many attempts.',
): Promise<void> {
  const { allowed, retryAfterSeconds } = await counted(limits, name, subject, now)
  if (!allowed) throw rateLimited(why, retryAfterSeconds)
}

/** Counts an attempt of a subject and returns whether it is within the limit. */
export const isWithin = async (limits: Counted, name: LimitName, subject: string, now: Instant): Promise<boolean> =>
  (await counted(limits, name, subject, now)).allowed

// Email addresses are hashed, not stored.
const counted = (limits: Counted, name: LimitName, subject: string, now: Instant) =>
  limits.allow(name, hash('sha256', subject, 'base64url'), now)

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>) {
  let startedAt = performance.now()
  let deadline = newDeadline()
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hasPassed(deadline)) throw new StoreUnavailable('The store did not respond in time.')
    return within(deadline, work())
  }
  return {
    store: eachVerb(
      (verb) =>
        (...args: unknown[]) =>
          ask(() => (store[verb] as AnyVerb)(...args)),
    ),
    limits: { allow: (...args: Parameters<Limits['allow']>) => ask(() => limits.allow(...args)) },
    /** Runs work that does not count toward the limit, such as waiting for a body. */
    async aside<Result>(work: () => Promise<Result>): Promise<Result> {
      const spentMs = performance.now() - startedAt
      try {
        return await work()
      } finally {
        startedAt = performance.now() - spentMs
        deadline = newDeadline(spentMs)
      }
    },
  }
}
