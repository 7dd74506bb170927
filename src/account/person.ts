import type { Account, Invitation, Role } from './record.ts'
import type { SecretHash } from './secrets.ts'

/** Sign-in links, sessions and memberships. Instants are milliseconds since 1970. */

/** Lifetime of a sign-in link. */
export const LINK_MS = 15 * 60_000
/** Idle lifetime of a session. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000
/** Absolute lifetime of a session. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000
/** Precision of a session's last use; most requests write nothing. */
const SESSION_STEP_MS = 60 * 60_000

/** A sign-in link. It works once, and only in the browser that requested it. */
export interface Link {
  hash: SecretHash
  /** The hash of the requesting browser's cookie. */
  browser: SecretHash
  email: string
}

export interface StoredLink extends Link {
  expiresAt: number
}

export interface Session {
  hash: SecretHash
  email: string
  createdAt: number
  /** Last use, with a precision of one hour. */
  seenAt: number
}

/** An account with the role of one of its members. */
export interface Membership {
  account: Account
  role: Role
}

/** An invitation with its account, for the invited person. */
export interface InvitationWithAccount extends Invitation {
  accountId: string
  accountName: string
}

/** Whether a link is valid in a browser at an instant. */
export const isValidLink = (link: StoredLink, browser: SecretHash, now: number): boolean =>
  link.browser === browser && link.expiresAt > now

/** Whether a session is still valid at an instant. */
export const isValidSession = ({ createdAt, seenAt }: Session, now: number): boolean =>
  seenAt > now - SESSION_IDLE_MS && createdAt > now - SESSION_MAX_MS

/** The session after a use at an instant; the same object when nothing needs to be written. */
export const used = (session: Session, now: number): Session =>
  now < session.seenAt + SESSION_STEP_MS ? session : { ...session, seenAt: now }
