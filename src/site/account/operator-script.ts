import type { AccountsResponse } from '../../http/account/schemas.ts'
import { countedText, countText } from '../../views/wording.ts'
import { byId, cardRow, fill, make, mark, savedChoice, show } from './dom.ts'
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

const row = ({ id, name, plan, owners, suspended, createdAt }: Account, plans: Plans): HTMLElement =>
  cardRow({}, [name, suspended ? mark('suspended') : null, make('p', { class: 'small' }, make('code', {}, id))], {
    Owners: owners.join(', '),
    Since: dayText(createdAt),
    Plan: savedChoice(
      `plan of ${name}`,
      plans.map(({ name: value, label }) => ({ value, label })),
      plan,
      (value) =>
        setPlan(
          id,
          name,
          plans.find((each) => each.name === value),
        ),
      'accounts-heading',
    ),
  })

const setPlan = (id: string, name: string, plan: Plans[number] | undefined): Promise<boolean> =>
  attempt(async () => {
    await callApi('PATCH', `/operator/accounts/${id}`, { plan: plan?.name })
    await list()
    showMessage(`${name} is now on the ${plan?.label} plan.`)
  })

await runPage(async ({ person }) => {
  show('operator-denied', !person.isOperator)
  show('operator-section', person.isOperator)
  if (person.isOperator) await list()
})
