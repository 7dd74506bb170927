/** What can happen to an account, in words for people. */
export const ACTIONS = {
  ACCOUNT_CREATED: 'Account created',
  ACCOUNT_RENAMED: 'Account renamed',
  PLAN_SET: 'Plan set',
  ACCOUNT_SUSPENDED: 'Account suspended',
  ACCOUNT_RESUMED: 'Account resumed',
  MEMBER_INVITED: 'Member invited',
  INVITATION_WITHDRAWN: 'Invitation withdrawn',
  MEMBER_JOINED: 'Member joined',
  MEMBER_ADDED: 'Member added',
  ROLE_SET: 'Role set',
  MEMBER_REMOVED: 'Member removed',
  KEY_CREATED: 'Key created',
  KEY_ROTATED: 'Key rotated',
  KEY_REVOKED: 'Key revoked',
} as const satisfies Record<string, string>
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]
export type ActionName = keyof typeof ACTIONS
