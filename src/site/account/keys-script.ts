import type { AccountResponse, KeyResponse } from '../../http/account/schemas.ts'
import { countedText, minuteText } from '../../views/wording.ts'
import { saveKey } from '../docs/try-call.ts'
import { byId, cardRow, fill, make, mark, quietButton, show } from './dom.ts'
import { attempt, callApi, confirmed, onCopy, oneTimePanel, onSend, showMessage } from './service.ts'
import { runPage, type View } from './session.ts'
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
  const isSaved = saveKey(byId('secret').textContent)
  showMessage(
    isSaved
      ? 'The reference examples use this key until you close this tab or sign out.'
      : 'Your browser blocked storing the key.',
    isSaved ? undefined : 'failed',
  )
})

function row(key: Key): HTMLElement {
  const { id, name, prefix, lastFour, createdAt, lastUsedAt, revokedAt, expiresAt } = key
  const canRotate = !revokedAt && !expiresAt && view.may('keys.rotate')
  const canRevoke = !revokedAt && view.may('keys.revoke')
  return cardRow(
    { 'data-key': id },
    [name],
    {
      Key: make('code', {}, `${prefix}…${lastFour}`),
      Status: revokedAt
        ? mark('Revoked')
        : expiresAt
          ? mark(`Ends ${minuteText(expiresAt)}`, 'warn')
          : mark('Active', 'accent'),
      Created: dayText(createdAt),
      'Last used': lastUsedAt ? minuteText(lastUsedAt) : 'never',
    },
    [
      canRotate ? quietButton('Rotate', () => rotate(key), `Rotate ${name}`) : null,
      canRevoke ? quietButton('Revoke', () => revoke(key), `Revoke ${name}`) : null,
    ],
  )
}

async function rotate({ id, name }: Key): Promise<void> {
  const isSure = await confirmed(
    `Rotate “${name}”?`,
    'You get a new key. The old one works for 24 more hours, then stops.',
    'Rotate',
  )
  if (!isSure) return
  await attempt(async () => {
    showSecret(await callApi<KeyResponse>('POST', view.path(`/keys/${id}/rotate`), {}))
    await view.renew()
  })
}

async function revoke({ id, name, lastFour }: Key): Promise<void> {
  const isSure = await confirmed(
    `Revoke “${name}” (…${lastFour})?`,
    'Requests with this key are refused within 30 seconds. This cannot be undone.',
    'Revoke',
  )
  if (!isSure) return
  const isDone = await view.change(() => callApi('DELETE', view.path(`/keys/${id}`)), `“${name}” is revoked.`)
  if (isDone) byId('keys-heading').focus()
}

/** Shows a new key, only once, with a command ready to run. */
function showSecret({ key, secret }: KeyResponse): void {
  byId('secret-name').textContent = key.name
  byId('curl').textContent =
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/v1/opportunities?status=OPEN&limit=3"`
  showOnce(secret)
}

await runPage((current) => {
  view = current
  const { shown, may } = view
  if (!shown) return
  const { plan } = shown
  const keys = shown.keys ?? []
  const live = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt === null).length
  show('plan-free', plan.keys === 0)
  show('keys-managed', !may('keys.create'))
  show('create-section', may('keys.create') && plan.keys > 0)
  byId('keys-count').textContent =
    plan.keys === 0 ? '' : `${live} of ${countedText(plan.keys, 'key')} used (${plan.label} plan).`
  show('keys-none', keys.length === 0)
  show('keys-table', keys.length > 0)
  fill('keys', ...keys.toReversed().map(row))
})
