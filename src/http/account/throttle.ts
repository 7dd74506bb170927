import { hash } from 'node:crypto'
import type { LimitName, Limits } from '../../metering/limits.ts'
import type { Instant } from '../../rules/moments.ts'
import { ApiError } from '../errors.ts'

type Counted = Pick<Limits, 'allow'>

/** Counts one try of a subject. @throws ApiError RATE_LIMITED when it is one too many */
export async function throttle(
  { limits, now }: { limits: Counted; now: Instant },
  name: LimitName,
  subject: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await counted(limits, name, subject, now)
  if (allowed) return
  throw new ApiError('RATE_LIMITED', `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** Counts one try of a subject, and says whether it is within the limit. */
export const isWithin = async (limits: Counted, name: LimitName, subject: string, now: Instant): Promise<boolean> =>
  (await counted(limits, name, subject, now)).allowed

// Addresses of people are counted, not kept.
const counted = (limits: Counted, name: LimitName, subject: string, now: Instant) =>
  limits.allow(name, hash('sha256', subject, 'base64url'), now)
