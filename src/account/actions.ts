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

/** Who changes something: the address of a person, or one of ACTORS. */
export type Actor = string
/** Who is not a person: the maintainer's command line, and the payment provider. */
export const ACTORS = { maintainer: 'maintainer', billing: 'billing' } as const

/** One change of an account. Holds no secret. */
export interface Entry {
  /** 1 for the account's first. */
  number: number
  at: number
  by: Actor
  action: ActionName
  /** What was changed: an address, a key's id, a plan, a name. */
  subject: string
  /** More of it: a role, a key's name, the key that follows; empty where there is nothing more. */
  detail: string
}
