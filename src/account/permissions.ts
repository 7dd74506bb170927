import type { Role } from '../metering/accounts.ts'

/** Who may do what in an account. */
export const PERMISSIONS = {
  'account.read': ['OWNER', 'ADMIN', 'MEMBER'],
  'account.rename': ['OWNER', 'ADMIN'],
  'notices.read': ['OWNER', 'ADMIN'],
  'keys.read': ['OWNER', 'ADMIN', 'MEMBER'],
  'keys.create': ['OWNER', 'ADMIN'],
  'keys.rotate': ['OWNER', 'ADMIN'],
  'keys.revoke': ['OWNER', 'ADMIN'],
  'members.read': ['OWNER', 'ADMIN', 'MEMBER'],
  'members.invite': ['OWNER', 'ADMIN'],
  'members.set_role': ['OWNER', 'ADMIN'],
  'members.remove': ['OWNER', 'ADMIN'],
  'members.leave': ['OWNER', 'ADMIN', 'MEMBER'],
  'trail.read': ['OWNER', 'ADMIN'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The roles that a role may give, take and invite to: nobody reaches above the own role. */
export const MANAGES = {
  OWNER: ['OWNER', 'ADMIN', 'MEMBER'],
  ADMIN: ['ADMIN', 'MEMBER'],
  MEMBER: [],
} as const satisfies Record<Role, readonly Role[]>

const holds = <Value>(values: readonly Value[], value: Value): boolean => values.includes(value)

export const may = (role: Role, permission: Permission): boolean => holds(PERMISSIONS[permission], role)

export const manages = (role: Role, other: Role): boolean => holds<Role>(MANAGES[role], other)
