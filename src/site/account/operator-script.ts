import type { ReviewItem } from '../../http/account/desk.ts'
import type { AccountsResponse, DeskResponse } from '../../http/account/operator.ts'
import { formatMark } from '../../views/entries.ts'
import { type Html, html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { countedText, countText, formatMinute, toWords } from '../../views/wording.ts'
import { attempt, callApi, fill, formatButton, formatSavedChoice, readChoice, show, showMessage } from './service.ts'
import { type Change, createRevocation, person, runPage } from './session.ts'
import { formatDay } from './wording.ts'

type Account = AccountsResponse['accounts'][number]

let search = ''
let response: AccountsResponse

async function list(): Promise<void> {
  response = await callApi<AccountsResponse>('GET', `/operator/accounts?q=${encodeURIComponent(search)}`)
  const { total, accounts } = response
  fill(
    'accounts-count',
    total > accounts.length
      ? `Showing the newest ${countText(accounts.length)} of ${countText(total)} accounts. Search to find others.`
      : `${countedText(total, 'account')}.`,
  )
  const heads = ['Account', 'This month', 'Plan', 'Keys', { unseen: 'Actions' }]
  const table = { class: 'cards', caption: 'Accounts, newest first', heads, rows: accounts.map(toRow) }
  fill('accounts', total > 0 && formatTable(table))
}

function toRow({ id, name, plan, owners, suspended, createdAt, requests, aiAnswers, keys, unsentAlerts }: Account) {
  const formatUsed = ({ used, limit }: Account['requests'], noun: string) =>
    html`<div>${countText(used)} of ${countText(limit)} ${noun}</div>`
  const plans = response.plans.map(({ name: value, label }) => [value, label] as const)
  return [
    html`${name} ${suspended && formatMark({ text: 'suspended', kind: 'warn' })}<p class="small soft">${owners.join(', ')}</p><p class="small soft"><code>${id}</code> since ${formatDay(createdAt)}</p>`,
    [
      formatUsed(requests, 'requests'),
      formatUsed(aiAnswers, 'AI answers'),
      unsentAlerts > 0 && formatMark({ text: `${countedText(unsentAlerts, 'alert')} not sent`, kind: 'warn' }),
    ],
    formatSavedChoice(`plan of ${name}`, plans, plan, 'setPlan', id),
    keys.length === 0
      ? 'none'
      : html`<details><summary>${countedText(keys.length, 'key')}</summary>${keys.map((key) => formatKey(name, key))}</details>`,
    suspended
      ? formatButton('Resume', 'resume', id, `Resume ${name}`)
      : formatButton('Suspend', 'suspend', id, `Suspend ${name}`),
  ]
}

const formatKey = (account: string, { id, name, prefix, lastFour, lastUsedAt }: Account['keys'][number]): Html =>
  html`<div class="small">${name} <code>${prefix}…${lastFour}</code>, last used: ${lastUsedAt ? formatMinute(lastUsedAt) : 'never'} ${formatButton('Revoke', 'revoke', id, `Revoke ${name} of ${account}`)}</div>`

const findAccount = (id: string): Account => response.accounts.find((account) => account.id === id) as Account

const changeAccount = (id: string, fields: object, message: string): Change => ({
  call: ['PATCH', `/operator/accounts/${id}`, fields],
  renew: list,
  done: `${findAccount(id).name} is ${message}.`,
  next: 'accounts-heading',
})

async function showDesk(): Promise<void> {
  const { night, webhooks, alerts, faults } = await callApi<DeskResponse>('GET', '/operator/desk')
  fill(
    'night',
    night
      ? `${formatMinute(night.startedAt)}: ${night.outcome}. Live: ${night.datasetVersion ?? 'nothing'}.`
      : 'No report of a nightly run is on this machine.',
  )
  fill('night-attention', night && formatNight(night).map((text) => html`<li>${text}</li>`))
  const failing = alerts.failing > 0 ? `; the last mail of ${countText(alerts.failing)} could not be sent yet` : ''
  const none = webhooks.length + faults.length === 0 ? ' No mail or webhook has failed since this process started.' : ''
  fill('alerts-text', `${countedText(alerts.total, 'alert')} by mail${failing}.${none}`)
  fill(
    'failures',
    webhooks.map(
      ({ id, account, host, failingSince, disabledAt }) =>
        html`<li>${formatMark({ text: disabledAt ? 'webhook disabled' : 'webhook failing', kind: 'warn' })} ${account.name}: ${host} <code>${id}</code><p>${
          failingSince ? `failing since ${formatMinute(failingSince)}` : `disabled ${formatDay(disabledAt ?? '')}`
        }</p></li>`,
    ),
    faults.map(
      ({ at, event, message }) =>
        html`<li><span class="when">${formatMinute(at)}</span> ${toWords(event)}: <code>${message}</code></li>`,
    ),
  )
}

const formatNight = ({ reasons, sources, siteFault }: NonNullable<DeskResponse['night']>): string[] => [
  ...reasons.map(({ check, reason }) => `${check}: ${reason}`),
  ...sources.flatMap(({ source, failed, quarantined }) => [
    ...(failed ? [`${source} failed: ${failed}`] : []),
    ...quarantined.map(({ check, reason }) => `${source} is in quarantine (${check}): ${reason}`),
  ]),
  ...(siteFault ? [`The site could not be built: ${siteFault}`] : []),
]

async function showReview(): Promise<void> {
  const { canDecide, total, items } = await callApi<{ canDecide: boolean; total: number; items: ReviewItem[] }>(
    'GET',
    '/operator/review',
  )
  const command = html`<code>npm run review</code>`
  fill(
    'review-text',
    !canDecide
      ? html`This process cannot write the dataset. On the machine that runs the nights: ${command}`
      : total === 0
        ? 'Nothing waits for a decision.'
        : html`Showing ${countText(items.length)} of ${countText(total)}. To see an item in full, or to set fields of a new record: ${command}`,
  )
  fill('review', items.map(formatReviewEntry))
}

const formatReviewEntry = ({ handle, line, decisions }: ReviewItem): Html =>
  html`<li><code>${handle}</code><div><p>${line.slice(handle.length).trim()}</p><div class="line-form"><select aria-label="Decision on ${handle}">${decisions.map((each) => html`<option>${each}</option>`)}</select><input aria-label="Reason for the decision on ${handle}" placeholder="Reason" maxlength="500"><button type="button" class="button" data-do="decide" data-id="${handle}" aria-label="Decide ${handle}">Decide</button></div></div></li>`

await runPage({
  forms: {
    async find(fields) {
      search = String(fields.get('q')).trim()
      await list()
    },
  },
  actions: {
    setPlan(id, button) {
      const plan = readChoice(button)
      const { label = plan } = response.plans.find(({ name }) => name === plan) ?? {}
      return changeAccount(id, { plan }, `now on the ${label} plan`)
    },
    resume: (id) => changeAccount(id, { suspended: false }, 'resumed'),
    suspend: (id) => ({
      ...changeAccount(id, { suspended: true }, 'suspended'),
      ask: [
        `Suspend “${findAccount(id).name}”?`,
        'Its keys are refused within 30 seconds, until it is resumed.',
        'Suspend',
      ],
    }),
    revoke(id) {
      const account = response.accounts.find(({ keys }) => keys.some((key) => key.id === id)) as Account
      const { name = '' } = account.keys.find((key) => key.id === id) ?? {}
      const path = `/operator/accounts/${account.id}/keys/${id}`
      return {
        ...createRevocation('key', name, `Revoke “${name}” of “${account.name}”?`, path),
        renew: list,
        next: 'accounts-heading',
      }
    },
    decide(handle, button) {
      const form = button.closest('.line-form')
      const sent = { decision: form?.querySelector('select')?.value, reason: form?.querySelector('input')?.value }
      return {
        call: ['POST', `/operator/review/${handle}`, sent],
        use: ({ done }: { done: string }) => showMessage(done),
        renew: showReview,
        next: 'review-heading',
      }
    },
  },
  async show() {
    show('operator-denied', !person.isOperator)
    show('operator-section', person.isOperator)
    if (!person.isOperator) return
    await Promise.all([list(), showDesk()])
    void attempt(showReview)
  },
})
