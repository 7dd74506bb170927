import type { KeyHash } from './keys.ts'
import type { PlanName } from './plans.ts'
import type { Windows } from './windows.ts'

/** The cost of a request. The minute is always counted; month and AI answer only if the request spends them. */
export interface Cost {
  month: 0 | 1
  answer: 0 | 1
}

/** The account's usage after the decision, with the windows that it counts in. */
export interface Usage {
  accountId: string
  keyId: string
  plan: PlanName
  minute: number
  month: string
  minuteUsed: number
  monthUsed: number
  answersUsed: number
  /** When the trial that provides this plan ends; null if the plan was set. */
  trialEndsAt: number | null
}

/** The windows that can reject a request. */
export type WindowName = 'minute' | 'month'

/** The decision about one request. A rejected request costs nothing. */
export type Admission =
  | { verdict: 'unknown' }
  | { verdict: 'revoked' }
  | { verdict: 'suspended' }
  /** The plan of the account allows no keys. */
  | { verdict: 'plan_required' }
  /** The trial of the account has ended without a paid plan. */
  | { verdict: 'trial_ended'; accountId: string }
  | { verdict: 'refused'; by: WindowName[]; usage: Usage; pending?: true }
  /**
   * `answer` says whether the requested AI answer was charged. An exhausted AI allowance alone does not reject a request.
   * `pending`, here and above: this decision made an alert due. Drain the account's alerts after responding.
   */
  | { verdict: 'admitted'; answer: 'taken' | 'exhausted' | 'not_asked'; usage: Usage; pending?: true }
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
