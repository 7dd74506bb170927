import type { AccountResponse, KeyResponse } from '../../http/account/account.ts'
import { formatMark } from '../../views/entries.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { formatMinute } from '../../views/wording.ts'
import { saveKey } from '../docs/try-call.ts'
import { fill, formatButton, getById, showMessage } from './service.ts'
import { createRevocation, may, runPage, showHoldings, shown, showSecret, toAccountPath } from './session.ts'
import { formatDay } from './wording.ts'

type Key = NonNullable<AccountResponse['keys']>[number]
const findKey = (id: string): Key => shown?.keys?.find((key) => key.id === id) as Key

function showKey({ key, secret }: KeyResponse): void {
  fill(
    'curl',
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/v1/opportunities?status=OPEN&limit=3"`,
  )
  showSecret(secret, key.name)
}

function toRow({ id, name, prefix, lastFour, createdAt, lastUsedAt, revokedAt, expiresAt }: Key) {
  const canRotate = !revokedAt && !expiresAt && may('keys.rotate')
  return [
    name,
    html`<code>${prefix}…${lastFour}</code>`,
    formatMark(
      revokedAt
        ? { text: 'Revoked' }
        : expiresAt
          ? { text: `Ends ${formatMinute(expiresAt)}`, kind: 'warn' }
          : { text: 'Active', kind: 'accent' },
    ),
    formatDay(createdAt),
    lastUsedAt ? formatMinute(lastUsedAt) : 'never',
    [
      canRotate && formatButton('Rotate', 'rotate', id, `Rotate ${name}`),
      !revokedAt && may('keys.revoke') && formatButton('Revoke', 'revoke', id, `Revoke ${name}`),
    ],
  ]
}

await runPage({
  forms: {
    create: (fields) => ({ call: ['POST', toAccountPath('/keys'), { name: fields.get('name') }], use: showKey }),
  },
  actions: {
    rotate: (id) => ({
      ask: [
        `Rotate “${findKey(id).name}”?`,
        'You get a new key. The old one works for 24 more hours, then stops.',
        'Rotate',
      ],
      call: ['POST', toAccountPath(`/keys/${id}/rotate`), {}],
      use: showKey,
    }),
    revoke(id) {
      const { name, lastFour } = findKey(id)
      return createRevocation('key', name, `Revoke “${name}” (…${lastFour})?`, toAccountPath(`/keys/${id}`))
    },
    useSecret() {
      if (saveKey(getById('secret').textContent))
        showMessage('The reference examples use this key until you close this tab or sign out.')
      else showMessage('Your browser blocked storing the key.', 'failed')
    },
  },
  show() {
    const keys = shown?.keys ?? []
    const used = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null).length
    const heads = ['Name', 'Key', 'Status', 'Created', 'Last used', { unseen: 'Actions' }]
    const rows = keys.toReversed().map(toRow)
    const table = rows.length > 0 && formatTable({ caption: 'Keys, newest first', class: 'cards', heads, rows })
    showHoldings('keys', 'keys.create', shown?.plan.keys ?? 0, used, table)
  },
})
