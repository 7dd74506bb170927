import type { AccountResponse, KeyResponse } from '../../http/account/account.ts'
import { formatMark } from '../../views/entries.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { minuteText } from '../../views/wording.ts'
import { saveKey } from '../docs/try-call.ts'
import {
  attempt,
  byId,
  callApi,
  confirmed,
  fill,
  formatButton,
  onCopy,
  oneTimePanel,
  onPress,
  onSend,
  showMessage,
} from './service.ts'
import { runPage, showHoldings, type View } from './session.ts'
import { dayText } from './wording.ts'

type Key = NonNullable<AccountResponse['keys']>[number]

let view: View

onSend('create', async (fields, form) => {
  showSecret(await callApi<KeyResponse>('POST', view.path('/keys'), { name: String(fields.get('name')) }))
  form.reset()
  await view.renew()
})

const showOnce = oneTimePanel('secret', 'keys-heading', () => fill('curl'))
onCopy('copy-curl', 'curl')

byId('use-secret').addEventListener('click', () => {
  if (saveKey(byId('secret').textContent))
    showMessage('The reference examples use this key until you close this tab or sign out.')
  else showMessage('Your browser blocked storing the key.', 'failed')
})

function toRow({ id, name, prefix, lastFour, createdAt, lastUsedAt, revokedAt, expiresAt }: Key) {
  const canRotate = !revokedAt && !expiresAt && view.may('keys.rotate')
  return [
    name,
    html`<code>${prefix}…${lastFour}</code>`,
    formatMark(
      revokedAt
        ? { text: 'Revoked' }
        : expiresAt
          ? { text: `Ends ${minuteText(expiresAt)}`, kind: 'warn' }
          : { text: 'Active', kind: 'accent' },
    ),
    dayText(createdAt),
    lastUsedAt ? minuteText(lastUsedAt) : 'never',
    [
      canRotate && formatButton('Rotate', 'rotate', id, `Rotate ${name}`),
      !revokedAt && view.may('keys.revoke') && formatButton('Revoke', 'revoke', id, `Revoke ${name}`),
    ],
  ]
}

const findKey = (id: string): Key => view.shown?.keys?.find((key) => key.id === id) as Key

onPress({
  async rotate(id) {
    const consequence = 'You get a new key. The old one works for 24 more hours, then stops.'
    if (!(await confirmed(`Rotate “${findKey(id).name}”?`, consequence, 'Rotate'))) return
    await attempt(async () => {
      showSecret(await callApi<KeyResponse>('POST', view.path(`/keys/${id}/rotate`), {}))
      await view.renew()
    })
  },
  async revoke(id) {
    const { name, lastFour } = findKey(id)
    const consequence = 'Requests with this key are refused within 30 seconds. This cannot be undone.'
    await view.changeConfirmed(
      [`Revoke “${name}” (…${lastFour})?`, consequence, 'Revoke'],
      () => callApi('DELETE', view.path(`/keys/${id}`)),
      `“${name}” is revoked.`,
      'keys-heading',
    )
  },
})

function showSecret({ key, secret }: KeyResponse): void {
  byId('secret-name').textContent = key.name
  byId('curl').textContent =
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/v1/opportunities?status=OPEN&limit=3"`
  showOnce(secret)
}

await runPage((current) => {
  view = current
  const keys = view.shown?.keys ?? []
  showHoldings(view, {
    name: 'keys',
    nouns: 'keys',
    permission: 'keys.create',
    most: view.shown?.plan.keys ?? 0,
    used: keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null).length,
    content:
      keys.length > 0
        ? formatTable({
            caption: 'Keys, newest first',
            class: 'cards',
            heads: ['Name', 'Key', 'Status', 'Created', 'Last used', { unseen: 'Actions' }],
            rows: keys.toReversed().map(toRow),
          })
        : html`<p class="empty">No keys yet.</p>`,
  })
})
