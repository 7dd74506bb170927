import type { AccountResponse } from '../../http/account/account.ts'
import { formatMark } from '../../views/entries.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { fill, formatButton, formatOptions, formatSavedChoice, readChoice, show, showMessage } from './service.ts'
import { may, runPage, shown, toAccountPath } from './session.ts'
import { formatDay, formatRole } from './wording.ts'

type Member = NonNullable<AccountResponse['members']>[number]
const findMember = (id: string): Member => shown?.members?.find((member) => member.id === id) as Member
const isManaged = ({ role }: Member): boolean => shown?.manages.includes(role) ?? false
const toOptions = (roles: readonly Member['role'][] = []) => roles.map((role) => [role, formatRole(role)] as const)
const getRemoval = ({ isYou, invitation }: Member) => (isYou ? 'Leave' : invitation ? 'Withdraw' : 'Remove')

function toRow(member: Member) {
  const { id, email, role, isYou, invitation } = member
  const removal = getRemoval(member)
  return [
    html`${email} ${isYou && formatMark({ text: 'you' })}`,
    may('members.set_role') && isManaged(member)
      ? formatSavedChoice(`role of ${email}`, toOptions(shown?.manages), role, 'setRole', id)
      : formatRole(role),
    invitation ? `Invited by ${invitation.invitedBy}. Expires on ${formatDay(invitation.expiresAt)}.` : 'Active',
    (isYou || (may('members.remove') && isManaged(member))) &&
      formatButton(removal, 'remove', id, `${removal} ${isYou ? 'the account' : email}`),
  ]
}

await runPage({
  forms: {
    invite: (fields) => ({
      call: ['POST', toAccountPath('/members'), Object.fromEntries(fields)],
      use: ({ email }: { email: string }) => showMessage(`Invitation sent to ${email}.`),
    }),
  },
  actions: {
    setRole(id, button) {
      const role = readChoice(button)
      return {
        call: ['PATCH', toAccountPath(`/members/${id}`), { role }],
        done: `${findMember(id).email} is now ${formatRole(role)}.`,
        next: 'members-heading',
      }
    },
    remove(id) {
      const member = findMember(id)
      const { email, isYou, invitation } = member
      const removal = getRemoval(member)
      const consequence = invitation
        ? 'The invitation can no longer be accepted.'
        : `${isYou ? 'You' : email} will lose access to this account.`
      return {
        ask: [`${removal} ${isYou ? 'the account' : email}?`, consequence, removal],
        call: ['DELETE', toAccountPath(`/members/${id}`)],
        done: invitation ? `The invitation to ${email} is withdrawn.` : `${email} is removed.`,
        next: 'members-heading',
        ...(isYou && { renew: () => location.assign('/account') }),
      }
    },
  },
  show() {
    if (!shown) return
    show('invite-section', may('members.invite'))
    // The lowest role first, so that no one becomes an owner by accident.
    fill('invite-role', formatOptions(toOptions(shown.manages.toReversed())))
    fill(
      'members',
      formatTable({
        class: 'cards',
        caption: 'Members and invitations, owners first',
        heads: ['Person', 'Role', 'Status', { unseen: 'Actions' }],
        rows: (shown.members ?? []).map(toRow),
      }),
    )
  },
})
