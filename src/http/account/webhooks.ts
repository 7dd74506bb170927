import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { AccountRefusal, type Actor } from '../../account/actions.ts'
import type { Webhook } from '../../account/record.ts'
import type { WebhookWithAccount } from '../../account/verbs.ts'
import { requireWebhooks } from '../../account/webhooks.ts'
import { generateId } from '../../metering/keys.ts'
import { markDeliveryReplayed } from '../../notify/delivery.ts'
import { createProblem } from '../request/problems.ts'
import type { AccountErrorCode } from '../response/errors.ts'
import { ACCOUNT, type Call, NoBody, type Route, route, throttle } from './route.ts'
import {
  DeliveriesResponse,
  DeliveryResponse,
  LOG_MAX,
  toDelivery,
  toEntry,
  WebhookBody,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
  WebhookUpdateBody,
} from './webhook-schemas.ts'

/** The errors of accounts that a program may get. */
export const WEBHOOK_REFUSALS = [
  'WEBHOOKS_EXHAUSTED',
  'WEBHOOK_DISABLED',
  'DELIVERY_PENDING',
] as const satisfies AccountErrorCode[]

interface WebhookCall extends Call {
  accountId: string
  by: Actor
}

/** An operation on webhooks, as served and as documented. */
export interface WebhookOperation<Body extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  method: Route['method']
  path: string
  operationId: string
  summary: string
  description: string
  body?: Body
  status?: Route['status']
  response?: Response
  /** The account errors that it may return, besides those of the API. */
  refusals?: readonly (typeof WEBHOOK_REFUSALS)[number][]
  run: (call: WebhookCall, body: z.infer<Body>) => Promise<z.infer<Response>>
}

const operation = <Body extends z.ZodType, Response extends z.ZodType>(
  declared: WebhookOperation<Body, Response>,
): WebhookOperation => declared as WebhookOperation<never, never>

/** Every operation on webhooks. Members and programs use the same requests; a program's account is that of its key. */
export const WEBHOOK_OPERATIONS: readonly WebhookOperation[] = [
  operation({
    method: 'GET',
    path: '',
    operationId: 'getWebhooks',
    summary: 'Webhooks of the account',
    description: "The webhooks of the key's account, with the status of their latest deliveries. Free of charge.",
    response: WebhooksResponse,
    async run({ store, accountId, now }) {
      const webhooks = await store.webhooks(accountId)
      return { data: await Promise.all(webhooks.map((webhook) => toEntry(store, webhook, now))) }
    },
  }),
  operation({
    method: 'POST',
    path: '',
    operationId: 'postWebhooks',
    summary: 'Register a webhook',
    description:
      'The response includes the signing secret, which is shown only once. The webhook receives later publications. 409 `WEBHOOKS_EXHAUSTED` when the plan allows no more webhooks. Free of charge.',
    body: WebhookBody,
    status: 201,
    response: WebhookSecretResponse,
    refusals: ['WEBHOOKS_EXHAUSTED'],
    async run(call, { url, filter }) {
      const { store, accountId, by, now, webhooks } = call
      await mustBeAllowed(call, url)
      const secret = generateSecret()
      const draft = { id: generateId('whk'), url, filter, announced: webhooks.newest(), secret }
      return { webhook: await show(call, await store.createWebhook(accountId, draft, now, by)), secret }
    },
  }),
  operation({
    method: 'GET',
    path: '/:webhook',
    operationId: 'getWebhook',
    summary: 'One webhook',
    description: 'One webhook, with the status of its latest delivery. Free of charge.',
    response: WebhookResponse,
    run: async (call) => ({ webhook: await show(call, (await findWebhook(call)).webhook) }),
  }),
  operation({
    method: 'PATCH',
    path: '/:webhook',
    operationId: 'patchWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the URL or the filter, or disables or enables the webhook. Omitted fields stay as they are. A webhook that is enabled again receives later publications. Free of charge.',
    body: WebhookUpdateBody,
    response: WebhookResponse,
    async run(call, { url, filter, enabled }) {
      const { store, accountId, by, now, webhooks } = call
      if (url !== undefined) await mustBeAllowed(call, url)
      const update = { url, filter, isEnabled: enabled }
      const change = { id: getId(call), update, announced: webhooks.newest() }
      return { webhook: await show(call, await store.updateWebhook(accountId, change, now, by)) }
    },
  }),
  operation({
    method: 'DELETE',
    path: '/:webhook',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'The webhook receives no more messages. Free of charge.',
    status: 204,
    run: (call) => call.store.deleteWebhook(call.accountId, getId(call), call.now, call.by),
  }),
  operation({
    method: 'POST',
    path: '/:webhook/rotate',
    operationId: 'postWebhookRotate',
    summary: 'Rotate the secret of a webhook',
    description:
      'The response includes the new secret, which is shown only once. For 24 hours messages are signed with both secrets, then only with the new one. Free of charge.',
    body: NoBody,
    response: WebhookSecretResponse,
    async run(call) {
      const { store, accountId, by, now } = call
      const secret = generateSecret()
      const webhook = await store.rotateWebhookSecret(accountId, getId(call), secret, now, by)
      return { webhook: await show(call, webhook), secret }
    },
  }),
  operation({
    method: 'POST',
    path: '/:webhook/test',
    operationId: 'postWebhookTest',
    summary: 'Send a test',
    description: 'Sends one test message immediately and returns the result. Free of charge.',
    body: NoBody,
    response: DeliveryResponse,
    async run(call) {
      const webhook = await findWebhook(call)
      requireWebhooks(webhook.account, call.now)
      await throttle(call, 'webhook', call.accountId)
      return { delivery: toDelivery(await call.aside(() => call.webhooks.test(webhook, generateId('msg')))) }
    },
  }),
  operation({
    method: 'GET',
    path: '/:webhook/deliveries',
    operationId: 'getWebhookDeliveries',
    summary: 'Deliveries of a webhook',
    description:
      'The deliveries of the last 30 days with the response status of each attempt, newest first. Free of charge.',
    response: DeliveriesResponse,
    async run(call) {
      const { webhook } = await findWebhook(call)
      return { data: (await call.store.readDeliveries(webhook.id, LOG_MAX)).map(toDelivery) }
    },
  }),
  operation({
    method: 'POST',
    path: '/:webhook/deliveries/:delivery/replay',
    operationId: 'postWebhookReplay',
    summary: 'Replay a delivery',
    description:
      'Sends a message again with the same `webhook-id`, with retries for another 24 hours. 409 `DELIVERY_PENDING` while it is being sent or retried, 409 `WEBHOOK_DISABLED` for a disabled webhook. Free of charge.',
    body: NoBody,
    status: 202,
    response: DeliveryResponse,
    refusals: ['WEBHOOK_DISABLED', 'DELIVERY_PENDING'],
    async run(call) {
      const { store, now, params, afterwards, webhooks } = call
      const { webhook } = await findWebhook(call)
      if (webhook.disabledAt !== null) throw new AccountRefusal('webhook_disabled', webhook.id)
      await throttle(call, 'webhook', call.accountId)
      const { delivery: id = '' } = params
      const delivery = await store.delivery(id)
      if (delivery?.webhookId !== webhook.id) throw new AccountRefusal('delivery_unknown', id)
      const replayed = markDeliveryReplayed(delivery, now)
      if (!replayed || !(await store.saveDelivery(replayed))) throw new AccountRefusal('delivery_pending', id)
      afterwards(webhooks.run)
      return { delivery: toDelivery(replayed) }
    },
  }),
]

const EXAMPLE = '{"url": "https://example.org/changes"}'

/** The routes of each operation: for members, with the account in the path, and for programs. */
export const WEBHOOK_ROUTES: readonly Route[] = WEBHOOK_OPERATIONS.flatMap((operation) => {
  const { method, path, body = null, status = 200 } = operation
  const run = operation.run as (call: WebhookCall, sent: unknown) => Promise<unknown>
  const access = method === 'GET' ? 'webhooks.read' : 'webhooks.manage'
  const ofMember = route(access, method, `${ACCOUNT}/webhooks${path}`, body, status, (call, sent) =>
    run({ ...call, accountId: call.caller.account.id, by: call.caller.email }, sent),
  )
  const ofProgram = route('key', method, `/api/account/webhooks${path}`, body, status, (call, sent) =>
    run({ ...call, by: call.keyId }, sent),
  )
  return [ofMember, ofProgram].map((each) => ({ ...each, ...(path === '' && { example: EXAMPLE }) }))
})

const getId = ({ params }: Call): string => params.webhook ?? ''

/** @throws AccountRefusal for a webhook that the account does not have */
async function findWebhook(call: WebhookCall): Promise<WebhookWithAccount> {
  const webhook = await call.store.findWebhook(call.accountId, getId(call))
  if (!webhook) throw new AccountRefusal('webhook_unknown', getId(call))
  return webhook
}

/** Checks that the URL of a webhook is allowed. @throws ApiError INVALID_PARAMETER */
async function mustBeAllowed(call: WebhookCall, url: string): Promise<void> {
  await throttle(call, 'webhook', call.accountId)
  const refusal = await call.aside(() => call.webhooks.refusal(url))
  if (refusal !== null) throw createProblem('url', null, refusal)
}

// The format that Standard Webhooks libraries expect.
const generateSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const show = ({ store, now }: WebhookCall, webhook: Webhook) => toEntry(store, webhook, now)
