import type {
  DeliveriesResponse,
  DeliveryResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '../../http/account/webhook-schemas.ts'
import { copy } from '../copying.ts'
import { button, byId, fill, show } from './dom.ts'
import { attempt, confirmed, onSend, showMessage } from './messages.ts'
import { callApi } from './request.ts'
import { runPage, type View } from './session.ts'
import { card, type Delivery, logRow, stateText, type Webhook } from './webhook-rows.ts'

const PARTS = ['resource', 'state', 'category', 'type', 'change'] as const
const QUIET = { class: 'button button-quiet' }

let view: View
/** The webhook being edited; null when the form registers a new one. */
let edited: Webhook | null = null
/** The webhook whose deliveries are shown. */
let logged: string | null = null

const path = (part = ''): string => view.path(`/webhooks${part}`)
const choices = (part: (typeof PARTS)[number]): HTMLOptionElement[] => [
  ...byId<HTMLSelectElement>(`webhook-${part}`).options,
]

onSend('webhook', async (fields) => {
  const filter = Object.fromEntries(PARTS.map((part) => [part, fields.getAll(part).map(String)]))
  const sent = { url: String(fields.get('url')), filter }
  if (edited) {
    await callApi<WebhookResponse>('PATCH', path(`/${edited.id}`), sent)
    showMessage('Webhook saved.')
  } else {
    showSecret((await callApi<WebhookSecretResponse>('POST', path(), sent)).secret)
  }
  setForm(null)
  await view.renew()
})

byId('webhook-cancel').addEventListener('click', () => setForm(null))

byId('copy-secret').addEventListener('click', async () => {
  const shown = byId('secret')
  if (await copy(shown.textContent ?? '', shown)) showMessage('Copied.')
  else showMessage('Your browser blocked copying. The text is selected: press Ctrl+C or Cmd+C.', 'failed')
})

byId('secret-done').addEventListener('click', () => {
  show('secret-panel', false)
  fill('secret')
  byId('webhooks-heading').focus()
})

/** Sets the form to register a new webhook or to change one. */
function setForm(webhook: Webhook | null): void {
  edited = webhook
  byId<HTMLInputElement>('webhook-url').value = webhook?.url ?? ''
  for (const part of PARTS) {
    for (const option of choices(part)) option.selected = webhook?.filter[part]?.includes(option.value) ?? false
  }
  byId<HTMLDetailsElement>('webhook-filter').open = PARTS.some((part) => webhook?.filter[part])
  byId('form-heading').textContent = webhook ? 'Change the webhook' : 'Register a webhook'
  byId('webhook-save').textContent = webhook ? 'Save' : 'Register'
  show('webhook-cancel', webhook !== null)
  if (webhook) byId('form-heading').focus()
}

function showSecret(secret: string): void {
  byId('secret').textContent = secret
  show('secret-panel', true)
  byId('secret-heading').focus()
}

function shownCard(webhook: Webhook): HTMLElement {
  const { id, url, disabledAt } = webhook
  const named = (verb: string) => ({ ...QUIET, 'aria-label': `${verb}: ${url}` })
  const managing = view.may('webhooks.manage')
    ? [
        button('Send a test', named('Send a test'), () => sendTest(id)),
        button('Change', named('Change'), async () => setForm(webhook)),
        button('Rotate secret', named('Rotate secret'), () => rotate(webhook)),
        button(disabledAt ? 'Enable' : 'Disable', named(disabledAt ? 'Enable' : 'Disable'), () => turn(webhook)),
        button('Delete', named('Delete'), () => remove(webhook)),
      ]
    : []
  return card(
    webhook,
    button('Deliveries', named('Deliveries'), async () => {
      logged = id
      if (await attempt(showLog)) byId('log-heading').focus()
    }),
    ...managing,
  )
}

async function sendTest(id: string): Promise<void> {
  await attempt(async () => {
    const { delivery } = await callApi<DeliveryResponse>('POST', path(`/${id}/test`), {})
    await view.renew()
    showMessage(`Test ${stateText(delivery)}.`, delivery.state === 'DELIVERED' ? 'done' : 'failed')
  })
}

async function rotate({ id, url }: Webhook): Promise<void> {
  const consequence =
    'You get a new secret. Messages are signed with both secrets for 24 hours, then only with the new one.'
  if (!(await confirmed(`Rotate the secret of ${url}?`, consequence, 'Rotate'))) return
  await attempt(async () => {
    showSecret((await callApi<WebhookSecretResponse>('POST', path(`/${id}/rotate`), {})).secret)
    await view.renew()
  })
}

async function turn({ id, disabledAt }: Webhook): Promise<void> {
  await attempt(async () => {
    await callApi('PATCH', path(`/${id}`), { enabled: disabledAt !== null })
    await view.renew()
    showMessage(disabledAt ? 'Webhook enabled. It receives changes published from now on.' : 'Webhook disabled.')
  })
}

async function remove({ id, url }: Webhook): Promise<void> {
  if (!(await confirmed(`Delete ${url}?`, 'No more messages are sent to it. This cannot be undone.', 'Delete'))) return
  const isDone = await attempt(async () => {
    await callApi('DELETE', path(`/${id}`))
    if (logged === id) logged = null
    if (edited?.id === id) setForm(null)
    await view.renew()
    showMessage('Webhook deleted.')
  })
  if (isDone) byId('webhooks-heading').focus()
}

async function replay(id: string): Promise<void> {
  await attempt(async () => {
    await callApi('POST', path(`/${logged}/deliveries/${id}/replay`), {})
    await showLog()
    showMessage('The delivery is being resent.')
  })
}

/** Shows the deliveries of the chosen webhook. */
async function showLog(): Promise<void> {
  show('log-section', logged !== null)
  if (logged === null) return
  const { data } = await callApi<DeliveriesResponse>('GET', path(`/${logged}/deliveries`))
  byId('log-of').textContent = `Webhook ${logged}. Deliveries are kept for 30 days.`
  show('log-none', data.length === 0)
  show('log-table', data.length > 0)
  fill('log', ...data.map((delivery) => logRow(delivery, replayButton(delivery))))
}

const replayButton = ({ id, state, kind }: Delivery): HTMLElement | null =>
  state === 'PENDING' || kind === 'test' || !view.may('webhooks.manage')
    ? null
    : button('Replay', { ...QUIET, 'aria-label': `Replay ${id}` }, () => replay(id))

await runPage(async (current) => {
  view = current
  const { shown, may } = view
  if (!shown) return
  const { plan } = shown
  const { data } = await callApi<WebhooksResponse>('GET', path())
  show('plan-free', plan.webhooks === 0)
  show('webhooks-managed', !may('webhooks.manage'))
  show('form-section', may('webhooks.manage') && plan.webhooks > 0)
  byId('webhooks-count').textContent =
    plan.webhooks === 0 ? '' : `${data.length} of ${plan.webhooks} webhooks used (${plan.label} plan).`
  show('webhooks-none', data.length === 0)
  fill('webhooks', ...data.map(shownCard))
  await showLog()
})
