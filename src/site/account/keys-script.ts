import type { AccountResponse, KeyResponse } from '../../http/account/schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { copy } from '../copying.ts'
import { saveKey } from '../saved-key.ts'
import { button, byId, fill, make, show } from './dom.ts'
import { attempt, confirmed, onSend, showMessage } from './messages.ts'
import { callApi } from './request.ts'
import { runPage, type View } from './session.ts'
import { dayText } from './wording.ts'

type Key = NonNullable<AccountResponse['keys']>[number]

let view: View

onSend('create', async (fields, form) => {
  showSecret(await callApi<KeyResponse>('POST', view.path('/keys'), { name: String(fields.get('name')) }))
  form.reset()
  await view.renew()
})

for (const [buttonId, textId] of [
  ['copy-secret', 'secret'],
  ['copy-curl', 'curl'],
] as const) {
  byId(buttonId).addEventListener('click', async () => {
    const shown = byId(textId)
    if (await copy(shown.textContent ?? '', shown)) showMessage('Copied.')
    else {
      showMessage('Your browser blocked copying. The text is selected: press Ctrl+C or Cmd+C.', 'failed')
    }
  })
}

byId('use-secret').addEventListener('click', () => {
  const isSaved = saveKey(byId('secret').textContent)
  showMessage(
    isSaved
      ? 'The reference examples use this key until you close this tab or sign out.'
      : 'Your browser blocked storing the key.',
    isSaved ? undefined : 'failed',
  )
})

byId('secret-done').addEventListener('click', () => {
  show('secret-panel', false)
  fill('secret')
  fill('curl')
  byId('keys-heading').focus()
})

function row(key: Key): HTMLElement {
  const { id, name, prefix, lastFour, createdAt, lastUsedAt, revokedAt, expiresAt } = key
  const status = revokedAt ? 'Revoked' : expiresAt ? `Ends ${minuteText(expiresAt)}` : 'Active'
  const actions = make('td', { class: 'row-actions' })
  if (!revokedAt && !expiresAt && view.may('keys.rotate')) {
    actions.append(
      button('Rotate', { class: 'button button-quiet', 'aria-label': `Rotate ${name}` }, () => rotate(key)),
    )
  }
  if (!revokedAt && view.may('keys.revoke')) {
    actions.append(
      button('Revoke', { class: 'button button-quiet', 'aria-label': `Revoke ${name}` }, () => revoke(key)),
    )
  }
  return make(
    'tr',
    { 'data-key': id },
    make('th', { scope: 'row' }, name),
    cell('Key', make('code', {}, `${prefix}…${lastFour}`)),
    cell(
      'Status',
      make('span', { class: revokedAt ? 'mark' : expiresAt ? 'mark mark-warn' : 'mark mark-accent' }, status),
    ),
    cell('Created', dayText(createdAt)),
    cell('Last used', lastUsedAt ? minuteText(lastUsedAt) : 'never'),
    actions,
  )
}

const cell = (label: string, content: Node | string): HTMLElement => make('td', { 'data-label': label }, content)

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
  const isDone = await attempt(async () => {
    await callApi('DELETE', view.path(`/keys/${id}`))
    await view.renew()
    showMessage(`“${name}” is revoked.`)
  })
  if (isDone) byId('keys-heading').focus()
}

/** Shows a new key, only once, with a command ready to run. */
function showSecret({ key, secret }: KeyResponse): void {
  byId('secret-name').textContent = key.name
  byId('secret').textContent = secret
  byId('curl').textContent =
    `curl -H "Authorization: Bearer ${secret}" "${location.origin}/api/v1/opportunities?status=OPEN&limit=3"`
  show('secret-panel', true)
  byId('secret-heading').focus()
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
    plan.keys === 0 ? '' : `${live} of ${plan.keys} ${plan.keys === 1 ? 'key' : 'keys'} used (${plan.label} plan).`
  show('keys-none', keys.length === 0)
  show('keys-table', keys.length > 0)
  fill('keys', ...keys.toReversed().map(row))
})
