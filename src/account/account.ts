import { z } from 'zod'
import type { KeyHash } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'

/** What the store knows of a customer: the account, its people and its keys. Instants are milliseconds since 1970. */

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const
export const Role = z.enum(ROLES).meta({ id: 'Role' })
export type Role = z.infer<typeof Role>

/** An address that mail can be sent to, in small letters, so that one person is one member. */
export const MemberEmail = z.email('is not an e-mail address').max(254).toLowerCase()

/** The name of an account or a key: one line, 1 to 100 characters. */
export const DisplayName = z
  .string()
  .trim()
  .min(1, 'is empty')
  .max(100, 'is longer than 100 characters')
  .regex(/^\P{Cc}*$/u, 'contains a control character')

export interface Account {
  id: string
  name: string
  plan: PlanName
  /** A suspended account's keys answer `plan_required` until it is resumed. */
  suspended: boolean
  createdAt: number
}

export interface Member {
  email: string
  role: Role
}

/** A key as its account sees it: recognisable, but of no use to anybody who reads it. */
export interface Key {
  id: string
  accountId: string
  name: string
  prefix: string
  lastFour: string
  createdAt: number
  revokedAt: number | null
  /** Set when the key was rotated: the instant from which it answers `revoked`. */
  expiresAt: number | null
  /** The start of the minute of the last admitted request. */
  lastUsedAt: number | null
}

/** What the store needs of a new key. The secret is not among it. */
export interface KeyDraft {
  id: string
  name: string
  hash: KeyHash
  prefix: string
  lastFour: string
}

export interface AccountDraft {
  id: string
  name: string
  plan: PlanName
  ownerEmail: string
}

/** Why the store refuses a change to an account. The message is a sentence for the person who asked. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly code: RefusalCode
  constructor(code: RefusalCode, subject: string) {
    super(REFUSALS[code](subject))
    this.code = code
  }
}

const REFUSALS = {
  account_unknown: (id) => `There is no account "${id}"; \`npm run admin -- account list\` shows the accounts.`,
  key_unknown: (id) => `There is no key "${id}"; \`npm run admin -- key list --account ID\` shows an account's keys.`,
  keys_exhausted: (plan) => `The account holds as many keys as its plan ${plan} allows; revoke one first.`,
  plan_without_keys: (plan) => `The plan ${plan} may hold no key; set another plan first.`,
  key_ended: (id) => `The key "${id}" is revoked or already rotated; create a new one.`,
  owner_needed: (email) => `${email} is the account's only owner; make somebody else owner first.`,
  member_unknown: (email) => `${email} is not a member of the account.`,
  member_known: (email) => `${email} is a member of the account already.`,
  role_denied: (role) => `The role ${role} may not do this.`,
  invitation_unknown: (email) => `${email} is not invited to the account.`,
  invitations_exhausted: () => 'The account has too many open invitations; withdraw one first.',
} as const satisfies Record<string, (subject: string) => string>
export type RefusalCode = keyof typeof REFUSALS
export const REFUSAL_CODES = Object.keys(REFUSALS) as RefusalCode[]
