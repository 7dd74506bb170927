import type { AccountResponse } from '../../http/account/account.ts'
import type { NewSubscription } from '../../http/endpoints/subscription-schemas.ts'
import { formatMark } from '../../views/entries.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { minuteText } from '../../views/wording.ts'
import { byId, callApi, formatButton, oneTimePanel, onPress, onSend } from './service.ts'
import { runPage, showHoldings, type View } from './session.ts'

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

function showAddress({ name, address, calendarAddress }: NewSubscription): void {
  byId('address-name').textContent = name
  const link = byId<HTMLAnchorElement>('open-calendar')
  link.hidden = calendarAddress === null
  if (calendarAddress !== null) link.href = calendarAddress
  showOnce(address)
}

const toRow = ({ id, name, list, format, query, prefix, lastFour, lastUsedAt, revokedAt }: Address) => [
  name,
  html`<code>${list}.${format}?${query}</code>`,
  html`<code>${prefix}…${lastFour}</code>`,
  formatMark(revokedAt ? { text: 'Revoked' } : { text: 'Active', kind: 'accent' }),
  lastUsedAt ? minuteText(lastUsedAt) : 'never',
  !revokedAt && view.may('subscriptions.revoke') && formatButton('Revoke', 'revoke', id, `Revoke ${name}`),
]

const findAddress = (id: string): Address => view.shown?.subscriptions?.find((address) => address.id === id) as Address

onPress({
  async revoke(id) {
    const { name, lastFour } = findAddress(id)
    const consequence = 'Requests with this address are refused within 30 seconds. This cannot be undone.'
    await view.changeConfirmed(
      [`Revoke “${name}” (…${lastFour})?`, consequence, 'Revoke'],
      () => callApi('DELETE', view.path(`/subscriptions/${id}`)),
      `“${name}” is revoked.`,
      'addresses-heading',
    )
  },
})

offerFormats()
await runPage((current) => {
  view = current
  const addresses = view.shown?.subscriptions ?? []
  showHoldings(view, {
    name: 'addresses',
    nouns: 'addresses',
    permission: 'subscriptions.create',
    most: view.shown?.plan.subscriptions ?? 0,
    used: addresses.filter(({ revokedAt }) => revokedAt === null).length,
    content:
      addresses.length > 0
        ? formatTable({
            caption: 'Signed addresses, newest first',
            class: 'cards',
            heads: ['Name', 'Reads', 'Address', 'Status', 'Last used', { unseen: 'Actions' }],
            rows: addresses.toReversed().map(toRow),
          })
        : html`<p class="empty">No signed addresses yet.</p>`,
  })
})
