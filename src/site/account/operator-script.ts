import type { DecisionResponse, DeskResponse, ReviewResponse } from '../../http/account/desk.ts'
import type { AccountsResponse } from '../../http/account/schemas.ts'
import { countedText, countText, minuteText, words } from '../../views/wording.ts'
import { button, byId, cardRow, fill, make, mark, quietButton, savedChoice, show } from './dom.ts'
import { attempt, callApi, confirmed, onSend, showMessage } from './service.ts'
import { runPage } from './session.ts'
import { dayText } from './wording.ts'

type Account = AccountsResponse['accounts'][number]
type Plans = AccountsResponse['plans']
type Item = ReviewResponse['items'][number]

let wanted = ''

onSend('find', async (fields) => {
  wanted = String(fields.get('q')).trim()
  await list()
})

async function list(): Promise<void> {
  const { total, accounts, plans } = await callApi<AccountsResponse>(
    'GET',
    `/operator/accounts?q=${encodeURIComponent(wanted)}`,
  )
  byId('accounts-count').textContent =
    total > accounts.length
      ? `Showing the newest ${countText(accounts.length)} of ${countText(total)} accounts. Search to find others.`
      : `${countedText(total, 'account')}.`
  show('accounts-table', total > 0)
  fill('accounts', ...accounts.map((account) => row(account, plans)))
}

function row(account: Account, plans: Plans): HTMLElement {
  const { id, name, plan, owners, suspended, createdAt, requests, aiAnswers, keys, unsentAlerts } = account
  const used = ({ used, limit }: Account['requests'], noun: string) =>
    make('div', {}, `${countText(used)} of ${countText(limit)} ${noun}`)
  return cardRow(
    {},
    [
      name,
      suspended ? mark('suspended', 'warn') : null,
      make('p', { class: 'small soft' }, owners.join(', ')),
      make('p', { class: 'small soft' }, make('code', {}, id), ` since ${dayText(createdAt)}`),
    ],
    {
      'This month': [
        used(requests, 'requests'),
        used(aiAnswers, 'AI answers'),
        unsentAlerts > 0 ? mark(`${countedText(unsentAlerts, 'alert')} not sent`, 'warn') : null,
      ],
      Plan: savedChoice(
        `plan of ${name}`,
        plans.map(({ name: value, label }) => ({ value, label })),
        plan,
        (value) => change(account, { plan: value }, `${name} is now on the ${labelOf(plans, value)} plan.`),
        'accounts-heading',
      ),
      Keys:
        keys.length === 0
          ? 'none'
          : make(
              'details',
              {},
              make('summary', {}, countedText(keys.length, 'key')),
              ...keys.map((key) => keyEntry(account, key)),
            ),
    },
    [
      suspended
        ? quietButton('Resume', () => change(account, { suspended: false }, `${name} is resumed.`), `Resume ${name}`)
        : quietButton('Suspend', () => suspend(account), `Suspend ${name}`),
    ],
  )
}

const labelOf = (plans: Plans, value: string): string => plans.find(({ name }) => name === value)?.label ?? value

const keyEntry = (account: Account, { id, name, prefix, lastFour, lastUsedAt }: Account['keys'][number]): HTMLElement =>
  make(
    'div',
    { class: 'small' },
    `${name} `,
    make('code', {}, `${prefix}…${lastFour}`),
    `, last used: ${lastUsedAt ? minuteText(lastUsedAt) : 'never'} `,
    quietButton('Revoke', () => revoke(account, id, name), `Revoke ${name} of ${account.name}`),
  )

const change = (account: Account, fields: object, message: string): Promise<boolean> =>
  attempt(async () => {
    await callApi('PATCH', `/operator/accounts/${account.id}`, fields)
    await list()
    showMessage(message)
  })

async function suspend(account: Account): Promise<void> {
  const question = `Suspend “${account.name}”?`
  if (!(await confirmed(question, 'Its keys are refused within 30 seconds, until it is resumed.', 'Suspend'))) return
  await change(account, { suspended: true }, `${account.name} is suspended.`)
  byId('accounts-heading').focus()
}

async function revoke(account: Account, id: string, name: string): Promise<void> {
  const consequence = 'Requests with this key are refused within 30 seconds. This cannot be undone.'
  if (!(await confirmed(`Revoke “${name}” of “${account.name}”?`, consequence, 'Revoke'))) return
  await attempt(async () => {
    await callApi('DELETE', `/operator/accounts/${account.id}/keys/${id}`)
    await list()
    showMessage(`“${name}” is revoked.`)
  })
  byId('accounts-heading').focus()
}

async function showDesk(): Promise<void> {
  const { night, webhooks, alerts, faults } = await callApi<DeskResponse>('GET', '/operator/desk')
  byId('night').textContent = night
    ? `${minuteText(night.startedAt)}: ${night.outcome}. Live: ${night.datasetVersion ?? 'nothing'}.`
    : 'No report of a nightly run is on this machine.'
  fill('night-attention', ...(night ? nightTexts(night) : []).map((text) => make('li', {}, text)))
  const failing = alerts.failing > 0 ? `; the last mail of ${countText(alerts.failing)} could not be sent yet` : ''
  const none = webhooks.length + faults.length === 0 ? ' No mail or webhook has failed since this process started.' : ''
  byId('alerts-text').textContent = `${countedText(alerts.total, 'alert')} by mail${failing}.${none}`
  fill(
    'failures',
    ...webhooks.map(({ id, account, host, failingSince, disabledAt }) =>
      make(
        'li',
        {},
        mark(disabledAt ? 'webhook disabled' : 'webhook failing', 'warn'),
        ` ${account.name}: ${host} `,
        make('code', {}, id),
        make(
          'p',
          {},
          failingSince ? `failing since ${minuteText(failingSince)}` : `disabled ${dayText(disabledAt ?? '')}`,
        ),
      ),
    ),
    ...faults.map(({ at, event, message }) =>
      make('li', {}, make('span', { class: 'when' }, minuteText(at)), ` ${words(event)}: `, make('code', {}, message)),
    ),
  )
}

const nightTexts = ({ reasons, sources, siteFault }: NonNullable<DeskResponse['night']>): string[] => [
  ...reasons.map(({ check, reason }) => `${check}: ${reason}`),
  ...sources.flatMap(({ source, failed, quarantined }) => [
    ...(failed ? [`${source} failed: ${failed}`] : []),
    ...quarantined.map(({ check, reason }) => `${source} is in quarantine (${check}): ${reason}`),
  ]),
  ...(siteFault ? [`The site could not be built: ${siteFault}`] : []),
]

async function showReview(): Promise<void> {
  const { canDecide, total, items } = await callApi<ReviewResponse>('GET', '/operator/review')
  byId('review-text').replaceChildren(
    ...(canDecide
      ? [
          total === 0
            ? 'Nothing waits for a decision.'
            : `Showing ${countText(items.length)} of ${countText(total)}. To see an item in full, or to set fields of a new record: `,
        ]
      : ['This process cannot write the dataset. On the machine that runs the nights: ']),
    ...(canDecide && total === 0 ? [] : [make('code', {}, 'npm run review')]),
  )
  fill('review', ...items.map(reviewEntry))
}

function reviewEntry({ handle, line, decisions }: Item): HTMLElement {
  const choice = make(
    'select',
    { 'aria-label': `Decision on ${handle}` },
    ...decisions.map((each) => make('option', {}, each)),
  )
  const reason = make('input', {
    'aria-label': `Reason for the decision on ${handle}`,
    placeholder: 'Reason',
    maxlength: 500,
  })
  const decide = (): Promise<unknown> =>
    attempt(async () => {
      const body = { decision: choice.value, reason: reason.value }
      const { done } = await callApi<DecisionResponse>('POST', `/operator/review/${handle}`, body)
      await showReview()
      showMessage(done)
      byId('review-heading').focus()
    })
  return make(
    'li',
    {},
    make('code', {}, handle),
    make(
      'div',
      {},
      make('p', {}, line.slice(handle.length).trim()),
      make(
        'div',
        { class: 'line-form' },
        choice,
        reason,
        button('Decide', { class: 'button', 'aria-label': `Decide ${handle}` }, decide),
      ),
    ),
  )
}

await runPage(async ({ person }) => {
  show('operator-denied', !person.isOperator)
  show('operator-section', person.isOperator)
  if (!person.isOperator) return
  await Promise.all([list(), showDesk()])
  void attempt(showReview)
})
