import type { KeyHash } from './keys.ts'
import type { PlanName } from './plans.ts'
import type { Windows } from './windows.ts'

/** What a request takes. The minute is always counted; the month and the AI answer only by requests that spend them. */
export interface Cost {
  month: 0 | 1
  answer: 0 | 1
}

/**
 * Names one admission that asks for an AI answer. The store remembers what the admission spent, so that each unit is
 * given back once at most, however often a refund is sent, and even when the reply to the admission was lost.
 */
export type AdmissionToken = string

/** The account's figures after the decision, with the windows they hold for (which a lagging clock cannot reopen). */
export interface Usage {
  accountId: string
  keyId: string
  plan: PlanName
  minute: number
  month: string
  minuteUsed: number
  monthUsed: number
  answersUsed: number
  /** When the trial that gives the account this plan ends; null when the plan was set. */
  trialEndsAt: number | null
  /** Only of an admission that was given one. */
  token?: AdmissionToken
}

/** The windows that can refuse a request. */
export type WindowName = 'minute' | 'month'

/** What is decided about one request, all or nothing. A refused request costs nothing. */
export type Admission =
  | { verdict: 'unknown' }
  | { verdict: 'revoked' }
  /** The account is suspended or its plan allows no keys. */
  | { verdict: 'plan_required' }
  /** The trial of the account has ended, and no plan was set since. */
  | { verdict: 'trial_ended'; accountId: string }
  | { verdict: 'refused'; by: WindowName[]; usage: Usage; pending?: true }
  /**
   * `answer` says whether the requested AI answer was charged; an exhausted AI allowance alone refuses nothing.
   * `pending`, here and above: this decision made an alert due; drain the account's alerts after answering.
   */
  | { verdict: 'admitted'; answer: 'taken' | 'exhausted' | 'not_asked'; usage: Usage; pending?: true }
  /**
   * Only from the guarded store, while the store is away: served without quota headers and without an AI answer.
   * Nothing was spent, so there is nothing to refund.
   */
  | { verdict: 'degraded'; plan: PlanName }
  /** As above, but the plan's rate per minute is used up on this instance. */
  | { verdict: 'degraded_refused'; plan: PlanName; retryAfterSeconds: number }

/** Whether the keys of an account may ask at all. */
export type KeyVerdict = 'valid' | 'unknown' | 'revoked' | 'plan_required' | 'trial_ended'

/** Decides about requests and counts them. */
export interface Meter {
  /** Whether a key may ask at all. Counts nothing. @throws StoreUnavailable */
  judge(key: KeyHash, windows: Windows): Promise<KeyVerdict>
  /**
   * Looks the key up, counts the minute and spends the cost, in one atomic step.
   * The month refuses only requests that would spend it.
   * @param token names the admission, so that what it spends can be given back exactly once
   * @throws StoreUnavailable when the store cannot decide in time.
   */
  admit(key: KeyHash, cost: Cost, windows: Windows, token?: AdmissionToken): Promise<Admission>
  /**
   * Gives spent units of the month in `usage` back (a 404 or 500 after the admission, an AI answer that was not `OK`).
   * Never below zero. With a token in `usage`, no unit is given back twice: the same refund may be sent again.
   */
  refund(usage: Usage, cost: Cost): Promise<void>
}

/** The store is away, slow, or sends an invalid reply. Carries no command, key or hash. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
