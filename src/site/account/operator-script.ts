import type { AccountsResponse } from '../../http/account/schemas.ts'
import { countedText, countText } from '../../views/wording.ts'
import { button, byId, fill, make, show } from './dom.ts'
import { attempt, onSend, showMessage } from './messages.ts'
import { callApi } from './request.ts'
import { runPage } from './session.ts'
import { dayText } from './wording.ts'

type Account = AccountsResponse['accounts'][number]
type Plans = AccountsResponse['plans']

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

const row = (account: Account, plans: Plans): HTMLElement =>
  make(
    'tr',
    {},
    make(
      'th',
      { scope: 'row' },
      account.name,
      account.suspended ? make('span', { class: 'mark' }, 'suspended') : null,
      make('p', { class: 'small' }, make('code', {}, account.id)),
    ),
    make('td', { 'data-label': 'Owners' }, account.owners.join(', ')),
    make('td', { 'data-label': 'Since' }, dayText(account.createdAt)),
    make('td', { 'data-label': 'Plan' }, ...planChoice(account, plans)),
  )

function planChoice({ id, name, plan }: Account, plans: Plans): Node[] {
  const choice = make(
    'select',
    { 'aria-label': `Plan of ${name}` },
    ...plans.map((each) => make('option', { value: each.name, selected: each.name === plan }, each.label)),
  )
  // The choice takes effect with Save: arrow keys pass over other plans on the way.
  const save = button('Save', { class: 'button button-quiet', 'aria-label': `Save the plan of ${name}` }, async () => {
    const selected = plans.find((each) => each.name === choice.value)
    const isDone = await attempt(async () => {
      await callApi('PATCH', `/operator/accounts/${id}`, { plan: selected?.name })
      await list()
      showMessage(`${name} is now on the ${selected?.label} plan.`)
    })
    if (!isDone) choice.value = plan
    byId('accounts-heading').focus()
  })
  save.hidden = true
  choice.addEventListener('change', () => {
    save.hidden = choice.value === plan
  })
  return [choice, save]
}

await runPage(async ({ person }) => {
  show('operator-denied', !person.isOperator)
  show('operator-section', person.isOperator)
  if (person.isOperator) await list()
})
