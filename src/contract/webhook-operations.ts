import type { z } from 'zod'
import { NoBody } from '../http/account/schemas.ts'
import {
  DeliveriesAnswer,
  DeliveryAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookSecretAnswer,
  WebhooksAnswer,
  WebhookUpdateBody,
} from '../http/account/webhook-schemas.ts'
import type { Method } from './shape.ts'

/** One way in which programs manage webhooks. */
export interface Managed {
  method: Method
  path: string
  operationId: string
  summary: string
  description: string
  body?: z.ZodType
  status: 200 | 201 | 202 | 204
  answer?: z.ZodType
}

/** Every way, as the documents tell of it; the paths are below `/api/account/webhooks`. */
export const MANAGING: readonly Managed[] = [
  {
    method: 'get',
    path: '',
    operationId: 'getWebhooks',
    summary: 'Webhooks of the account',
    description: "The webhooks of the key's account, with how their latest deliveries went. Free of charge.",
    status: 200,
    answer: WebhooksAnswer,
  },
  {
    method: 'post',
    path: '',
    operationId: 'postWebhooks',
    summary: 'Register a webhook',
    description:
      'The answer holds the secret that messages are signed with, this once. The webhook is told of what is published from now on. 409 `WEBHOOKS_EXHAUSTED` when the plan includes no more. Free of charge.',
    body: WebhookBody,
    status: 201,
    answer: WebhookSecretAnswer,
  },
  {
    method: 'get',
    path: '/{webhook}',
    operationId: 'getWebhook',
    summary: 'One webhook',
    description: 'One webhook, with how its latest delivery went. Free of charge.',
    status: 200,
    answer: WebhookAnswer,
  },
  {
    method: 'patch',
    path: '/{webhook}',
    operationId: 'patchWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the address or the filter, disables the webhook or enables it again; what is left out stays. An enabled webhook is told of what is published from then on. Free of charge.',
    body: WebhookUpdateBody,
    status: 200,
    answer: WebhookAnswer,
  },
  {
    method: 'delete',
    path: '/{webhook}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'The webhook gets no more messages. Free of charge.',
    status: 204,
  },
  {
    method: 'post',
    path: '/{webhook}/rotate',
    operationId: 'postWebhookRotate',
    summary: 'Rotate the secret of a webhook',
    description:
      'The answer holds the new secret, this once. For 24 hours messages are signed with both, then with the new one alone. Free of charge.',
    body: NoBody,
    status: 200,
    answer: WebhookSecretAnswer,
  },
  {
    method: 'post',
    path: '/{webhook}/test',
    operationId: 'postWebhookTest',
    summary: 'Send a test',
    description: 'Sends a test message at once, once, and answers how the address took it. Free of charge.',
    body: NoBody,
    status: 200,
    answer: DeliveryAnswer,
  },
  {
    method: 'get',
    path: '/{webhook}/deliveries',
    operationId: 'getWebhookDeliveries',
    summary: 'Deliveries of a webhook',
    description:
      'The deliveries of the last 30 days with every status that was answered, newest first. Free of charge.',
    status: 200,
    answer: DeliveriesAnswer,
  },
  {
    method: 'post',
    path: '/{webhook}/deliveries/{delivery}/replay',
    operationId: 'postWebhookReplay',
    summary: 'Replay a delivery',
    description:
      'Sends the message of a delivery again, with the same `webhook-id`, and retries it for another 24 hours. 409 `DELIVERY_PENDING` while it is being sent or retried, 409 `WEBHOOK_DISABLED` for a disabled webhook. Free of charge.',
    body: NoBody,
    status: 202,
    answer: DeliveryAnswer,
  },
]
