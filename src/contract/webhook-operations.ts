import * as z from 'zod'
import { NoBody } from '../http/account/schemas.ts'
import {
  DeliveriesResponse,
  DeliveryResponse,
  WebhookBody,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
  WebhookUpdateBody,
} from '../http/account/webhook-schemas.ts'
import type { AccountErrorCode } from '../http/response/error-codes.ts'
import type { Method } from './shape.ts'

/** The errors of accounts that a program may get. */
export const WEBHOOK_REFUSALS = [
  'WEBHOOKS_EXHAUSTED',
  'WEBHOOK_DISABLED',
  'DELIVERY_PENDING',
] as const satisfies AccountErrorCode[]
type WebhookRefusal = (typeof WEBHOOK_REFUSALS)[number]

/** One operation to manage webhooks. */
export interface Managed {
  method: Method
  path: string
  operationId: string
  summary: string
  description: string
  body?: z.ZodType
  /** Default: 200. */
  status?: 200 | 201 | 202 | 204
  response?: z.ZodType
  /** The account errors that it may return, besides those of the API. */
  refusals?: readonly WebhookRefusal[]
}

/** Every operation to manage webhooks, as documented. Paths are relative to `/api/account/webhooks`. */
export const MANAGING: readonly Managed[] = [
  {
    method: 'get',
    path: '',
    operationId: 'getWebhooks',
    summary: 'Webhooks of the account',
    description: "The webhooks of the key's account, with the status of their latest deliveries. Free of charge.",
    response: WebhooksResponse,
  },
  {
    method: 'post',
    path: '',
    operationId: 'postWebhooks',
    summary: 'Register a webhook',
    description:
      'The response includes the signing secret, which is shown only once. The webhook receives later publications. 409 `WEBHOOKS_EXHAUSTED` when the plan allows no more webhooks. Free of charge.',
    body: WebhookBody,
    status: 201,
    response: WebhookSecretResponse,
    refusals: ['WEBHOOKS_EXHAUSTED'],
  },
  {
    method: 'get',
    path: '/{webhook}',
    operationId: 'getWebhook',
    summary: 'One webhook',
    description: 'One webhook, with the status of its latest delivery. Free of charge.',
    response: WebhookResponse,
  },
  {
    method: 'patch',
    path: '/{webhook}',
    operationId: 'patchWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the URL or the filter, or disables or enables the webhook. Omitted fields stay as they are. A webhook that is enabled again receives later publications. Free of charge.',
    body: WebhookUpdateBody,
    response: WebhookResponse,
  },
  {
    method: 'delete',
    path: '/{webhook}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'The webhook receives no more messages. Free of charge.',
    status: 204,
  },
  {
    method: 'post',
    path: '/{webhook}/rotate',
    operationId: 'postWebhookRotate',
    summary: 'Rotate the secret of a webhook',
    description:
      'The response includes the new secret, which is shown only once. For 24 hours messages are signed with both secrets, then only with the new one. Free of charge.',
    body: NoBody,
    response: WebhookSecretResponse,
  },
  {
    method: 'post',
    path: '/{webhook}/test',
    operationId: 'postWebhookTest',
    summary: 'Send a test',
    description: 'Sends one test message immediately and returns the result. Free of charge.',
    body: NoBody,
    response: DeliveryResponse,
  },
  {
    method: 'get',
    path: '/{webhook}/deliveries',
    operationId: 'getWebhookDeliveries',
    summary: 'Deliveries of a webhook',
    description:
      'The deliveries of the last 30 days with the response status of each attempt, newest first. Free of charge.',
    response: DeliveriesResponse,
  },
  {
    method: 'post',
    path: '/{webhook}/deliveries/{delivery}/replay',
    operationId: 'postWebhookReplay',
    summary: 'Replay a delivery',
    description:
      'Sends a message again with the same `webhook-id`, with retries for another 24 hours. 409 `DELIVERY_PENDING` while it is being sent or retried, 409 `WEBHOOK_DISABLED` for a disabled webhook. Free of charge.',
    body: NoBody,
    status: 202,
    response: DeliveryResponse,
    refusals: ['WEBHOOK_DISABLED', 'DELIVERY_PENDING'],
  },
]
