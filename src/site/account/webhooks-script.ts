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
import { formatMinute } from '../../views/wording.ts'
import { callApi, fill, formatButton, getById, show, showMessage } from './service.ts'
import { may, runPage, showHoldings, shown, showSecret, toAccountPath } from './session.ts'

type Webhook = WebhookResponse['webhook']
type Delivery = DeliveryResponse['delivery']
const PARTS = ['resource', 'state', 'category', 'type', 'change'] as const
let webhooks: readonly Webhook[] = []
/** The webhook being edited; null when the form registers a new one. */
let edited: Webhook | null = null
let logged: string | null = null

const toWebhookPath = (part = ''): string => toAccountPath(`/webhooks${part}`)
const findWebhook = (id: string): Webhook => webhooks.find((webhook) => webhook.id === id) as Webhook
const showWebhookSecret = ({ secret }: WebhookSecretResponse): void => showSecret(secret)

getById('webhook').addEventListener('reset', () => setForm(null))

function setForm(webhook: Webhook | null): void {
  edited = webhook
  getById<HTMLInputElement>('webhook-url').value = webhook?.url ?? ''
  for (const part of PARTS) {
    for (const option of getById<HTMLSelectElement>(`webhook-${part}`).options)
      option.selected = webhook?.filter[part]?.includes(option.value) ?? false
  }
  getById<HTMLDetailsElement>('webhook-filter').open = PARTS.some((part) => webhook?.filter[part])
  fill('form-heading', webhook ? 'Change the webhook' : 'Register a webhook')
  fill('webhook-save', webhook ? 'Save' : 'Register')
  show('webhook-cancel', webhook !== null)
  if (webhook) getById('form-heading').focus()
}

async function showLog(): Promise<void> {
  show('log-section', logged !== null)
  if (logged === null) return
  const { data } = await callApi<DeliveriesResponse>('GET', toWebhookPath(`/${logged}/deliveries`))
  fill('log-of', `Webhook ${logged}. Deliveries are kept for 30 days.`)
  const heads = ['Message', 'Created', 'State', 'Attempts', { unseen: 'Actions' }]
  fill(
    'log',
    data.length === 0
      ? html`<p class="empty">Nothing sent in the last 30 days.</p>`
      : formatTable({ class: 'cards', caption: 'Deliveries, newest first', heads, rows: data.map(toRow) }),
  )
}

const toRow = (delivery: Delivery) => [
  html`${delivery.kind === 'test' ? 'Test' : `Dataset ${delivery.version}`}<p class="small"><code>${delivery.id}</code></p>`,
  formatMinute(delivery.createdAt),
  formatState(delivery),
  delivery.attempts.length === 0
    ? 'none'
    : html`<ul>${delivery.attempts.map(
        ({ at, status, fault, ms }) =>
          html`<li>${formatMinute(at)}: ${[status, fault && FAULTS[fault]].filter(Boolean).join(', ')} (${ms} ms)</li>`,
      )}</ul>`,
  delivery.state !== 'PENDING' &&
    delivery.kind !== 'test' &&
    may('webhooks.manage') &&
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
    disabledAt && disabledBecause && `${REASONS[disabledBecause]} on ${formatMinute(disabledAt)}.`,
    failingSince && `Every attempt since ${formatMinute(failingSince)} has failed.`,
    rotatedUntil && `Signed with both secrets until ${formatMinute(rotatedUntil)}.`,
    parts.length > 0 ? `Only changes with ${parts.join('; ')}.` : 'All changes.',
    latest ? `Latest delivery: ${formatState(latest)}, ${formatMinute(latest.createdAt)}.` : 'Nothing sent yet.',
  ]
  const managing = [
    ['Send a test', 'test'],
    ['Change', 'change'],
    ['Rotate secret', 'rotate'],
    [disabledAt ? 'Enable' : 'Disable', 'turn'],
    ['Delete', 'remove'],
  ] as const
  const buttons = [['Deliveries', 'showLog'] as const, ...(may('webhooks.manage') ? managing : [])]
  const state = disabledAt
    ? { text: 'Disabled' }
    : failingSince
      ? { text: 'Failing', kind: 'warn' as const }
      : { text: 'Active', kind: 'accent' as const }
  return html`<article class="notice webhook"><h3>${url}</h3><p class="small"><code>${id}</code></p><p>${formatMark(state)}</p>${lines.map((text) => text && html`<p class="small">${text}</p>`)}<div class="buttons">${buttons.map(
    ([label, action]) => formatButton(label, action, id, `${label}: ${url}`),
  )}</div></article>`
}

function formatState({ state, nextAttemptAt, attempts }: Delivery): string {
  const last = attempts.at(-1)
  const reason = last ? ` (${last.status ?? FAULTS[last.fault ?? 'NETWORK']})` : ''
  if (state === 'CANCELLED') return `canceled${reason}`
  if (state !== 'PENDING') return `${state.toLowerCase()}${reason}`
  return nextAttemptAt && attempts.length > 0 ? `retry on ${formatMinute(nextAttemptAt)}${reason}` : 'pending'
}

await runPage({
  forms: {
    webhook(fields) {
      const filter = Object.fromEntries(PARTS.map((part) => [part, fields.getAll(part)]))
      const sent = { url: fields.get('url'), filter }
      return edited
        ? { call: ['PATCH', toWebhookPath(`/${edited.id}`), sent], done: 'Webhook saved.' }
        : { call: ['POST', toWebhookPath(), sent], use: showWebhookSecret }
    },
  },
  actions: {
    async showLog(id) {
      logged = id
      await showLog()
      getById('log-heading').focus()
    },
    test: (id) => ({
      call: ['POST', toWebhookPath(`/${id}/test`), {}],
      use: ({ delivery }: DeliveryResponse) =>
        showMessage(`Test ${formatState(delivery)}.`, delivery.state === 'DELIVERED' ? 'done' : 'failed'),
    }),
    change: (id) => setForm(findWebhook(id)),
    rotate: (id) => ({
      ask: [
        `Rotate the secret of ${findWebhook(id).url}?`,
        'You get a new secret. Messages are signed with both secrets for 24 hours, then only with the new one.',
        'Rotate',
      ],
      call: ['POST', toWebhookPath(`/${id}/rotate`), {}],
      use: showWebhookSecret,
    }),
    turn(id) {
      const { disabledAt } = findWebhook(id)
      return {
        call: ['PATCH', toWebhookPath(`/${id}`), { enabled: disabledAt !== null }],
        done: disabledAt ? 'Webhook enabled. It receives changes published from now on.' : 'Webhook disabled.',
      }
    },
    remove: (id) => ({
      ask: [`Delete ${findWebhook(id).url}?`, 'No more messages are sent to it. This cannot be undone.', 'Delete'],
      call: ['DELETE', toWebhookPath(`/${id}`)],
      use() {
        if (logged === id) logged = null
        if (edited?.id === id) setForm(null)
      },
      done: 'Webhook deleted.',
      next: 'holdings-heading',
    }),
    replay: (id) => ({
      call: ['POST', toWebhookPath(`/${logged}/deliveries/${id}/replay`), {}],
      done: 'The delivery is being resent.',
      renew: showLog,
    }),
  },
  async show() {
    if (!shown) return
    webhooks = (await callApi<WebhooksResponse>('GET', toWebhookPath())).data
    const list = webhooks.length > 0 && webhooks.map(formatWebhook)
    showHoldings('webhooks', 'webhooks.manage', shown.plan.webhooks, webhooks.length, list)
    await showLog()
  },
})
