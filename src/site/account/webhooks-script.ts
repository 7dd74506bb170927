import type {
  DeliveriesResponse,
  DeliveryResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '../../http/account/webhook-schemas.ts'
import { formatMark } from '../../views/entries.ts'
import { type Html, html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { minuteText } from '../../views/wording.ts'
import {
  attempt,
  byId,
  callApi,
  confirmed,
  fill,
  formatButton,
  oneTimePanel,
  onPress,
  onSend,
  show,
  showMessage,
} from './service.ts'
import { runPage, showHoldings, type View } from './session.ts'

type Webhook = WebhookResponse['webhook']
type Delivery = DeliveryResponse['delivery']

const PARTS = ['resource', 'state', 'category', 'type', 'change'] as const

let view: View
let webhooks: readonly Webhook[] = []
/** The webhook being edited; null when the form registers a new one. */
let edited: Webhook | null = null
/** The webhook whose deliveries are shown. */
let logged: string | null = null

const path = (part = ''): string => view.path(`/webhooks${part}`)
const findWebhook = (id: string): Webhook => webhooks.find((webhook) => webhook.id === id) as Webhook

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

const showSecret = oneTimePanel('secret', 'webhooks-heading')

function setForm(webhook: Webhook | null): void {
  edited = webhook
  byId<HTMLInputElement>('webhook-url').value = webhook?.url ?? ''
  for (const part of PARTS) {
    for (const option of byId<HTMLSelectElement>(`webhook-${part}`).options)
      option.selected = webhook?.filter[part]?.includes(option.value) ?? false
  }
  byId<HTMLDetailsElement>('webhook-filter').open = PARTS.some((part) => webhook?.filter[part])
  byId('form-heading').textContent = webhook ? 'Change the webhook' : 'Register a webhook'
  byId('webhook-save').textContent = webhook ? 'Save' : 'Register'
  show('webhook-cancel', webhook !== null)
  if (webhook) byId('form-heading').focus()
}

onPress({
  async showLog(id) {
    logged = id
    if (await attempt(showLog)) byId('log-heading').focus()
  },
  test: (id) =>
    attempt(async () => {
      const { delivery } = await callApi<DeliveryResponse>('POST', path(`/${id}/test`), {})
      await view.renew()
      showMessage(`Test ${stateText(delivery)}.`, delivery.state === 'DELIVERED' ? 'done' : 'failed')
    }),
  change: async (id) => setForm(findWebhook(id)),
  async rotate(id) {
    const consequence =
      'You get a new secret. Messages are signed with both secrets for 24 hours, then only with the new one.'
    if (!(await confirmed(`Rotate the secret of ${findWebhook(id).url}?`, consequence, 'Rotate'))) return
    await attempt(async () => {
      showSecret((await callApi<WebhookSecretResponse>('POST', path(`/${id}/rotate`), {})).secret)
      await view.renew()
    })
  },
  turn(id) {
    const { disabledAt } = findWebhook(id)
    return view.change(
      () => callApi('PATCH', path(`/${id}`), { enabled: disabledAt !== null }),
      disabledAt ? 'Webhook enabled. It receives changes published from now on.' : 'Webhook disabled.',
    )
  },
  async remove(id) {
    const work = async () => {
      await callApi('DELETE', path(`/${id}`))
      if (logged === id) logged = null
      if (edited?.id === id) setForm(null)
    }
    const consequence = 'No more messages are sent to it. This cannot be undone.'
    const question = `Delete ${findWebhook(id).url}?`
    await view.changeConfirmed([question, consequence, 'Delete'], work, 'Webhook deleted.', 'webhooks-heading')
  },
  replay: (id) =>
    attempt(async () => {
      await callApi('POST', path(`/${logged}/deliveries/${id}/replay`), {})
      await showLog()
      showMessage('The delivery is being resent.')
    }),
})

async function showLog(): Promise<void> {
  show('log-section', logged !== null)
  if (logged === null) return
  const { data } = await callApi<DeliveriesResponse>('GET', path(`/${logged}/deliveries`))
  byId('log-of').textContent = `Webhook ${logged}. Deliveries are kept for 30 days.`
  fill(
    'log',
    data.length === 0
      ? html`<p class="empty">Nothing sent in the last 30 days.</p>`
      : formatTable({
          class: 'cards',
          caption: 'Deliveries, newest first',
          heads: ['Message', 'Created', 'State', 'Attempts', { unseen: 'Actions' }],
          rows: data.map(toRow),
        }),
  )
}

const toRow = (delivery: Delivery) => [
  html`${delivery.kind === 'test' ? 'Test' : `Dataset ${delivery.version}`}<p class="small"><code>${delivery.id}</code></p>`,
  minuteText(delivery.createdAt),
  stateText(delivery),
  delivery.attempts.length === 0
    ? 'none'
    : html`<ul>${delivery.attempts.map(
        ({ at, status, fault, ms }) =>
          html`<li>${minuteText(at)}: ${[status, fault && FAULTS[fault]].filter(Boolean).join(', ')} (${ms} ms)</li>`,
      )}</ul>`,
  delivery.state !== 'PENDING' &&
    delivery.kind !== 'test' &&
    view.may('webhooks.manage') &&
    formatButton('Replay', 'replay', delivery.id, `Replay ${delivery.id}`),
]

const REASONS = {
  MEMBER: 'Disabled by a member or through the API',
  GONE: 'Disabled: the URL responded with 410 Gone',
  FAILING: 'Disabled after five days of failed deliveries',
} as const satisfies Record<NonNullable<Webhook['disabledBecause']>, string>

const FAULTS = {
  STATUS: '',
  REDIRECT: 'a redirect, which is not followed',
  TIMEOUT: 'no response within 10 seconds',
  NETWORK: 'the connection failed',
  ADDRESS: 'the URL leads to an address that is not public',
} as const satisfies Record<NonNullable<Delivery['attempts'][number]['fault']>, string>

function formatWebhook(webhook: Webhook): Html {
  const { id, url, filter, disabledAt, disabledBecause, failingSince, rotatedUntil, latest } = webhook
  const parts = Object.entries(filter).flatMap(([part, words]) => (words ? `${part}: ${words.join(', ')}` : []))
  const lines = [
    disabledAt && disabledBecause && `${REASONS[disabledBecause]} on ${minuteText(disabledAt)}.`,
    failingSince && `Every attempt since ${minuteText(failingSince)} has failed.`,
    rotatedUntil && `Signed with both secrets until ${minuteText(rotatedUntil)}.`,
    parts.length > 0 ? `Only changes with ${parts.join('; ')}.` : 'All changes.',
    latest ? `Latest delivery: ${stateText(latest)}, ${minuteText(latest.createdAt)}.` : 'Nothing sent yet.',
  ]
  const managing = [
    ['Send a test', 'test'],
    ['Change', 'change'],
    ['Rotate secret', 'rotate'],
    [disabledAt ? 'Enable' : 'Disable', 'turn'],
    ['Delete', 'remove'],
  ] as const
  const buttons = [['Deliveries', 'showLog'] as const, ...(view.may('webhooks.manage') ? managing : [])]
  const state = disabledAt
    ? { text: 'Disabled' }
    : failingSince
      ? { text: 'Failing', kind: 'warn' as const }
      : { text: 'Active', kind: 'accent' as const }
  return html`<article class="notice webhook"><h3>${url}</h3><p class="small"><code>${id}</code></p><p>${formatMark(state)}</p>${lines.map((text) => text && html`<p class="small">${text}</p>`)}<div class="buttons">${buttons.map(
    ([label, action]) => formatButton(label, action, id, `${label}: ${url}`),
  )}</div></article>`
}

function stateText({ state, nextAttemptAt, attempts }: Delivery): string {
  const last = attempts.at(-1)
  const reason = last ? ` (${last.status ?? FAULTS[last.fault ?? 'NETWORK']})` : ''
  if (state === 'DELIVERED') return `delivered${reason}`
  if (state === 'FAILED') return `failed${reason}`
  if (state === 'CANCELLED') return `canceled${reason}`
  return nextAttemptAt && attempts.length > 0 ? `retry on ${minuteText(nextAttemptAt)}${reason}` : 'pending'
}

await runPage(async (current) => {
  view = current
  if (!view.shown) return
  webhooks = (await callApi<WebhooksResponse>('GET', path())).data
  showHoldings(view, {
    name: 'webhooks',
    nouns: 'webhooks',
    permission: 'webhooks.manage',
    most: view.shown.plan.webhooks,
    used: webhooks.length,
    content: webhooks.length > 0 ? webhooks.map(formatWebhook) : html`<p class="empty">No webhooks yet.</p>`,
  })
  await showLog()
})
