import type {
  DeliveriesResponse,
  DeliveryResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '../../http/account/webhook-schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { byId, cardRow, fill, make, mark, quietButton, show } from './dom.ts'
import { attempt, callApi, confirmed, oneTimePanel, onSend, showMessage } from './service.ts'
import { runPage, type View } from './session.ts'

const PARTS = ['resource', 'state', 'category', 'type', 'change'] as const

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

const showSecret = oneTimePanel('secret', 'webhooks-heading')

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

function shownCard(webhook: Webhook): HTMLElement {
  const { id, url, disabledAt } = webhook
  const named = (label: string, work: () => Promise<unknown>) => quietButton(label, work, `${label}: ${url}`)
  const managing = view.may('webhooks.manage')
    ? [
        named('Send a test', () => sendTest(id)),
        named('Change', async () => setForm(webhook)),
        named('Rotate secret', () => rotate(webhook)),
        named(disabledAt ? 'Enable' : 'Disable', () => turn(webhook)),
        named('Delete', () => remove(webhook)),
      ]
    : []
  return card(
    webhook,
    named('Deliveries', async () => {
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

const turn = ({ id, disabledAt }: Webhook): Promise<boolean> =>
  view.change(
    () => callApi('PATCH', path(`/${id}`), { enabled: disabledAt !== null }),
    disabledAt ? 'Webhook enabled. It receives changes published from now on.' : 'Webhook disabled.',
  )

async function remove({ id, url }: Webhook): Promise<void> {
  if (!(await confirmed(`Delete ${url}?`, 'No more messages are sent to it. This cannot be undone.', 'Delete'))) return
  const isDone = await view.change(async () => {
    await callApi('DELETE', path(`/${id}`))
    if (logged === id) logged = null
    if (edited?.id === id) setForm(null)
  }, 'Webhook deleted.')
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
    : quietButton('Replay', () => replay(id), `Replay ${id}`)

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

/** Webhooks and their deliveries as page elements. */

export type Webhook = WebhookResponse['webhook']
export type Delivery = DeliveryResponse['delivery']

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

/** A webhook with its action buttons. */
export function card(webhook: Webhook, ...actions: (HTMLElement | null)[]): HTMLElement {
  const { id, url, filter, disabledAt, disabledBecause, failingSince, rotatedUntil, latest } = webhook
  const parts = Object.entries(filter).flatMap(([part, words]) => (words ? `${part}: ${words.join(', ')}` : []))
  return make(
    'article',
    { class: 'notice webhook', 'data-webhook': id },
    make('h3', {}, url),
    make('p', { class: 'small' }, make('code', {}, id)),
    make('p', {}, disabledAt ? mark('Disabled') : failingSince ? mark('Failing', 'warn') : mark('Active', 'accent')),
    line(disabledAt && disabledBecause && `${REASONS[disabledBecause]} on ${minuteText(disabledAt)}.`),
    line(failingSince && `Every attempt since ${minuteText(failingSince)} has failed.`),
    line(rotatedUntil && `Signed with both secrets until ${minuteText(rotatedUntil)}.`),
    line(parts.length > 0 ? `Only changes with ${parts.join('; ')}.` : 'All changes.'),
    line(latest ? `Latest delivery: ${stateText(latest)}, ${minuteText(latest.createdAt)}.` : 'Nothing sent yet.'),
    make('div', { class: 'buttons' }, ...actions),
  )
}

const line = (text: string | false | null): HTMLElement | null => (text ? make('p', { class: 'small' }, text) : null)

/** The state of a delivery in words. */
function stateText({ state, nextAttemptAt, attempts }: Delivery): string {
  const last = attempts.at(-1)
  const reason = last ? ` (${last.status ?? FAULTS[last.fault ?? 'NETWORK']})` : ''
  if (state === 'DELIVERED') return `delivered${reason}`
  if (state === 'FAILED') return `failed${reason}`
  if (state === 'CANCELLED') return `canceled${reason}`
  return nextAttemptAt && attempts.length > 0 ? `retry on ${minuteText(nextAttemptAt)}${reason}` : 'pending'
}

/** A delivery in the log. */
const logRow = (delivery: Delivery, action: HTMLElement | null): HTMLElement =>
  cardRow(
    {},
    [
      delivery.kind === 'test' ? 'Test' : `Dataset ${delivery.version}`,
      make('p', { class: 'small' }, make('code', {}, delivery.id)),
    ],
    {
      Created: minuteText(delivery.createdAt),
      State: stateText(delivery),
      Attempts: delivery.attempts.length === 0 ? 'none' : make('ul', {}, ...delivery.attempts.map(attemptItem)),
    },
    [action],
  )

const attemptItem = ({ at, status, fault, ms }: Delivery['attempts'][number]): HTMLElement =>
  make('li', {}, `${minuteText(at)}: ${[status, fault && FAULTS[fault]].filter(Boolean).join(', ')} (${ms} ms)`)
