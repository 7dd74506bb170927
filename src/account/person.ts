import { hash, randomBytes } from 'node:crypto'
import providers from '../../vocabulary/mail-providers.json' with { type: 'json' }
import { type Account, type Invitation, MailboxHash, type Role } from './record.ts'

/** Sign-in links, sessions and memberships. Instants are milliseconds since 1970. */

export const LINK_MS = 15 * 60_000
export const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000
/** Precision of a session's last use; most requests write nothing. */
const SESSION_STEP_MS = 60 * 60_000

/** A sign-in link. It works once, and only in the browser that requested it. */
export interface Link {
  hash: SecretHash
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

export interface Membership {
  account: Account
  role: Role
}

export interface InvitationWithAccount extends Invitation {
  accountId: string
  accountName: string
}

export const isValidLink = (link: StoredLink, browser: SecretHash, now: number): boolean =>
  link.browser === browser && link.expiresAt > now

export const isValidSession = ({ createdAt, seenAt }: Session, now: number): boolean =>
  seenAt > now - SESSION_IDLE_MS && createdAt > now - SESSION_MAX_MS

/** The session after a use at an instant; the same object when nothing needs to be written. */
export const markUsed = (session: Session, now: number): Session =>
  now < session.seenAt + SESSION_STEP_MS ? session : { ...session, seenAt: now }

/** Secrets of sign-in links and cookies: 32 random bytes as text. The store keeps only their hashes. */

/** The SHA-256 of a secret, as 64 hexadecimal digits. */
export type SecretHash = string & { readonly __brand: 'SecretHash' }
export const generateSecret = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of a secret. Anything else is refused without a store lookup. */
export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)

// A plain hash is enough: 256 random bits cannot be guessed from a dictionary.
export const hashSecret = (secret: string): SecretHash => hash('sha256', secret, 'hex') as SecretHash

/** Google delivers mail for an address with any dots, or none, to the same mailbox, under both of its domains. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/** The mailbox of an email address in lowercase: without a plus suffix, and without the dots of a Gmail address. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const plus = email.indexOf('+')
  const local = email.slice(0, plus > 0 && plus < at ? plus : at)
  return WITHOUT_DOTS.includes(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/**
 * The domain that an organization registered for an email address, without its subdomains; null for a public mail
 * provider. Under a two-letter ending, a short name before it belongs to the ending: `co.uk`, `ne.us`.
 */
export function findOrganizationDomain(email: string): string | null {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  const [second = '', last = ''] = labels.slice(-2)
  const domain = labels.slice(last.length === 2 && second.length <= 3 ? -3 : -2).join('.')
  return providers.includes(domain) ? null : domain
}

/** The hash of an email address's mailbox, regardless of case. */
export const hashMailbox = (email: string): MailboxHash =>
  MailboxHash.parse(hash('sha256', toMailbox(email.toLowerCase()), 'hex'))
