import * as z from 'zod'
import type { AccountRecord } from './record.ts'
import type { AccountRefusal } from './refusals.ts'

/** Every change of an account that its trail records, with its label. */
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
const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]

/** Actors that are not people: the maintainer's command line, the payment provider, and the service itself. */
export const ACTORS = { maintainer: 'maintainer', billing: 'billing', service: 'service' } as const
export type SystemActor = keyof typeof ACTORS

/** Who makes a change: a person's email address, the id of a program's key, or one of ACTORS. */
export type Actor = string

export const isSystem = (by: Actor): by is SystemActor => Object.hasOwn(ACTORS, by)

/** An entry of an account's trail before it is numbered. Contains no secrets. */
const Note = z.object({
  at: z.int().min(0),
  by: z.string(),
  action: z.enum(ACTION_NAMES),
  /** What was changed: an email address, the id of a key or webhook, a plan, or a name. */
  subject: z.string(),
  /** Details: a role, a key's name, or the id of the new key; empty when there are none. */
  detail: z.string(),
})
export type Note = z.infer<typeof Note>

/** A numbered entry of an account's trail. */
export const Entry = Note.extend({ number: z.int().min(1) })
export type Entry = z.infer<typeof Entry>

/** The result of a command: the new record and the new entries of the trail. */
export interface Change {
  record: AccountRecord
  notes: readonly Note[]
}

/** A rule: what a command does to an account's record at an instant, or why it is refused. */
export type Rule<Command> = (record: AccountRecord, command: Command, now: number) => Change | AccountRefusal

/** A change that writes nothing. */
export const unchanged = (record: AccountRecord): Change => ({ record, notes: [] })

/** The record with some parts replaced, and the notes for the trail. */
export const changed = (record: AccountRecord, parts: Partial<AccountRecord>, ...notes: Note[]): Change => ({
  record: { ...record, ...parts },
  notes,
})

/** Creates the notes of one command. */
export const noteBy =
  (at: number, by: Actor) =>
  (action: ActionName, subject: string, detail = ''): Note => ({ at, by, action, subject, detail })
