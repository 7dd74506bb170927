import * as z from 'zod'
import type { KeyHash } from './keys.ts'
import { PlanName } from './plans.ts'
import type { Windows } from './windows.ts'

/** The cost of a request. The minute is always counted; month and AI answer only if the request spends them. */
export interface Cost {
  month: 0 | 1
  answer: 0 | 1
}

const Count = z.int().min(0)

/** The account's usage after the decision, with the windows that it counts in. */
export const Usage = z.object({
  accountId: z.string(),
  keyId: z.string(),
  plan: PlanName,
  minute: Count,
  month: z.string(),
  minuteUsed: Count,
  monthUsed: Count,
  answersUsed: Count,
  /** When the trial that provides this plan ends; null if the plan was set. */
  trialEndsAt: z.int().nullable(),
})
export type Usage = z.infer<typeof Usage>

const WindowName = z.enum(['minute', 'month'])
export type WindowName = z.infer<typeof WindowName>

/** Set if the decision made an alert due. Drain the account's alerts after responding. */
const pending = z.literal(true).optional()

/** The decision of a store about one request. A rejected request costs nothing. */
export const StoreAdmission = z.union([
  /** The trial of the account has ended without a paid plan. */
  z.object({ verdict: z.literal('trial_ended'), accountId: z.string() }),
  /** `plan_required`: the plan of the account allows no keys. */
  z.object({ verdict: z.enum(['unknown', 'revoked', 'suspended', 'plan_required']) }),
  z.object({ verdict: z.literal('refused'), by: z.array(WindowName), usage: Usage, pending }),
  /** `answer`: whether the requested AI answer was charged. An exhausted AI allowance alone does not reject a request. */
  z.object({
    verdict: z.literal('admitted'),
    answer: z.enum(['taken', 'exhausted', 'not_asked']),
    usage: Usage,
    pending,
  }),
])

/** The decision about one request. */
export type Admission =
  | z.infer<typeof StoreAdmission>
  /**
   * Only from the guarded store, while the store is unavailable: served without quota headers and without an AI answer.
   * Nothing was spent, so there is nothing to refund.
   */
  | { verdict: 'degraded'; plan: PlanName }
  /** As above, but the plan's requests per minute are used up on this instance. */
  | { verdict: 'degraded_refused'; plan: PlanName; retryAfterSeconds: number }

/**
 * The end of the time that a request has for its calls to the store, by `performance.now`. It is a number and not an
 * AbortSignal, whose timer and exception would cost every request more than reading a record.
 */
export type Deadline = number

/** Whether a key is valid. */
export type KeyVerdict = 'valid' | 'unknown' | 'revoked' | 'suspended' | 'plan_required' | 'trial_ended'

/**
 * Admits and counts requests. The clock of the store decides; `windows`, by the clock of the caller, count only while the
 * store is unavailable, and in stores that were opened to trust their callers, as tests do. At the deadline, a guarded store
 * stops waiting for what it has asked.
 */
export interface Meter {
  /** Whether a key is valid. Counts nothing. @throws StoreUnavailable */
  judge(key: KeyHash, windows: Windows, deadline?: Deadline): Promise<KeyVerdict>
  /**
   * Looks up the key, counts the minute and spends the cost in one atomic step. The monthly limit only rejects requests that
   * would spend it. An admission whose reply is lost may have been counted.
   * @throws StoreUnavailable when the store cannot decide in time.
   */
  admit(key: KeyHash, cost: Cost, windows: Windows, deadline?: Deadline): Promise<Admission>
  /**
   * Refunds units of the month in `usage`, after a 404 or 500, or an AI answer that was not `OK`. Never below zero. Tried
   * once: a refund that the store does not accept is lost.
   */
  refund(usage: Usage, cost: Cost, deadline?: Deadline): Promise<void>
}

/** The store is unavailable, slow, or sent an invalid reply. Contains no command, key or hash. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
