import type { Account, Role } from './account.ts'
import type { SecretHash } from './secrets.ts'

/** What the store keeps of people: how they signed in, what they belong to, what they changed. Instants in ms since 1970. */

/** How long a sign-in link opens. */
export const LINK_MS = 15 * 60_000
/** A session ends when it was not used for so long, */
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000
/** and in any case after so long. */
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000
/** The last use of a session is kept this exactly, so that most requests write nothing. */
export const SESSION_STEP_MS = 60 * 60_000
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
