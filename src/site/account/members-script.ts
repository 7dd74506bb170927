import type { AccountResponse, InvitationResponse } from '../../http/account/schemas.ts'
import { byId, cardRow, fill, make, mark, quietButton, savedChoice, show } from './dom.ts'
import { attempt, callApi, confirmed, onSend, showMessage } from './service.ts'
import { runPage, type View } from './session.ts'
import { dayText, roleText } from './wording.ts'

type Member = NonNullable<AccountResponse['members']>[number]
type Role = Member['role']

let view: View

onSend('invite', async (fields, form) => {
  const { email } = await callApi<InvitationResponse>('POST', view.path('/members'), {
    email: String(fields.get('email')),
    role: String(fields.get('role')),
  })
  form.reset()
  await view.renew()
  showMessage(`Invitation sent to ${email}.`)
})

function row(member: Member): HTMLElement {
  const { email, isYou, invitation } = member
  return cardRow(
    {},
    [email, isYou ? mark('you') : null],
    {
      Role: roleControl(member),
      Status: invitation
        ? `Invited by ${invitation.invitedBy}. Expires on ${dayText(invitation.expiresAt)}.`
        : 'Active',
    },
    [removal(member)],
  )
}

/** A role selector for those who may set roles; otherwise the role in words. */
function roleControl(member: Member): Node | string {
  const { id, email, role } = member
  const roles: Role[] = view.shown?.manages ?? []
  if (!view.may('members.set_role') || !roles.includes(role)) return roleText(role)
  const options = roles.map((value) => ({ value, label: roleText(value) }))
  const save = (value: string) =>
    view.change(
      () => callApi('PATCH', view.path(`/members/${id}`), { role: value }),
      `${email} is now ${roleText(value)}.`,
    )
  return make('span', { class: 'role' }, ...savedChoice(`role of ${email}`, options, role, save, 'members-heading'))
}

function removal(member: Member): Node | null {
  const { email, role, isYou, invitation } = member
  const isManaged = view.may('members.remove') && (view.shown?.manages ?? []).includes(role)
  if (!isYou && !isManaged) return null
  const label = isYou ? 'Leave' : invitation ? 'Withdraw' : 'Remove'
  return quietButton(label, () => remove(member, label), `${label} ${isYou ? 'the account' : email}`)
}

async function remove({ id, email, isYou, invitation }: Member, label: string): Promise<void> {
  const consequence = invitation
    ? 'The invitation can no longer be accepted.'
    : `${isYou ? 'You' : email} will lose access to this account.`
  if (!(await confirmed(`${label} ${isYou ? 'the account' : email}?`, consequence, label))) return
  const isDone = await attempt(async () => {
    await callApi('DELETE', view.path(`/members/${id}`))
    if (isYou) location.assign('/account')
    else await view.renew()
    showMessage(invitation ? `The invitation to ${email} is withdrawn.` : `${email} is removed.`)
  })
  if (isDone) byId('members-heading').focus()
}

await runPage((current) => {
  view = current
  const { shown, may } = view
  if (!shown) return
  show('invite-section', may('members.invite'))
  // The lowest role first, so that no one becomes an owner by accident.
  fill('invite-role', ...shown.manages.toReversed().map((role) => make('option', { value: role }, roleText(role))))
  fill('members', ...(shown.members ?? []).map(row))
})
