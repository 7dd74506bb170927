import { hash } from 'node:crypto'
import { newId, newKey } from '../metering/keys.ts'
import type { Membership } from './person.ts'
import type { Invitation, Key, Member, Role } from './record.ts'
import { AccountRefusal } from './refusals.ts'
import type { Accounts, People } from './verbs.ts'

/** What a signed-in person does in an account: ids of people and secrets of keys around the verbs. */

/** A person at work in an account. */
export interface Caller extends Membership {
  email: string
}

/** The person in an account; null for an account that they do not belong to, whether it exists or not. */
export async function callerIn(
  store: Pick<People, 'memberships'>,
  email: string,
  accountId: string,
): Promise<Caller | null> {
  const membership = (await store.memberships(email)).find(({ account }) => account.id === accountId)
  return membership ? { email, ...membership } : null
}

/** A member of an account, or somebody who is invited to it. */
export interface Person extends Member {
  id: string
  /** The open invitation; null for a member. */
  invitation: Invitation | null
}

type MemberStore = Pick<Accounts, 'members' | 'invitations'>

/** Everybody in an account and everybody who is invited, owners first. */
export async function peopleOf(store: MemberStore, accountId: string, now: number): Promise<Person[]> {
  const [members, invitations] = await Promise.all([store.members(accountId), store.invitations(accountId, now)])
  const person = ({ email, role }: Member, invitation: Invitation | null): Person => ({
    email,
    role,
    id: idOf(accountId, email),
    invitation,
  })
  return [
    ...members.map((member) => person(member, null)),
    ...invitations.map((invitation) => person(invitation, invitation)),
  ]
}

/** Gives a person another role; an invited person gets a new invitation. @throws AccountRefusal as the rules say */
export async function setRole(store: Accounts, caller: Caller, personId: string, role: Role, now: number) {
  const { email, invitation } = await known(store, caller, personId, now)
  const verb = invitation ? store.invite : store.setRole
  await verb(caller.account.id, { email, role }, now, caller.email)
}

/** Removes a person from the account, or withdraws the invitation. @throws AccountRefusal as the rules say */
export async function remove(store: Accounts, caller: Caller, personId: string, now: number): Promise<void> {
  const { email, invitation } = await known(store, caller, personId, now)
  const verb = invitation ? store.withdrawInvitation : store.removeMember
  await verb(caller.account.id, email, now, caller.email)
}

async function known(store: MemberStore, { account }: Caller, personId: string, now: number): Promise<Person> {
  const person = (await peopleOf(store, account.id, now)).find(({ id }) => id === personId)
  if (!person) throw new AccountRefusal('member_unknown', personId)
  return person
}

// Derived from both, so that a person has another id in every account, and no id reveals an address.
const idOf = (accountId: string, email: string): string =>
  `mem_${hash('sha256', `${accountId} ${email}`, 'base64url').slice(0, 16)}`

/** A key with its secret, which is shown this once. */
export interface KeyShown {
  key: Key
  secret: string
}

/** Makes a key for the caller's account. @throws AccountRefusal as the rules say */
export async function createKey(store: Accounts, caller: Caller, name: string, now: number): Promise<KeyShown> {
  const { secret, ...draft } = newKey()
  const key = await store.createKey(caller.account.id, { ...draft, id: newId('key'), name }, now, caller.email)
  return { key, secret }
}

/** Rotates a key of the caller's account. @throws AccountRefusal as the rules say */
export async function rotateKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<KeyShown> {
  await mustHold(store, caller, keyId)
  const { secret, ...draft } = newKey()
  const key = await store.rotateKey(keyId, { ...draft, id: newId('key') }, now, caller.email)
  return { key, secret }
}

/** Revokes a key of the caller's account. @throws AccountRefusal as the rules say */
export async function revokeKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<Key> {
  await mustHold(store, caller, keyId)
  return store.revokeKey(keyId, now, caller.email)
}

/** A key of another account is as unknown as one that never was. */
async function mustHold(store: Accounts, { account }: Caller, keyId: string): Promise<void> {
  const keys = await store.keys(account.id)
  if (!keys.some(({ id }) => id === keyId)) throw new AccountRefusal('key_unknown', keyId)
}
