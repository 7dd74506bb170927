import { hash } from 'node:crypto'
import type { LimitName, Limits } from '../../metering/limits.ts'
import type { Instant } from '../../rules/moments.ts'
import { rateLimited } from '../errors.ts'

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
