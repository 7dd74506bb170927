import { type Actor, isSystem } from './actions.ts'
import type { AccountRecord, Role } from './record.ts'
import { AccountRefusal } from './refusals.ts'

interface PermissionEntry {
  /** What it allows, for the docs. */
  description: string
  roles: readonly Role[]
}

/** Who may do what in an account. */
export const PERMISSIONS = {
  'account.read': { description: 'See the plan and its usage', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'account.rename': { description: 'Rename the account', roles: ['OWNER', 'ADMIN'] },
  'trial.start': { description: 'Start a trial, if the service offers one', roles: ['OWNER'] },
  'notices.read': { description: 'See and receive the usage alerts', roles: ['OWNER', 'ADMIN'] },
  'keys.read': { description: 'See the keys with their last four characters', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'keys.create': { description: 'Create keys', roles: ['OWNER', 'ADMIN'] },
  'keys.rotate': { description: 'Rotate keys', roles: ['OWNER', 'ADMIN'] },
  'keys.revoke': { description: 'Revoke keys', roles: ['OWNER', 'ADMIN'] },
  'webhooks.read': { description: 'See the webhooks and their deliveries', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'webhooks.manage': {
    description: 'Create, change, test and delete webhooks, and replay deliveries',
    roles: ['OWNER', 'ADMIN'],
  },
  'subscriptions.read': { description: 'See the signed addresses', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'subscriptions.create': { description: 'Create signed addresses', roles: ['OWNER', 'ADMIN'] },
  'subscriptions.revoke': { description: 'Revoke signed addresses', roles: ['OWNER', 'ADMIN'] },
  'members.read': { description: 'See the members', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'members.invite': { description: 'Invite members', roles: ['OWNER', 'ADMIN'] },
  'members.set_role': { description: 'Change the roles of members', roles: ['OWNER', 'ADMIN'] },
  'members.remove': { description: 'Remove members', roles: ['OWNER', 'ADMIN'] },
  'members.leave': { description: 'Leave the account', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'trail.read': { description: 'See the history of changes', roles: ['OWNER', 'ADMIN'] },
} as const satisfies Record<string, PermissionEntry>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The roles that each role can assign, remove and invite. Admins cannot create or change owners. */
export const MANAGES = {
  OWNER: ['OWNER', 'ADMIN', 'MEMBER'],
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
export function denial(
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
