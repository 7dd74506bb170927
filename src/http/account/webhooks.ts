import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Actor } from '../../account/actions.ts'
import type { Webhook } from '../../account/record.ts'
import { AccountRefusal } from '../../account/refusals.ts'
import type { WebhookWithAccount } from '../../account/verbs.ts'
import { webhooksExcluded } from '../../account/webhooks.ts'
import { newId } from '../../metering/keys.ts'
import { replayedDelivery } from '../../notify/delivery.ts'
import { problem } from '../request/problems.ts'
import { throttle } from './limits.ts'
import { type Call, forKey, forMember, noContent, OF_ACCOUNT, type Outcome, type Route } from './route.ts'
import { NoBody } from './schemas.ts'
import {
  type DeliveriesResponse,
  type DeliveryResponse,
  LOG_MAX,
  toDelivery,
  toEntry,
  WebhookBody,
  type WebhookResponse,
  type WebhookSecretResponse,
  type WebhooksResponse,
  WebhookUpdateBody,
} from './webhook-schemas.ts'

/** A request about the webhooks of an account, from a member or a program. */
interface WebhookCall extends Call {
  accountId: string
  by: Actor
}

/** Routes for webhooks. Members and programs use the same requests; a program's account is that of its key. */
export const WEBHOOK_ROUTES: readonly Route[] = [
  ...both('GET', '', async ({ store, accountId, now }) => {
    const webhooks = await store.webhooks(accountId)
    const data = await Promise.all(webhooks.map((webhook) => toEntry(store, webhook, now)))
    return { body: { data } satisfies WebhooksResponse }
  }),
  ...both(
    'POST',
    '',
    async (call, { url, filter }) => {
      const { store, accountId, by, now, webhooks } = call
      await mustBeAllowed(call, url)
      const secret = newSecret()
      const draft = { id: newId('whk'), url, filter, announced: webhooks.newest(), secret }
      const webhook = await store.createWebhook(accountId, draft, now, by)
      return { status: 201, ...(await withSecret(call, webhook, secret)) }
    },
    WebhookBody,
  ),
  ...both('GET', '/:webhook', async (call) => getOutcome(call, (await findWebhook(call)).webhook)),
  ...both(
    'PATCH',
    '/:webhook',
    async (call, { url, filter, enabled }) => {
      const { store, accountId, by, now, webhooks } = call
      if (url !== undefined) await mustBeAllowed(call, url)
      const update = { url, filter, isEnabled: enabled }
      const change = { id: getId(call), update, announced: webhooks.newest() }
      return getOutcome(call, await store.updateWebhook(accountId, change, now, by))
    },
    WebhookUpdateBody,
  ),
  ...both('DELETE', '/:webhook', (call) =>
    noContent(call.store.deleteWebhook(call.accountId, getId(call), call.now, call.by)),
  ),
  ...both(
    'POST',
    '/:webhook/rotate',
    async (call) => {
      const { store, accountId, by, now } = call
      const secret = newSecret()
      const webhook = await store.rotateWebhookSecret(accountId, getId(call), secret, now, by)
      return withSecret(call, webhook, secret)
    },
    NoBody,
  ),
  ...both(
    'POST',
    '/:webhook/test',
    async (call) => {
      const { aside, webhooks } = call
      const found = await findWebhook(call)
      const excluded = webhooksExcluded(found.account, call.now)
      if (excluded) throw excluded
      await throttle(call, 'webhook', call.accountId)
      const delivery = await aside(() => webhooks.test(found, newId('msg')))
      return { body: { delivery: toDelivery(delivery) } satisfies DeliveryResponse }
    },
    NoBody,
  ),
  ...both('GET', '/:webhook/deliveries', async (call) => {
    const { webhook } = await findWebhook(call)
    const deliveries = await call.store.readDeliveries(webhook.id, LOG_MAX)
    return { body: { data: deliveries.map(toDelivery) } satisfies DeliveriesResponse }
  }),
  ...both(
    'POST',
    '/:webhook/deliveries/:delivery/replay',
    async (call) => {
      const { store, now, params, afterwards, webhooks } = call
      const { webhook } = await findWebhook(call)
      if (webhook.disabledAt !== null) throw new AccountRefusal('webhook_disabled', webhook.id)
      await throttle(call, 'webhook', call.accountId)
      const { delivery: id = '' } = params
      const delivery = await store.delivery(id)
      if (delivery?.webhookId !== webhook.id) throw new AccountRefusal('delivery_unknown', id)
      const replayed = replayedDelivery(delivery, now)
      if (!replayed || !(await store.saveDelivery(delivery, replayed))) throw new AccountRefusal('delivery_pending', id)
      afterwards(webhooks.run)
      return { status: 202, body: { delivery: toDelivery(replayed) } satisfies DeliveryResponse }
    },
    NoBody,
  ),
]

/** The same route for members, with the account in the path, and for programs, with the account of the key. */
function both<Body>(
  method: Route['method'],
  path: string,
  run: (call: WebhookCall, body: Body) => Promise<Outcome>,
  body?: z.ZodType<Body>,
): Route[] {
  const carried = body && { body, ...(path === '' && { example: '{"url": "https://example.org/changes"}' }) }
  return [
    forMember({
      method,
      path: `${OF_ACCOUNT}/webhooks${path}`,
      access: method === 'GET' ? 'webhooks.read' : 'webhooks.manage',
      ...carried,
      run: (call, sent) => run({ ...call, accountId: call.caller.account.id, by: call.caller.email }, sent as Body),
    }),
    forKey({
      method,
      path: `/api/account/webhooks${path}`,
      ...carried,
      run: (call, sent) => run({ ...call, by: call.keyId }, sent as Body),
    }),
  ]
}

const getId = ({ params }: Call): string => params.webhook ?? ''

/** @throws AccountRefusal for a webhook that the account does not have */
async function findWebhook(call: WebhookCall): Promise<WebhookWithAccount> {
  const found = await call.store.findWebhook(call.accountId, getId(call))
  if (!found) throw new AccountRefusal('webhook_unknown', getId(call))
  return found
}

/** Checks that the URL of a webhook is allowed. @throws ApiError INVALID_PARAMETER */
async function mustBeAllowed(call: WebhookCall, url: string): Promise<void> {
  await throttle(call, 'webhook', call.accountId)
  const refusal = await call.aside(() => call.webhooks.refusal(url))
  if (refusal !== null) throw problem('url', null, refusal)
}

// The format that Standard Webhooks libraries expect.
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const getOutcome = async ({ store, now }: WebhookCall, webhook: Webhook): Promise<Outcome> => ({
  body: { webhook: await toEntry(store, webhook, now) } satisfies WebhookResponse,
})

const withSecret = async ({ store, now }: WebhookCall, webhook: Webhook, secret: string): Promise<Outcome> => ({
  body: { webhook: await toEntry(store, webhook, now), secret } satisfies WebhookSecretResponse,
})
