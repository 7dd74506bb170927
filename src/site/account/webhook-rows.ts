import type { DeliveryResponse, WebhookResponse } from '../../http/account/webhook-schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { cardRow, make, mark } from './dom.ts'

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
export function stateText({ state, nextAttemptAt, attempts }: Delivery): string {
  const last = attempts.at(-1)
  const reason = last ? ` (${last.status ?? FAULTS[last.fault ?? 'NETWORK']})` : ''
  if (state === 'DELIVERED') return `delivered${reason}`
  if (state === 'FAILED') return `failed${reason}`
  if (state === 'CANCELLED') return `canceled${reason}`
  return nextAttemptAt && attempts.length > 0 ? `retry on ${minuteText(nextAttemptAt)}${reason}` : 'pending'
}

/** A delivery in the log. */
export const logRow = (delivery: Delivery, action: HTMLElement | null): HTMLElement =>
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
