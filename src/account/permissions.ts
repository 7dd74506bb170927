import type { Role } from './account.ts'

interface PermissionEntry {
  /** What it allows, for the documents. */
  describe: string
  roles: readonly Role[]
}

/** Who may do what in an account. */
export const PERMISSIONS = {
  'account.read': { describe: 'See the plan and what is used of it', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'account.rename': { describe: 'Rename the account', roles: ['OWNER', 'ADMIN'] },
  'notices.read': { describe: 'See and get the usage notices', roles: ['OWNER', 'ADMIN'] },
  'keys.read': { describe: 'See the keys by their last four characters', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'keys.create': { describe: 'Create keys', roles: ['OWNER', 'ADMIN'] },
  'keys.rotate': { describe: 'Rotate keys', roles: ['OWNER', 'ADMIN'] },
  'keys.revoke': { describe: 'Revoke keys', roles: ['OWNER', 'ADMIN'] },
  'members.read': { describe: 'See the members', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'members.invite': { describe: 'Invite members', roles: ['OWNER', 'ADMIN'] },
  'members.set_role': { describe: 'Change the roles of members', roles: ['OWNER', 'ADMIN'] },
  'members.remove': { describe: 'Remove members', roles: ['OWNER', 'ADMIN'] },
  'members.leave': { describe: 'Leave the account', roles: ['OWNER', 'ADMIN', 'MEMBER'] },
  'trail.read': { describe: 'See the history of changes', roles: ['OWNER', 'ADMIN'] },
} as const satisfies Record<string, PermissionEntry>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The roles that a role may give, take and invite to: nobody reaches above the own role. */
export const MANAGES = {
  OWNER: ['OWNER', 'ADMIN', 'MEMBER'],
  ADMIN: ['ADMIN', 'MEMBER'],
  MEMBER: [],
} as const satisfies Record<Role, readonly Role[]>

const holds = <Value>(values: readonly Value[], value: Value): boolean => values.includes(value)

export const may = (role: Role, permission: Permission): boolean => holds<Role>(PERMISSIONS[permission].roles, role)

export const manages = (role: Role, other: Role): boolean => holds<Role>(MANAGES[role], other)
