import type { AccountResponse } from '../../http/account/account.ts'
import { formatEntries } from '../../views/entries.ts'
import { type Html, html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { countText, formatMinute } from '../../views/wording.ts'
import { fill, formatButton, getById, show } from './service.ts'
import { may, person, runPage, shown, signOut, toAccountPath } from './session.ts'
import { formatDay, formatMonth, formatRole, PLAN_LIMITS } from './wording.ts'

function formatMeter(label: string, { used, limit, resetsAt }: AccountResponse['usage']['requests']): Html {
  const share = limit === 0 ? 0 : used / limit
  const level = share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'fine'
  const text =
    limit === 0
      ? 'Not included in the plan.'
      : `${countText(used)} of ${countText(limit)} used (${Math.floor(share * 100)}%). Resets on ${formatDay(resetsAt)} at 00:00 UTC.`
  return html`<h3>${label}</h3>
<svg class="meter meter-${level}" viewBox="0 0 105 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10"/><rect class="used" width="${Math.min(100, share * 100)}" height="10"/><line x1="80" x2="80" y1="0" y2="10"/><line x1="100" x2="100" y1="0" y2="10"/></svg>
<p class="meter-marks" aria-hidden="true"><span>80%</span><span>100%</span></p><p class="small">${text}</p>`
}

function formatMonths(months: AccountResponse['usage']['months']): Html {
  const largest = Math.max(1, ...months.map(({ requests }) => requests))
  return formatTable({
    class: 'bars months',
    caption: 'Requests and AI answers by month',
    heads: ['Month', { unseen: 'Bar' }, { number: 'Requests' }, { number: 'AI answers' }],
    rows: months.map(({ month, requests, aiAnswers }) => [
      formatMonth(month),
      html`<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${(requests / largest) * 100}" height="1"/></svg>`,
      countText(requests),
      countText(aiAnswers),
    ]),
  })
}

const METERS = { requests: 'requests', answers: 'AI answers' } as const
const DELIVERED = { mail: 'Sent by email.', log: 'Shown here and written to the log.', '': 'Not sent yet.' } as const

function formatNotices(notices: NonNullable<AccountResponse['notices']>): Html {
  const entries = notices.map(({ month, meter, threshold, createdAt, deliveredBy }) => ({
    when: { text: formatDay(createdAt), at: createdAt },
    title: `${threshold}% of the ${METERS[meter]} of ${formatMonth(month)} used`,
    path: null,
    note: DELIVERED[deliveredBy ?? ''],
  }))
  return entries.length > 0 ? formatEntries(entries) : html`<p>No alerts yet.</p>`
}

function showInvitations(): void {
  const { invitations, accounts } = person
  show('join-section', invitations.length > 0 || accounts.length === 0)
  fill(
    'join',
    invitations.map(({ account, accountName, role, invitedBy, expiresAt }) => {
      const label = (verb: string) => `${verb} the invitation of ${invitedBy} to ${accountName}`
      return html`<div><p>${invitedBy} invites you to “${accountName}” as ${formatRole(role)}. The invitation expires on ${formatDay(expiresAt)}.</p>${formatButton('Accept', 'accept', account, label('Accept'))}${formatButton('Decline', 'decline', account, label('Decline'))}</div>`
    }),
    accounts.length === 0 &&
      html`<p>You do not belong to any account.</p>${formatButton('Create an account', 'createAccount')}`,
  )
}

await runPage({
  forms: {
    rename: (fields) => ({ call: ['PATCH', toAccountPath(), { name: fields.get('name') }], done: 'Account renamed.' }),
  },
  actions: {
    accept: (id) => ({ call: ['POST', `/${id}/invitation`, {}], done: 'You are now a member.' }),
    decline: (id) => ({ call: ['DELETE', `/${id}/invitation`], done: 'Invitation declined.' }),
    createAccount: () => ({ call: ['POST', '', {}], done: 'Account created.' }),
    signOutEverywhere: () => ({
      ask: ['Sign out everywhere?', 'You will also be signed out in this browser.', 'Sign out'],
      ...signOut('/sessions'),
    }),
  },
  show() {
    showInvitations()
    fill(
      'sessions',
      person.sessions.map(
        ({ createdAt, seenAt, isThis }) =>
          html`<li>Signed in ${formatMinute(createdAt)}, last used ${formatMinute(seenAt)}${isThis && ' (this browser)'}</li>`,
      ),
    )
    show('account', shown !== null)
    if (!shown) return
    const { account, plan, role, usage, notices } = shown
    fill('plan-name', plan.label)
    fill(
      'plan-figures',
      PLAN_LIMITS.map(([limit, label]) => html`<div><dt>${label}</dt><dd>${countText(plan[limit])}</dd></div>`),
    )
    show('plan-free', plan.keys === 0)
    fill('role', formatRole(role))
    fill('account-id', account.id)
    fill('account-since', formatDay(account.createdAt))
    fill('requests', formatMeter('Requests', usage.requests))
    fill('answers', formatMeter('AI answers', usage.aiAnswers))
    fill('months', formatMonths(usage.months))
    show('notices-section', notices !== null)
    fill('notices', formatNotices(notices ?? []))
    show('rename-section', may('account.rename'))
    getById<HTMLInputElement>('account-name').value = account.name
  },
})
