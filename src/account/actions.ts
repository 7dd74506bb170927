import type { AccountRecord } from './record.ts'
import type { AccountRefusal } from './refusals.ts'

/** What can happen to an account, in words for people. */
export const ACTIONS = {
  ACCOUNT_CREATED: 'Account created',
  ACCOUNT_RENAMED: 'Account renamed',
  PLAN_SET: 'Plan set',
  TRIAL_STARTED: 'Trial started',
  TRIAL_ENDED: 'Trial ended',
  ACCOUNT_SUSPENDED: 'Account suspended',
  ACCOUNT_RESUMED: 'Account resumed',
  MEMBER_INVITED: 'Member invited',
  INVITATION_WITHDRAWN: 'Invitation withdrawn',
  INVITATION_DECLINED: 'Invitation declined',
  MEMBER_JOINED: 'Member joined',
  MEMBER_ADDED: 'Member added',
  ROLE_SET: 'Role set',
  MEMBER_REMOVED: 'Member removed',
  KEY_CREATED: 'Key created',
  KEY_ROTATED: 'Key rotated',
  KEY_REVOKED: 'Key revoked',
  WEBHOOK_CREATED: 'Webhook created',
  WEBHOOK_UPDATED: 'Webhook updated',
  WEBHOOK_ENABLED: 'Webhook enabled',
  WEBHOOK_DISABLED: 'Webhook disabled',
  WEBHOOK_SECRET_ROTATED: 'Webhook secret rotated',
  WEBHOOK_DELETED: 'Webhook deleted',
  SUBSCRIPTION_CREATED: 'Signed address created',
  SUBSCRIPTION_REVOKED: 'Signed address revoked',
} as const satisfies Record<string, string>
export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]

/** Actors that are not people: the maintainer's command line, the payment provider, and the service itself. */
export const ACTORS = { maintainer: 'maintainer', billing: 'billing', service: 'service' } as const
export type SystemActor = keyof typeof ACTORS

/** Who changes something: a person, by address, a program, by the id of its key, or one of ACTORS. */
export type Actor = string

export const isSystem = (by: Actor): by is SystemActor => Object.hasOwn(ACTORS, by)

/** An entry of an account's trail before it has its number. Holds no secret. */
export interface Note {
  at: number
  by: Actor
  action: ActionName
  /** What was changed: an address, the id of a key or a webhook, a plan, a name. */
  subject: string
  /** More about it: a role, a key's name, the key that follows; empty when there is nothing more. */
  detail: string
}

/** One change of an account. */
export interface Entry extends Note {
  /** 1 for the account's first. */
  number: number
}

/** What a command does: the record afterwards, and the entries that the trail gains. */
export interface Change {
  record: AccountRecord
  notes: readonly Note[]
}

/** A rule about an account: what a command does to the record at an instant, or why it is refused. */
export type Rule<Command> = (record: AccountRecord, command: Command, now: number) => Change | AccountRefusal

/** The record itself: nothing to write, nothing to note. */
export const unchanged = (record: AccountRecord): Change => ({ record, notes: [] })

/** The record with some of its parts replaced, and what the trail says about it. */
export const changed = (record: AccountRecord, parts: Partial<AccountRecord>, ...notes: Note[]): Change => ({
  record: { ...record, ...parts },
  notes,
})

/** Makes entries of one command. */
export const noting =
  (at: number, by: Actor) =>
  (action: ActionName, subject: string, detail = ''): Note => ({ at, by, action, subject, detail })
