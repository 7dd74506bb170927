import { hash } from 'node:crypto'
import type { LimitName, Limits } from '../../metering/limits.ts'
import type { Instant } from '../../rules/moments.ts'
import { ApiError } from '../errors.ts'

/** Counts one try of a subject. @throws ApiError RATE_LIMITED when it is one too many */
export async function throttle(
  { limits, now }: { limits: Pick<Limits, 'allow'>; now: Instant },
  name: LimitName,
  subject: string,
): Promise<void> {
  // Addresses of people are counted, not kept.
  const { allowed, retryAfterSeconds } = await limits.allow(name, hash('sha256', subject, 'base64url'), now)
  if (allowed) return
  throw new ApiError('RATE_LIMITED', `That was too often. Try again in ${retryAfterSeconds} seconds.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}
