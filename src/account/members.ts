import { hash } from 'node:crypto'
import { AccountRefusal, type Member, type Role } from './account.ts'
import type { Accounts, People } from './verbs.ts'

type Store = Accounts & People

import type { Caller } from './caller.ts'
import { manages, may } from './permissions.ts'

/** How long an invitation holds. */
export const INVITATION_MS = 7 * 24 * 60 * 60_000
/** Invitations that an account may have open at once. */
export const INVITATIONS_MAX = 50

/** A member to be: who signs in with the address becomes one. */
export interface Invitation extends Member {
  invitedBy: string
  createdAt: number
  expiresAt: number
}

/** An invitation as the invited person sees it. */
export interface InvitationHeld extends Invitation {
  accountId: string
  accountName: string
}

/** A member of an account, or somebody who is invited to be one. */
export interface Person extends Member {
  id: string
  /** The open invitation; null for a member. */
  invitation: Invitation | null
}

/** Everybody in an account and everybody who is invited, owners first. */
export async function peopleOf(store: Store, accountId: string, now: number): Promise<Person[]> {
  const [members, invitations] = await Promise.all([store.members(accountId), store.invitations(accountId, now)])
  return [
    ...members.map((member) => ({ ...member, id: idOf(accountId, member.email), invitation: null })),
    ...invitations.map((invitation) => ({
      email: invitation.email,
      role: invitation.role,
      id: idOf(accountId, invitation.email),
      invitation,
    })),
  ]
}

/** Invites somebody. @throws AccountRefusal role_denied, member_known or invitations_exhausted */
export async function invite(store: Store, caller: Caller, member: Member, now: number): Promise<Invitation> {
  mustManage(caller, member.role)
  const open = (await store.invitations(caller.account.id, now)).find(({ email }) => email === member.email)
  if (open) mustManage(caller, open.role)
  return store.invite(caller.account.id, member, now, caller.email)
}

/** Gives somebody another role; who is invited is invited to it. @throws AccountRefusal member_unknown, role_denied, owner_needed */
export async function setRole(store: Store, caller: Caller, personId: string, role: Role, now: number): Promise<void> {
  const person = await known(store, caller, personId, now)
  mustManage(caller, person.role)
  mustManage(caller, role)
  const member = { email: person.email, role }
  if (person.invitation) await store.invite(caller.account.id, member, now, caller.email)
  else await store.setRole(caller.account.id, member, now, caller.email)
}

/**
 * Takes somebody out of the account, or withdraws the invitation. Everybody may leave.
 * @throws AccountRefusal member_unknown, role_denied, owner_needed
 */
export async function remove(store: Store, caller: Caller, personId: string, now: number): Promise<void> {
  const person = await known(store, caller, personId, now)
  const isLeaving = person.email === caller.email && person.invitation === null
  if (!isLeaving) {
    if (!may(caller.role, 'members.remove')) throw new AccountRefusal('role_denied', caller.role)
    mustManage(caller, person.role)
  }
  if (person.invitation) await store.withdrawInvitation(caller.account.id, person.email, now, caller.email)
  else await store.removeMember(caller.account.id, person.email, now, caller.email)
}

async function known(store: Store, { account }: Caller, personId: string, now: number): Promise<Person> {
  const person = (await peopleOf(store, account.id, now)).find(({ id }) => id === personId)
  if (!person) throw new AccountRefusal('member_unknown', personId)
  return person
}

function mustManage(caller: Caller, role: Role): void {
  if (!manages(caller.role, role)) throw new AccountRefusal('role_denied', caller.role)
}

// Made of both, so that the same person has another id in every account, and no id names an address.
const idOf = (accountId: string, email: string): string =>
  `mem_${hash('sha256', `${accountId} ${email}`, 'base64url').slice(0, 16)}`
