import { getPlanAt, PLANS } from '../metering/plans.ts'
import {
  AccountRefusal,
  type Actor,
  changed,
  findDenial,
  getOrRefuse,
  noteBy,
  type Rule,
  requirePermission,
  type SystemActor,
  unchanged,
} from './actions.ts'
import type { AccountRecord, Invitation, Member } from './record.ts'

/** Rules for members and invitations. An account always keeps an owner. */

export const INVITATION_MS = 7 * 24 * 60 * 60_000

/** The invitations that are valid at an instant: not expired, and the sender may still invite. */
export const openInvitations = (record: AccountRecord, now: number): Invitation[] =>
  record.invitations.filter(
    ({ expiresAt, invitedBy, role }) =>
      expiresAt > now && findDenial(record, invitedBy, 'members.invite', [role]) === null,
  )

/** Adds a member without an invitation, or changes the role of an existing member. */
export const addMember: Rule<Member & { by: SystemActor }> = (record, { email, role, by }, now) => {
  if (findByEmail(record.members, email)) return setRole(record, { email, role, by }, now)
  return changed(record, withMember(record, { email, role }), noteBy(now, by)('MEMBER_ADDED', email, role))
}

export const setRole: Rule<Member & { by: Actor }> = (record, { email, role, by }, now) => {
  const member = getOrRefuse(findByEmail(record.members, email), 'member_unknown', email)
  requirePermission(record, by, 'members.set_role', [member.role, role])
  if (member.role === role) return unchanged(record)
  requireOtherOwner(record, email)
  return changed(record, withMember(record, { email, role }), noteBy(now, by)('ROLE_SET', email, role))
}

/** Removes a member. Every member may remove themselves. */
export const removeMember: Rule<{ email: string; by: Actor }> = (record, { email, by }, now) => {
  const member = getOrRefuse(findByEmail(record.members, email), 'member_unknown', email)
  if (by === email) requirePermission(record, by, 'members.leave')
  else requirePermission(record, by, 'members.remove', [member.role])
  requireOtherOwner(record, email)
  const invitations = record.invitations.filter(({ invitedBy }) => invitedBy !== email)
  const parts = { members: without(record.members, email), invitations }
  return changed(record, parts, noteBy(now, by)('MEMBER_REMOVED', email))
}

/** Invites an email address; a new invitation replaces an earlier one. */
export const invite: Rule<Member & { by: Actor }> = (record, { email, role, by }, now) => {
  const open = openInvitations(record, now)
  const replaced = open.filter((invitation) => invitation.email === email).map((invitation) => invitation.role)
  requirePermission(record, by, 'members.invite', [role, ...replaced])
  if (findByEmail(record.members, email)) throw new AccountRefusal('member_known', email)
  if (without(open, email).length >= PLANS[getPlanAt(record.account, now)].invitations)
    throw new AccountRefusal('invitations_exhausted', email)
  const invitation = { email, role, invitedBy: by, createdAt: now, expiresAt: now + INVITATION_MS }
  const invitations = [...without(record.invitations, email), invitation]
  return changed(record, { invitations }, noteBy(now, by)('MEMBER_INVITED', email, role))
}

export const withdrawInvitation: Rule<{ email: string; by: Actor }> = (record, { email, by }, now) => {
  const invitation = getOrRefuse(findByEmail(record.invitations, email), 'invitation_unknown', email)
  requirePermission(record, by, 'members.remove', [invitation.role])
  const invitations = without(record.invitations, email)
  return changed(record, { invitations }, noteBy(now, by)('INVITATION_WITHDRAWN', email))
}

/** Accepts the invitation of an email address. An existing member keeps their role. */
export const acceptInvitation: Rule<{ email: string }> = (record, { email }, now) => {
  const invitation = getOrRefuse(findByEmail(openInvitations(record, now), email), 'invitation_unknown', email)
  if (findByEmail(record.members, email)) return changed(record, { invitations: without(record.invitations, email) })
  const { role, invitedBy } = invitation
  const note = noteBy(now, email)('MEMBER_JOINED', email, `${role}, invited by ${invitedBy}`)
  return changed(record, withMember(record, { email, role }), note)
}

export const declineInvitation: Rule<{ email: string }> = (record, { email }, now) => {
  getOrRefuse(findByEmail(record.invitations, email), 'invitation_unknown', email)
  const invitations = without(record.invitations, email)
  return changed(record, { invitations }, noteBy(now, email)('INVITATION_DECLINED', email))
}

const findByEmail = <Each extends Member>(list: readonly Each[], email: string): Each | undefined =>
  list.find((each) => each.email === email)

const without = <Each extends Member>(list: readonly Each[], email: string): Each[] =>
  list.filter((each) => each.email !== email)

const withMember = ({ members, invitations }: AccountRecord, member: Member): Partial<AccountRecord> => ({
  members: [...without(members, member.email), member],
  invitations: without(invitations, member.email),
})

function requireOtherOwner({ members }: AccountRecord, email: string): void {
  const owners = members.filter(({ role }) => role === 'OWNER')
  if (owners.length === 1 && owners[0]?.email === email) throw new AccountRefusal('owner_needed', email)
}
