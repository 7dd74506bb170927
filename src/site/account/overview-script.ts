import type { AccountResponse, PersonResponse } from '../../http/account/schemas.ts'
import { countText, minuteText } from '../../views/wording.ts'
import { button, fill, make, quietButton, show, svg } from './dom.ts'
import { attempt, callApi, confirmed, onSend, showMessage } from './service.ts'
import { runPage, signOut, type View } from './session.ts'
import { dayText, monthText, PLAN_LIMITS, roleText } from './wording.ts'

type Allowance = AccountResponse['usage']['requests']

let view: View

onSend('rename', async (fields) => {
  await callApi('PATCH', view.path(), { name: String(fields.get('name')) })
  await view.renew()
  showMessage('Account renamed.')
})

const planFigures = ({ plan }: AccountResponse): Node[] =>
  PLAN_LIMITS.map(([limit, label]) => make('div', {}, make('dt', {}, label), make('dd', {}, countText(plan[limit]))))

/** A bar of an allowance with marks at 80% and 100%. */
function meter(label: string, { used, limit, resetsAt }: Allowance): Node[] {
  const share = limit === 0 ? 0 : used / limit
  const percent = Math.floor(share * 100)
  const level = share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'fine'
  const drawing = svg(
    'svg',
    { viewBox: '0 0 105 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: `meter meter-${level}` },
    svg('rect', { class: 'track', width: 100, height: 10 }),
    svg('rect', { class: 'used', width: Math.min(100, share * 100), height: 10 }),
    svg('line', { x1: 80, x2: 80, y1: 0, y2: 10 }),
    svg('line', { x1: 100, x2: 100, y1: 0, y2: 10 }),
  )
  const marks = make(
    'p',
    { class: 'meter-marks', 'aria-hidden': 'true' },
    make('span', {}, '80%'),
    make('span', {}, '100%'),
  )
  const words =
    limit === 0
      ? 'Not included in the plan.'
      : `${countText(used)} of ${countText(limit)} used (${percent}%). Resets on ${dayText(resetsAt)} at 00:00 UTC.`
  return [make('h3', {}, label), drawing, marks, make('p', { class: 'small' }, words)]
}

/** The last 12 months as bars, newest first. */
function chart(months: AccountResponse['usage']['months']): Node[] {
  const largest = Math.max(1, ...months.map(({ requests }) => requests))
  return months.map(({ month, requests, aiAnswers }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, monthText(month)),
      make(
        'td',
        {},
        svg(
          'svg',
          { viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          svg('rect', { width: (requests / largest) * 100, height: 1 }),
        ),
      ),
      make('td', { class: 'number' }, countText(requests)),
      make('td', { class: 'number' }, countText(aiAnswers)),
    ),
  )
}

const METERS = { requests: 'requests', answers: 'AI answers' } as const

function noticeList(notices: NonNullable<AccountResponse['notices']>): Node[] {
  if (notices.length === 0) return [make('li', { class: 'none' }, 'No alerts yet.')]
  return notices.map(({ month, meter: name, threshold, createdAt, deliveredAt, deliveredBy }) =>
    make(
      'li',
      {},
      make('time', { datetime: createdAt }, dayText(createdAt)),
      make('span', {}, `${threshold}% of the ${METERS[name]} of ${monthText(month)} used`),
      make(
        'p',
        {},
        deliveredAt === null
          ? 'Not sent yet.'
          : deliveredBy === 'mail'
            ? 'Sent by email.'
            : 'Shown here and written to the log.',
      ),
    ),
  )
}

function showInvitations({ invitations, accounts }: PersonResponse): void {
  show('join-section', invitations.length > 0 || accounts.length === 0)
  fill(
    'join',
    ...invitations.map(invitationCard),
    accounts.length === 0 ? make('p', {}, 'You do not belong to any account.') : null,
    accounts.length === 0
      ? button('Create an account', { class: 'button' }, () =>
          view.change(() => callApi('POST', '', {}), 'Account created.'),
        )
      : null,
  )
}

function invitationCard({ account, accountName, role, invitedBy, expiresAt }: PersonResponse['invitations'][number]) {
  const path = `/${account}/invitation`
  const label = (verb: string) => `${verb} the invitation of ${invitedBy} to ${accountName}`
  return make(
    'div',
    {},
    make(
      'p',
      {},
      `${invitedBy} invites you to “${accountName}” as ${roleText(role)}. The invitation expires on ${dayText(expiresAt)}.`,
    ),
    button('Accept', { class: 'button', 'aria-label': label('Accept') }, () =>
      view.change(() => callApi('POST', path, {}), 'You are now a member.'),
    ),
    quietButton('Decline', () => view.change(() => callApi('DELETE', path), 'Invitation declined.'), label('Decline')),
  )
}

function showSessions({ sessions }: PersonResponse): void {
  fill(
    'sessions',
    ...sessions.map(({ createdAt, seenAt, isThis }) =>
      make(
        'li',
        {},
        `Signed in ${minuteText(createdAt)}, last used ${minuteText(seenAt)}${isThis ? ' (this browser)' : ''}`,
      ),
    ),
  )
  fill(
    'sessions-actions',
    quietButton('Sign out everywhere', async () => {
      const isSure = await confirmed('Sign out everywhere?', 'You will also be signed out in this browser.', 'Sign out')
      if (isSure) await attempt(() => signOut('/sessions'))
    }),
  )
}

await runPage((current) => {
  view = current
  const { person, shown, may } = view
  showInvitations(person)
  showSessions(person)
  show('account', shown !== null)
  if (!shown) return
  const { account, plan, role, usage, notices } = shown
  fill('plan-name', plan.label)
  fill('plan-figures', ...planFigures(shown))
  show('plan-free', plan.keys === 0)
  fill('role', roleText(role))
  fill('account-id', account.id)
  fill('account-since', dayText(account.createdAt))
  fill('requests', ...meter('Requests', usage.requests))
  fill('answers', ...meter('AI answers', usage.aiAnswers))
  fill('months', ...chart(usage.months))
  show('notices-section', notices !== null)
  fill('notices', ...noticeList(notices ?? []))
  show('rename-section', may('account.rename'))
  const name = document.querySelector<HTMLInputElement>('#rename [name=name]')
  if (name) name.value = account.name
})
