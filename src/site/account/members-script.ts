import type { AccountResponse } from '../../http/account/account.ts'
import { formatMark } from '../../views/entries.ts'
import { type Html, html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import {
  attempt,
  byId,
  callApi,
  confirmed,
  fill,
  formatButton,
  formatOptions,
  formatSavedChoice,
  onPress,
  onSend,
  readChoice,
  show,
  showMessage,
} from './service.ts'
import { runPage, type View } from './session.ts'
import { dayText, roleText } from './wording.ts'

type Member = NonNullable<AccountResponse['members']>[number]

let view: View

onSend('invite', async (fields, form) => {
  const { email } = await callApi<{ email: string }>('POST', view.path('/members'), {
    email: String(fields.get('email')),
    role: String(fields.get('role')),
  })
  form.reset()
  await view.renew()
  showMessage(`Invitation sent to ${email}.`)
})

const isManaged = ({ role }: Member): boolean => view.shown?.manages.includes(role) ?? false
const toOptions = (roles: readonly Member['role'][]) => roles.map((role) => [role, roleText(role)] as const)
const removalOf = ({ isYou, invitation }: Member) => (isYou ? 'Leave' : invitation ? 'Withdraw' : 'Remove')

/** A role selector for those who may set roles; otherwise the role in words. */
function formatRole(member: Member): Html | string {
  const { id, email, role } = member
  if (!view.may('members.set_role') || !isManaged(member)) return roleText(role)
  return formatSavedChoice(`role of ${email}`, toOptions(view.shown?.manages ?? []), role, 'setRole', id)
}

function toRow(member: Member) {
  const { id, email, isYou, invitation } = member
  const removal = removalOf(member)
  return [
    html`${email} ${isYou && formatMark({ text: 'you' })}`,
    formatRole(member),
    invitation ? `Invited by ${invitation.invitedBy}. Expires on ${dayText(invitation.expiresAt)}.` : 'Active',
    (isYou || (view.may('members.remove') && isManaged(member))) &&
      formatButton(removal, 'remove', id, `${removal} ${isYou ? 'the account' : email}`),
  ]
}

const findMember = (id: string): Member => view.shown?.members?.find((member) => member.id === id) as Member

onPress({
  async setRole(id, button) {
    const role = readChoice(button)
    await view.change(
      () => callApi('PATCH', view.path(`/members/${id}`), { role }),
      `${findMember(id).email} is now ${roleText(role)}.`,
    )
    byId('members-heading').focus()
  },
  async remove(id) {
    const member = findMember(id)
    const { email, isYou, invitation } = member
    const removal = removalOf(member)
    const consequence = invitation
      ? 'The invitation can no longer be accepted.'
      : `${isYou ? 'You' : email} will lose access to this account.`
    if (!(await confirmed(`${removal} ${isYou ? 'the account' : email}?`, consequence, removal))) return
    const isDone = await attempt(async () => {
      await callApi('DELETE', view.path(`/members/${id}`))
      if (isYou) location.assign('/account')
      else await view.renew()
      showMessage(invitation ? `The invitation to ${email} is withdrawn.` : `${email} is removed.`)
    })
    if (isDone) byId('members-heading').focus()
  },
})

await runPage((current) => {
  view = current
  const { shown, may } = view
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
})
