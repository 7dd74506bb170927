import type { Account, AccountDraft, Key, KeyDraft, Member } from './accounts.ts'
import type { KeyHash } from './keys.ts'
import type { Notice, NoticeName, NoticeOutcome } from './notices.ts'
import type { Actor, People } from './people.ts'
import type { PlanName } from './plans.ts'
import type { UsageReport } from './usage.ts'
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

/** What is decided about one request, all or nothing. A refused request costs nothing. */
export type Admission =
  | { verdict: 'unknown' }
  | { verdict: 'revoked' }
  /** The account is suspended or its plan may hold no key. */
  | { verdict: 'plan_required' }
  | { verdict: 'refused'; by: Refusal[]; usage: Usage; pending?: true }
  /**
   * `answer` says whether the AI unit that was asked for was taken; an exhausted AI allowance alone refuses nothing.
   * `pending`, here and above: this very decision made a usage notice due; drain the account's notices after answering.
   */
  | { verdict: 'admitted'; answer: 'taken' | 'exhausted' | 'not_asked'; usage: Usage; pending?: true }
  /**
   * Only from the guarded meter, while the store is away: read, without quota headers and without an AI answer.
   * Nothing was spent, so there is nothing to refund.
   */
  | { verdict: 'degraded'; plan: PlanName }
  /** As above, but the plan's rate per minute is used up on this instance. */
  | { verdict: 'degraded_refused'; plan: PlanName; retryAfterSeconds: number }

/** Decides about requests and counts them. Every adapter passes the same suite, `test/metering/contract.ts`. */
export interface Meter {
  /**
   * Looks the key up, counts the minute and spends what the cost says, in one atomic step.
   * A month is refused only to a request that would spend it.
   * @throws StoreUnavailable when the store cannot decide in time.
   */
  admit(key: KeyHash, cost: Cost, windows: Windows): Promise<Admission>
  /**
   * Gives spent units of the month in `usage` back (a 404 or 500 after the admission, an answer that was not `OK`).
   * Never below zero.
   */
  refund(usage: Usage, cost: Cost): Promise<void>
}

/**
 * Everything the service keeps about its customers. Each verb is one atomic step.
 * Verbs about an account or a key throw AccountRefusal when it is unknown, and StoreUnavailable when the store is away.
 * `now` is in milliseconds since 1970. What changes an account is written into its trail in the same step, with who
 * did it (`by`; the maintainer when nobody is named); what changes nothing is not.
 */
export interface Store extends Meter, People {
  createAccount(draft: AccountDraft, now: number, by?: Actor): Promise<Account>
  account(accountId: string): Promise<Account | null>
  /** Every account, the oldest first. */
  accounts(): Promise<Account[]>
  /** Holds from the next request on. Keys beyond the new plan's number stay; no further one can be created. */
  setPlan(accountId: string, plan: PlanName, now: number, by?: Actor): Promise<Account>
  suspend(accountId: string, now: number, by?: Actor): Promise<Account>
  resume(accountId: string, now: number, by?: Actor): Promise<Account>

  /** Every member, owners first, then by address. */
  members(accountId: string): Promise<Member[]>
  /** Adds a member, or gives an existing one another role. An account always keeps an owner. */
  addMember(accountId: string, member: Member, now: number, by?: Actor): Promise<Member[]>
  /** Gives a member another role. */
  setRole(accountId: string, member: Member, now: number, by?: Actor): Promise<Member[]>
  removeMember(accountId: string, email: string, now: number, by?: Actor): Promise<Member[]>

  /** Refuses a key beyond the plan's number; revoked and rotated keys do not count. */
  createKey(accountId: string, draft: KeyDraft, now: number, by?: Actor): Promise<Key>
  /** Every key the account ever held, the oldest first. */
  keys(accountId: string): Promise<Key[]>
  /** The key stops at once. Revoking it again changes nothing. */
  revokeKey(keyId: string, now: number, by?: Actor): Promise<Key>
  /** Puts a new key beside the old one, which works for ROTATION_MS more and then answers `revoked`. Keeps the name. */
  rotateKey(keyId: string, draft: Omit<KeyDraft, 'name'>, now: number, by?: Actor): Promise<Key>

  usage(accountId: string, windows: Windows): Promise<UsageReport>

  /**
   * Takes the account's notices that are due, so that no other caller sends them within the lease: counts the attempt
   * and puts the next one off by `leaseMs`. A caller that dies leaves them due again after the lease.
   */
  claimNotices(accountId: string, now: number, leaseMs: number): Promise<Notice[]>
  /** Writes down how sending went. A notice that was delivered stays delivered. */
  settleNotice(accountId: string, name: NoticeName, outcome: NoticeOutcome): Promise<void>

  /** Resolves when the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How long a rotated key works beside its successor. */
export const ROTATION_MS = 24 * 60 * 60 * 1000

/** The store is away, slow, or answers nonsense. Carries no command, key or hash. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
