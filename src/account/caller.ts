import { hash } from 'node:crypto'
import { newId, newKey } from '../metering/keys.ts'
import { AccountRefusal } from './actions.ts'
import type { Membership } from './person.ts'
import type { Invitation, Key, Member, Role } from './record.ts'
import type { Accounts, People } from './verbs.ts'

/** What a signed-in person can do in an account: wraps the verbs with person ids and key secrets. */

/** A signed-in member of an account. */
export interface Caller extends Membership {
  email: string
}

/** The person's membership of an account; null when they are not a member or the account does not exist. */
export async function callerIn(
  store: Pick<People, 'memberships'>,
  email: string,
  accountId: string,
): Promise<Caller | null> {
  const membership = (await store.memberships(email)).find(({ account }) => account.id === accountId)
  return membership ? { email, ...membership } : null
}

/** A member of an account or an invited person. */
export interface Person extends Member {
  id: string
  /** The open invitation; null for a member. */
  invitation: Invitation | null
}

type MemberStore = Pick<Accounts, 'members' | 'invitations'>

/** The members and invited people of an account, owners first. */
export async function readMembers(store: MemberStore, accountId: string, now: number): Promise<Person[]> {
  const [members, invitations] = await Promise.all([store.members(accountId), store.invitations(accountId, now)])
  const person = ({ email, role }: Member, invitation: Invitation | null): Person => ({
    email,
    role,
    id: getMemberId(accountId, email),
    invitation,
  })
  return [
    ...members.map((member) => person(member, null)),
    ...invitations.map((invitation) => person(invitation, invitation)),
  ]
}

/** Changes a person's role; an invited person gets a new invitation. @throws AccountRefusal */
export async function setRole(store: Accounts, caller: Caller, personId: string, role: Role, now: number) {
  const { email, invitation } = await known(store, caller, personId, now)
  const verb = invitation ? store.invite : store.setRole
  await verb(caller.account.id, { email, role }, now, caller.email)
}

/** Removes a member from the account or withdraws an invitation. @throws AccountRefusal */
export async function remove(store: Accounts, caller: Caller, personId: string, now: number): Promise<void> {
  const { email, invitation } = await known(store, caller, personId, now)
  const verb = invitation ? store.withdrawInvitation : store.removeMember
  await verb(caller.account.id, email, now, caller.email)
}

async function known(store: MemberStore, { account }: Caller, personId: string, now: number): Promise<Person> {
  const person = (await readMembers(store, account.id, now)).find(({ id }) => id === personId)
  if (!person) throw new AccountRefusal('member_unknown', personId)
  return person
}

// Derived from both, so that a person's id differs between accounts and never reveals the email address.
const getMemberId = (accountId: string, email: string): string =>
  `mem_${hash('sha256', `${accountId} ${email}`, 'base64url').slice(0, 16)}`

/** A new key with its secret, which is shown only once. */
export interface KeyShown {
  key: Key
  secret: string
}

/** Creates a key for the caller's account. @throws AccountRefusal */
export async function createKey(store: Accounts, caller: Caller, name: string, now: number): Promise<KeyShown> {
  const { secret, ...draft } = newKey()
  const key = await store.createKey(caller.account.id, { ...draft, id: newId('key'), name }, now, caller.email)
  return { key, secret }
}

/** Rotates a key of the caller's account. @throws AccountRefusal */
export async function rotateKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<KeyShown> {
  await mustOwnKey(store, caller, keyId)
  const { secret, ...draft } = newKey()
  const key = await store.rotateKey(keyId, { ...draft, id: newId('key') }, now, caller.email)
  return { key, secret }
}

/** Revokes a key of the caller's account. @throws AccountRefusal */
export async function revokeKey(store: Accounts, caller: Caller, keyId: string, now: number): Promise<Key> {
  await mustOwnKey(store, caller, keyId)
  return store.revokeKey(keyId, now, caller.email)
}

/** @throws AccountRefusal for an unknown key and for a key of another account alike */
async function mustOwnKey(store: Accounts, { account }: Caller, keyId: string): Promise<void> {
  const keys = await store.keys(account.id)
  if (!keys.some(({ id }) => id === keyId)) throw new AccountRefusal('key_unknown', keyId)
}
