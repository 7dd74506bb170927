import type { AccountResponse } from '../../http/account/schemas.ts'
import type { NewSubscription } from '../../http/endpoints/subscription-schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { byId, cardRow, fill, make, mark, quietButton, show } from './dom.ts'
import { callApi, confirmed, oneTimePanel, onSend } from './service.ts'
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

const showOnce = oneTimePanel('address', 'addresses-heading', () => byId('open-calendar').removeAttribute('href'))

/** Shows a new address, only once. */
function showAddress({ name, address, calendarAddress }: NewSubscription): void {
  byId('address-name').textContent = name
  const link = byId<HTMLAnchorElement>('open-calendar')
  link.hidden = calendarAddress === null
  if (calendarAddress !== null) link.href = calendarAddress
  showOnce(address)
}

function row(address: Address): HTMLElement {
  const { id, name, list: source, format, query, prefix, lastFour, lastUsedAt, revokedAt } = address
  const canRevoke = !revokedAt && view.may('subscriptions.revoke')
  return cardRow(
    { 'data-address': id },
    [name],
    {
      Reads: make('code', {}, `${source}.${format}?${query}`),
      Address: make('code', {}, `${prefix}…${lastFour}`),
      Status: revokedAt ? mark('Revoked') : mark('Active', 'accent'),
      'Last used': lastUsedAt ? minuteText(lastUsedAt) : 'never',
    },
    [canRevoke ? quietButton('Revoke', () => revoke(address), `Revoke ${name}`) : null],
  )
}

async function revoke({ id, name, lastFour }: Address): Promise<void> {
  const isSure = await confirmed(
    `Revoke “${name}” (…${lastFour})?`,
    'Requests with this address are refused within 30 seconds. This cannot be undone.',
    'Revoke',
  )
  if (!isSure) return
  const isDone = await view.change(() => callApi('DELETE', view.path(`/subscriptions/${id}`)), `“${name}” is revoked.`)
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
