import type { AccountResponse } from '../../http/account/schemas.ts'
import type { NewSubscription } from '../../http/subscriptions.ts'
import { minuteText } from '../../views/wording.ts'
import { copy } from '../copying.ts'
import { button, byId, fill, make, show } from './dom.ts'
import { attempt, confirmed, onSend, showMessage } from './messages.ts'
import { callApi } from './request.ts'
import { runPage, type View } from './session.ts'

type Address = NonNullable<AccountResponse['subscriptions']>[number]

let view: View

onSend('create', async (fields, form) => {
  const text = (name: string): string => String(fields.get(name) ?? '').trim()
  const [query, name] = [text('query'), text('name')]
  const draft = { list: text('list'), format: text('format'), ...(query && { query }), ...(name && { name }) }
  showAddress(await callApi<NewSubscription>('POST', view.path('/subscriptions'), draft))
  form.reset()
  offerFormats()
  await view.renew()
})

const list = byId<HTMLSelectElement>('address-list')
list.addEventListener('change', offerFormats)

/** Offers only the formats of the chosen list. */
function offerFormats(): void {
  const offered = list.selectedOptions[0]?.dataset.formats?.split(' ') ?? []
  const select = byId<HTMLSelectElement>('address-format')
  for (const option of select.options) {
    option.hidden = !offered.includes(option.value)
    option.disabled = option.hidden
  }
  if (!offered.includes(select.value)) select.value = 'csv'
}

byId('copy-address').addEventListener('click', async () => {
  const shown = byId('address')
  if (await copy(shown.textContent ?? '', shown)) showMessage('Copied.')
  else showMessage('Your browser blocked copying. The text is selected: press Ctrl+C or Cmd+C.', 'failed')
})

byId('address-done').addEventListener('click', () => {
  show('address-panel', false)
  fill('address')
  byId('open-calendar').removeAttribute('href')
  byId('addresses-heading').focus()
})

/** Shows a new address, only once. */
function showAddress({ name, address, calendarAddress }: NewSubscription): void {
  byId('address-name').textContent = name
  byId('address').textContent = address
  const link = byId<HTMLAnchorElement>('open-calendar')
  link.hidden = calendarAddress === null
  if (calendarAddress !== null) link.href = calendarAddress
  show('address-panel', true)
  byId('address-heading').focus()
}

function row(address: Address): HTMLElement {
  const { id, name, list: source, format, query, prefix, lastFour, lastUsedAt, revokedAt } = address
  const actions = make('td', { class: 'row-actions' })
  if (!revokedAt && view.may('subscriptions.revoke')) {
    const attributes = { class: 'button button-quiet', 'aria-label': `Revoke ${name}` }
    actions.append(button('Revoke', attributes, () => revoke(address)))
  }
  return make(
    'tr',
    { 'data-address': id },
    make('th', { scope: 'row' }, name),
    cell('Reads', make('code', {}, `${source}.${format}?${query}`)),
    cell('Address', make('code', {}, `${prefix}…${lastFour}`)),
    cell('Status', make('span', { class: revokedAt ? 'mark' : 'mark mark-accent' }, revokedAt ? 'Revoked' : 'Active')),
    cell('Last used', lastUsedAt ? minuteText(lastUsedAt) : 'never'),
    actions,
  )
}

const cell = (label: string, content: Node | string): HTMLElement => make('td', { 'data-label': label }, content)

async function revoke({ id, name, lastFour }: Address): Promise<void> {
  const isSure = await confirmed(
    `Revoke “${name}” (…${lastFour})?`,
    'Requests with this address are refused within 30 seconds. This cannot be undone.',
    'Revoke',
  )
  if (!isSure) return
  const isDone = await attempt(async () => {
    await callApi('DELETE', view.path(`/subscriptions/${id}`))
    await view.renew()
    showMessage(`“${name}” is revoked.`)
  })
  if (isDone) byId('addresses-heading').focus()
}

offerFormats()
await runPage((current) => {
  view = current
  const { shown, may } = view
  if (!shown) return
  const { plan } = shown
  const addresses = shown.subscriptions ?? []
  const live = addresses.filter(({ revokedAt }) => revokedAt === null).length
  const { subscriptions: most } = plan
  show('plan-free', most === 0)
  show('addresses-managed', !may('subscriptions.create'))
  show('create-section', may('subscriptions.create') && most > 0)
  byId('addresses-count').textContent = most === 0 ? '' : `${live} of ${most} addresses used (${plan.label} plan).`
  show('addresses-none', addresses.length === 0)
  show('addresses-table', addresses.length > 0)
  fill('addresses', ...addresses.toReversed().map(row))
})
