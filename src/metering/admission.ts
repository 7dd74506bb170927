import type { KeyHash } from './keys.ts'
import type { PlanName } from './plans.ts'
import type { Windows } from './windows.ts'

/** The cost of a request. The minute is always counted; month and AI answer only if the request spends them. */
export interface Cost {
  month: 0 | 1
  answer: 0 | 1
}

/**
 * Identifies an admission with an AI answer. The store records what the admission spent, so that each unit is refunded at
 * most once, however often a refund is sent, and even if the reply to the admission was lost.
 */
export type AdmissionToken = string

/** The account's usage after the decision, with its windows, which a lagging clock cannot reopen. */
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
  /** Only of an admission that was given one. */
  token?: AdmissionToken
}

/** The windows that can reject a request. */
export type WindowName = 'minute' | 'month'

/** The decision about one request. A rejected request costs nothing. */
export type Admission =
  | { verdict: 'unknown' }
  | { verdict: 'revoked' }
  /** The account is suspended or its plan allows no keys. */
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

/** Whether a key is valid. */
export type KeyVerdict = 'valid' | 'unknown' | 'revoked' | 'plan_required' | 'trial_ended'

/** Admits and counts requests. */
export interface Meter {
  /** Whether a key is valid. Counts nothing. @throws StoreUnavailable */
  judge(key: KeyHash, windows: Windows): Promise<KeyVerdict>
  /**
   * Looks up the key, counts the minute and spends the cost in one atomic step. The monthly limit only rejects requests that
   * would spend it.
   * @param token names the admission, so that what it spends can be given back exactly once
   * @throws StoreUnavailable when the store cannot decide in time.
   */
  admit(key: KeyHash, cost: Cost, windows: Windows, token?: AdmissionToken): Promise<Admission>
  /**
   * Refunds spent units of the month in `usage`, after a 404 or 500, or an AI answer that was not `OK`. Never below zero. With a token in `usage`, no unit is given back twice: the same refund may be sent again.
   */
  refund(usage: Usage, cost: Cost): Promise<void>
}

/** The store is unavailable, slow, or sent an invalid reply. Contains no command, key or hash. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
