import type { Account, Invitation, Role } from './record.ts'
import type { SecretHash } from './secrets.ts'

/** How people sign in, and what they belong to. Instants are milliseconds since 1970. */

/** How long a sign-in link can be opened. */
export const LINK_MS = 15 * 60_000
/** Idle lifetime of a session. */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000
/** Absolute lifetime of a session. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000
/** Precision of a session's last use, so that most requests write nothing. */
const SESSION_STEP_MS = 60 * 60_000

/** A sign-in link. It opens once, and only in the browser that asked for it. */
export interface Link {
  hash: SecretHash
  /** The hash of the cookie that the asking browser holds. */
  browser: SecretHash
  email: string
}

/** A link as it is stored. */
export interface StoredLink extends Link {
  expiresAt: number
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

/** An invitation as the invited person sees it. */
export interface InvitationHeld extends Invitation {
  accountId: string
  accountName: string
}

/** Whether a link opens in a browser at an instant. */
export const opens = (link: StoredLink, browser: SecretHash, now: number): boolean =>
  link.browser === browser && link.expiresAt > now

/** Whether a session is still valid at an instant. */
export const lasts = ({ createdAt, seenAt }: Session, now: number): boolean =>
  seenAt > now - SESSION_IDLE_MS && createdAt > now - SESSION_MAX_MS

/** The session after its use at an instant; the same object when that need not be written. */
export const used = (session: Session, now: number): Session =>
  now < session.seenAt + SESSION_STEP_MS ? session : { ...session, seenAt: now }
