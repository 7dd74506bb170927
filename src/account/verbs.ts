import type { PlanName } from '../metering/plans.ts'
import type { Account, AccountDraft, Key, KeyDraft, Member } from './account.ts'
import type { Actor, Entry } from './actions.ts'
import type { BillingEvent, BillingOutcome } from './billing.ts'
import type { Invitation, InvitationHeld } from './members.ts'
import type { Link, Membership, Session } from './person.ts'
import type { SecretHash } from './secrets.ts'

/**
 * The verbs about accounts, their members and their keys. What changes an account is written into its trail in the same
 * step, with who did it (`by`); what changes nothing is not.
 */
export interface Accounts {
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
}

/** The verbs about people; see Store for what holds for every verb. `by` is who asks; without it the maintainer. */
export interface People {
  /** Keeps a link until it is taken or LINK_MS have passed. */
  keepLink(link: Link, now: number): Promise<void>
  /** Takes a link: its address, once; null when there is none, it is too old, or it was asked for in another browser. */
  takeLink(hash: SecretHash, browser: SecretHash, now: number): Promise<string | null>

  openSession(hash: SecretHash, email: string, now: number): Promise<Session>
  /** The session, if it lasts; this counts as its use. */
  session(hash: SecretHash, now: number): Promise<Session | null>
  /** The sessions of a person that last, the newest first. */
  sessions(email: string, now: number): Promise<Session[]>
  endSession(hash: SecretHash): Promise<void>
  /** Ends every session of a person. */
  endSessions(email: string): Promise<void>

  /** What a person belongs to, the oldest account first. */
  memberships(email: string): Promise<Membership[]>
  /** The invitations of a person that hold, the oldest first. */
  invitationsOf(email: string, now: number): Promise<InvitationHeld[]>
  /**
   * Lets a person in: takes up every invitation that holds (who is a member already keeps the role), and makes a FREE
   * account with the draft's id and name for who belongs to none. Returns what the person then belongs to.
   */
  welcome(email: string, draft: { id: string; name: string }, now: number): Promise<Membership[]>

  /** The invitations of an account that hold, by address. */
  invitations(accountId: string, now: number): Promise<Invitation[]>
  /** Invites an address, or puts a new invitation in the place of one. Refuses members, and more than INVITATIONS_MAX. */
  invite(accountId: string, member: Member, now: number, by: Actor): Promise<Invitation>
  withdrawInvitation(accountId: string, email: string, now: number, by: Actor): Promise<void>

  rename(accountId: string, name: string, now: number, by: Actor): Promise<Account>
  /** The changes of an account, the newest first: at most `limit`, those before the entry `before`. */
  trail(accountId: string, limit: number, before?: number): Promise<Entry[]>
  /** Sets the plan that an event says, once for each event's id, and never back behind a later event. */
  bill(event: BillingEvent, now: number): Promise<BillingOutcome>
}
