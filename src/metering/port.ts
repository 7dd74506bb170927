import type { KeyHash } from './keys.ts'
import type { PlanName } from './plans.ts'
import type { Windows } from './windows.ts'

/** What a request takes. The minute is always counted; the month and the AI answer only by requests that spend them. */
export interface Cost {
  month: 0 | 1
  answer: 0 | 1
}

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
}

/** The windows that can refuse a request. */
export type Refusal = 'minute' | 'month'

/** What the store decides about one request, all or nothing. A refused request costs nothing. */
export type Admission =
  | { verdict: 'unknown' }
  | { verdict: 'revoked' }
  /** The account is suspended or its plan may hold no key. */
  | { verdict: 'plan_required' }
  | { verdict: 'refused'; by: Refusal[]; usage: Usage }
  /** `answer` says whether the AI unit that was asked for was taken; an exhausted AI allowance alone refuses nothing. */
  | { verdict: 'admitted'; answer: 'taken' | 'exhausted' | 'not_asked'; usage: Usage }

/** Decides about requests and counts them. Every adapter passes the same suite, `test/metering/contract.ts`. */
export interface Meter {
  /**
   * Looks the key up, counts the minute and spends what the cost says, in one atomic step.
   * A month is refused only to a request that would spend it.
   * @throws StoreUnavailable when the store cannot decide in time.
   */
  admit(key: KeyHash, cost: Cost, windows: Windows): Promise<Admission>
  /** Gives spent units of the month in `usage` back (a 404 or 500 after the admission, an answer that was not `OK`). Never below zero. */
  refund(usage: Usage, cost: Cost): Promise<void>
}

/** The store is away, slow, or answers nonsense. Carries no command, key or hash. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
