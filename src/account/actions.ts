import * as z from 'zod'
import refusals from '../../content/refusals.json' with { type: 'json' }
import type { AccountRecord, Role } from './record.ts'

/** A command refused by the account rules. The message is a sentence for the person who gave it. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly code: RefusalCode
  /** @param subject what the command concerns: an id, an email address, a role or a plan */
  constructor(code: RefusalCode, subject: string) {
    super(refusals[code].replace(/\{\{\w+\}\}/g, () => subject))
    this.code = code
  }
}

export type RefusalCode = keyof typeof refusals

const ALL = ['OWNER', 'ADMIN', 'MEMBER'] as const
const ADMINS = ['OWNER', 'ADMIN'] as const

/** Who may do what, with the sentence of the docs. */
export const PERMISSIONS = {
  'account.read': { description: 'See the plan and its usage', roles: ALL },
  'account.rename': { description: 'Rename the account', roles: ADMINS },
  'trial.start': { description: 'Start a trial, if the service offers one', roles: ['OWNER'] },
  'notices.read': { description: 'See and receive the usage alerts', roles: ADMINS },
  'keys.read': { description: 'See the keys with their last four characters', roles: ALL },
  'keys.create': { description: 'Create keys', roles: ADMINS },
  'keys.rotate': { description: 'Rotate keys', roles: ADMINS },
  'keys.revoke': { description: 'Revoke keys', roles: ADMINS },
  'webhooks.read': { description: 'See the webhooks and their deliveries', roles: ALL },
  'webhooks.manage': { description: 'Create, change, test and delete webhooks, and replay deliveries', roles: ADMINS },
  'subscriptions.read': { description: 'See the signed addresses', roles: ALL },
  'subscriptions.create': { description: 'Create signed addresses', roles: ADMINS },
  'subscriptions.revoke': { description: 'Revoke signed addresses', roles: ADMINS },
  'members.read': { description: 'See the members', roles: ALL },
  'members.invite': { description: 'Invite members', roles: ADMINS },
  'members.set_role': { description: 'Change the roles of members', roles: ADMINS },
  'members.remove': { description: 'Remove members', roles: ADMINS },
  'members.leave': { description: 'Leave the account', roles: ALL },
  'trail.read': { description: 'See the history of changes', roles: ADMINS },
} as const satisfies Record<string, { description: string; roles: readonly Role[] }>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The roles that each role can assign, remove and invite. Admins cannot create or change owners. */
export const MANAGES = {
  OWNER: ALL,
  ADMIN: ['ADMIN', 'MEMBER'],
  MEMBER: [],
} as const satisfies Record<Role, readonly Role[]>

const includes = <Value>(values: readonly Value[], value: Value): boolean => values.includes(value)
export const may = (role: Role, permission: Permission): boolean => includes<Role>(PERMISSIONS[permission].roles, role)

/**
 * Why an actor may not do something in an account; null when allowed. The role comes from the record, so a revoked role
 * stops counting immediately. To non-members the account is unknown.
 * @param managed roles that the command gives to or takes from others
 */
export function findDenial(
  { account, members }: AccountRecord,
  by: Actor,
  permission: Permission,
  managed: readonly Role[] = [],
): AccountRefusal | null {
  if (isSystem(by)) return null
  const role = members.find(({ email }) => email === by)?.role
  if (role === undefined) return new AccountRefusal('account_unknown', account.id)
  const allowed = may(role, permission) && managed.every((other) => includes<Role>(MANAGES[role], other))
  return allowed ? null : new AccountRefusal('role_denied', role)
}

export const findById = <Value extends { id: string }>(values: readonly Value[], id: string): Value | undefined =>
  values.find((value) => value.id === id)

/** A value that a command needs. @throws AccountRefusal when there is none */
export function getOrRefuse<Value>(value: Value | undefined, code: RefusalCode, subject: string): Value {
  if (value === undefined) throw new AccountRefusal(code, subject)
  return value
}

/** @throws AccountRefusal the denial, if there is one */
export function requirePermission(...asked: Parameters<typeof findDenial>): void {
  const denied = findDenial(...asked)
  if (denied) throw denied
}

/** Actors that are not people: the maintainer's command line, the payment provider, and the service itself. */
export const ACTORS = { maintainer: 'maintainer', billing: 'billing', service: 'service' } as const
export type SystemActor = keyof typeof ACTORS

/** Who makes a change: a person's email address, the id of a program's key, or one of ACTORS. */
export type Actor = string
export const isSystem = (by: Actor): by is SystemActor => Object.hasOwn(ACTORS, by)

/** A change of an account, as its trail records it, before it is numbered. Contains no secrets. */
const Note = z.object({
  at: z.int().min(0),
  by: z.string(),
  // biome-ignore format: word lists read better as running lines
  action: z.enum([
    'ACCOUNT_CREATED', 'ACCOUNT_RENAMED', 'PLAN_SET', 'TRIAL_STARTED', 'TRIAL_ENDED', 'ACCOUNT_SUSPENDED',
    'ACCOUNT_RESUMED', 'MEMBER_INVITED', 'INVITATION_WITHDRAWN', 'INVITATION_DECLINED', 'MEMBER_JOINED', 'MEMBER_ADDED',
    'ROLE_SET', 'MEMBER_REMOVED', 'KEY_CREATED', 'KEY_ROTATED', 'KEY_REVOKED', 'WEBHOOK_CREATED', 'WEBHOOK_UPDATED',
    'WEBHOOK_ENABLED', 'WEBHOOK_DISABLED', 'WEBHOOK_SECRET_ROTATED', 'WEBHOOK_DELETED', 'SUBSCRIPTION_CREATED',
    'SUBSCRIPTION_REVOKED',
  ]),
  /** What was changed: an email address, the id of a key or webhook, a plan, or a name. */
  subject: z.string(),
  /** Details: a role, a key's name, or the id of the new key; empty when there are none. */
  detail: z.string(),
})
export type Note = z.infer<typeof Note>
export type ActionName = Note['action']

export const Entry = Note.extend({ number: z.int().min(1) })
export type Entry = z.infer<typeof Entry>

export interface Change {
  record: AccountRecord
  notes: readonly Note[]
}

/** A rule: what a command does to an account's record at an instant. @throws AccountRefusal */
export type Rule<Command> = (record: AccountRecord, command: Command, now: number) => Change
export const unchanged = (record: AccountRecord): Change => ({ record, notes: [] })

export const changed = (record: AccountRecord, parts: Partial<AccountRecord>, ...notes: Note[]): Change => ({
  record: { ...record, ...parts },
  notes,
})

export const noteBy =
  (at: number, by: Actor) =>
  (action: ActionName, subject: string, detail = ''): Note => ({ at, by, action, subject, detail })
