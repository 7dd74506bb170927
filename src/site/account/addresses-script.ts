import type { AccountResponse } from '../../http/account/account.ts'
import type { NewSubscription } from '../../http/endpoints/subscriptions.ts'
import { formatMark } from '../../views/entries.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { formatMinute } from '../../views/wording.ts'
import { formatButton, getById } from './service.ts'
import { createRevocation, may, runPage, showHoldings, shown, showSecret, toAccountPath } from './session.ts'

type Address = NonNullable<AccountResponse['subscriptions']>[number]
const findAddress = (id: string): Address => shown?.subscriptions?.find((address) => address.id === id) as Address
const list = getById<HTMLSelectElement>('address-list')
list.addEventListener('change', offerFormats)

function offerFormats(): void {
  const offered = list.selectedOptions[0]?.dataset.formats?.split(' ') ?? []
  const select = getById<HTMLSelectElement>('address-format')
  for (const option of select.options) {
    option.hidden = !offered.includes(option.value)
    option.disabled = option.hidden
  }
  if (!offered.includes(select.value)) select.value = 'csv'
}

function showAddress({ name, address, calendarAddress }: NewSubscription): void {
  const link = getById<HTMLAnchorElement>('open-calendar')
  link.hidden = calendarAddress === null
  if (calendarAddress !== null) link.href = calendarAddress
  showSecret(address, name)
}

const toRow = ({ id, name, list, format, query, prefix, lastFour, lastUsedAt, revokedAt }: Address) => [
  name,
  html`<code>${list}.${format}?${query}</code>`,
  html`<code>${prefix}…${lastFour}</code>`,
  formatMark(revokedAt ? { text: 'Revoked' } : { text: 'Active', kind: 'accent' }),
  lastUsedAt ? formatMinute(lastUsedAt) : 'never',
  !revokedAt && may('subscriptions.revoke') && formatButton('Revoke', 'revoke', id, `Revoke ${name}`),
]

await runPage({
  forms: {
    create(fields) {
      const filled = [...fields].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value)
      return { call: ['POST', toAccountPath('/subscriptions'), Object.fromEntries(filled)], use: showAddress }
    },
  },
  actions: {
    revoke(id) {
      const { name, lastFour } = findAddress(id)
      return createRevocation(
        'address',
        name,
        `Revoke “${name}” (…${lastFour})?`,
        toAccountPath(`/subscriptions/${id}`),
      )
    },
  },
  show() {
    offerFormats()
    const addresses = shown?.subscriptions ?? []
    const used = addresses.filter(({ revokedAt }) => revokedAt === null).length
    const heads = ['Name', 'Reads', 'Address', 'Status', 'Last used', { unseen: 'Actions' }]
    const rows = addresses.toReversed().map(toRow)
    const table =
      rows.length > 0 && formatTable({ caption: 'Signed addresses, newest first', class: 'cards', heads, rows })
    showHoldings('signed addresses', 'subscriptions.create', shown?.plan.subscriptions ?? 0, used, table)
  },
})
