import { z } from 'zod'
import type { Account, Member, Role } from './accounts.ts'
import type { ActionName } from './actions.ts'
import type { PlanName } from './plans.ts'

/** What the store keeps of people: how they signed in, what they belong to, what they changed. Instants in ms since 1970. */

/** The SHA-256 of a secret that a person carries (a link's token, a cookie), as 64 hexadecimal digits. */
export const SecretHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'SecretHash'>()
export type SecretHash = z.infer<typeof SecretHash>

/** How long a sign-in link opens. */
export const LINK_MS = 15 * 60_000
/** A session ends when it was not used for so long, */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000
/** and in any case after so long. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000
/** The last use of a session is kept this exactly, so that most requests write nothing. */
export const SESSION_STEP_MS = 60 * 60_000
/** How long an invitation holds. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000
/** Invitations that an account may have open at once. */
export const INVITATIONS_MAX = 50
/** How long a billing event is remembered. */
export const BILLING_MEMORY_MS = 90 * 24 * 60 * 60_000

/** A link that was asked for. It opens once, and only in the browser that asked. */
export interface Link {
  hash: SecretHash
  /** The hash of the cookie that the asking browser holds. */
  browser: SecretHash
  email: string
}

export interface Session {
  hash: SecretHash
  email: string
  createdAt: number
  /** The last use, to the hour. */
  seenAt: number
}

/** An account as one of its members sees it. */
export interface Membership {
  account: Account
  role: Role
}

/** A member to be: who signs in with the address becomes one. */
export interface Invitation extends Member {
  invitedBy: string
  createdAt: number
  expiresAt: number
}

/** An invitation as the invited person sees it. */
export interface InvitationHeld extends Invitation {
  accountId: string
  accountName: string
}

/** Who changes something: the address of a person, or one of ACTORS. */
export type Actor = string
/** Who is not a person: the maintainer's command line, and the payment provider. */
export const ACTORS = { maintainer: 'maintainer', billing: 'billing' } as const

/** One change of an account. Holds no secret. */
export interface Entry {
  /** 1 for the account's first. */
  number: number
  at: number
  by: Actor
  action: ActionName
  /** What was changed: an address, a key's id, a plan, a name. */
  subject: string
  /** More of it: a role, a key's name, the key that follows; empty where there is nothing more. */
  detail: string
}

/** What a payment provider tells. */
export interface BillingEvent {
  id: string
  accountId: string
  plan: PlanName
  /** When it happened, at the provider's. */
  occurredAt: number
}

/** `replayed`: the event was seen before; `outdated`: a later one was. Neither changes anything. */
export const BILLING_OUTCOMES = ['applied', 'replayed', 'outdated'] as const
export type BillingOutcome = (typeof BILLING_OUTCOMES)[number]

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
