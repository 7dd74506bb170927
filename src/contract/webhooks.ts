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
import { ACCOUNT_ERRORS, type AccountErrorCode, ERRORS, type ErrorCode } from '../http/response/error-codes.ts'
import { ApiError, Problem, toProblem } from '../http/response/errors.ts'
import { ChangesMessage, TestMessage } from '../http/webhooks/message.ts'
import { errorResponses, problemResponse } from './endpoint-errors.ts'
import { getHeaderReferences } from './headers.ts'
import type { Schemas } from './schemas.ts'
import { type Example, jsonBody, type Method, type OpenApi, type Operation } from './shape.ts'

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

/** The webhook operations and messages of the OpenAPI document. */

const TAG = 'webhooks'
export const WEBHOOKS_TAG = {
  name: TAG,
  description:
    'URLs of yours that receive a signed message after each publication with changes. You can also manage them on the account pages.',
}
const BASE = '/api/account/webhooks'

const PATH_PARAMETERS: { [name: string]: string } = {
  webhook: 'Id of the webhook.',
  delivery: 'Id of the delivery: the `webhook-id` of its message.',
}

/** The paths of the operations to manage webhooks. */
export function webhookPaths(schemas: Schemas): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const operation of MANAGING) {
    const path = `${BASE}${operation.path}`
    paths[path] = { ...paths[path], [operation.method]: managed(operation, schemas) }
  }
  return paths
}

const WebhookProblem = Problem.extend({
  code: z.enum(WEBHOOK_REFUSALS).describe('Stable name of the error.'),
}).meta({ id: 'WebhookProblem' })

/** The response to a request that the state of the webhooks does not allow. */
function conflict(codes: NonNullable<Managed['refusals']>, schemas: Schemas): Operation['responses'][string] {
  const sentence = (code: (typeof codes)[number]) => `${ACCOUNT_ERRORS[code].title}. ${ACCOUNT_ERRORS[code].remedy}`
  const about = { base: 'https://api.example.org', path: BASE, requestId: 'b7c0e1de-example' }
  const example = (code: (typeof codes)[number]): Example => ({
    summary: sentence(code),
    value: toProblem(new ApiError(code, sentence(code)), about),
  })
  const errors = codes.map((code) => ({ code, title: ACCOUNT_ERRORS[code].title, example: example(code) }))
  return problemResponse(409, true, schemas.of(WebhookProblem, 'output'), errors)
}

function managed(
  { path, operationId, summary, description, body, status = 200, response, refusals }: Managed,
  schemas: Schemas,
): Operation {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => name)
  const codes: ErrorCode[] = [
    'API_KEY_MISSING',
    'API_KEY_INVALID',
    'API_KEY_REVOKED',
    'ACCOUNT_SUSPENDED',
    'PLAN_REQUIRED',
    'CREDENTIALS_CONFLICT',
    ...(body ? (['INVALID_PARAMETER', 'UNKNOWN_PARAMETER', 'INVALID_JSON', 'REQUEST_TIMEOUT'] as const) : []),
    ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(names.length > 0 ? (['NOT_FOUND'] as const) : []),
    'METHOD_NOT_ALLOWED',
    'RATE_LIMITED',
    'INTERNAL',
    'STORE_UNAVAILABLE',
  ]
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return {
    operationId,
    tags: [TAG],
    summary,
    description,
    security: [{ bearer: [] }, { apiKey: [] }],
    parameters: names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: PATH_PARAMETERS[name] ?? '',
      schema: { type: 'string' },
    })),
    ...(body && { requestBody: jsonBody('One JSON object. Unknown fields are rejected.', schemas.of(body, 'input')) }),
    responses: {
      [String(status)]: {
        description: 'The response.',
        headers: getHeaderReferences({ status, isKeyed: true }),
        ...(response && { content: { 'application/json': { schema: schemas.of(response, 'output') } } }),
      },
      ...Object.fromEntries(errorResponses(byStatus, true, schemas)),
      ...(refusals && { '409': conflict(refusals, schemas) }),
    },
  }
}

const MESSAGE_HEADERS = {
  'webhook-id':
    'Identifies the message. It is the same in every attempt and replay, so that you can ignore duplicates.',
  'webhook-timestamp': 'When the message was sent, in seconds since 1970. Reject messages that are not recent.',
  'webhook-signature':
    'Space-separated signatures, each `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. One of them must match.',
} as const

const MESSAGES = {
  changesPublished: {
    summary: 'Data changed',
    description:
      'Sent once for each publication with changes that match the filter of the webhook. Signed according to Standard Webhooks. Any 2xx response within 10 seconds accepts the message; otherwise it is retried, with ten attempts within 24 hours. Messages may arrive more than once and out of order.',
    body: ChangesMessage,
  },
  webhookTest: {
    summary: 'A test',
    description: 'Sent once, when a test is requested. Signed like every other message.',
    body: TestMessage,
  },
} as const

/** The messages as OpenAPI webhooks. */
export const webhookMessages = (schemas: Schemas): NonNullable<OpenApi['webhooks']> =>
  Object.fromEntries(
    Object.entries(MESSAGES).map(([name, message]) => [name, { post: messageOperation(name, message, schemas) }]),
  )

const messageOperation = (
  operationId: string,
  { summary, description, body }: (typeof MESSAGES)[keyof typeof MESSAGES],
  schemas: Schemas,
): Operation => ({
  operationId,
  tags: [TAG],
  summary,
  description,
  security: [],
  parameters: Object.entries(MESSAGE_HEADERS).map(([name, text]) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  })),
  requestBody: jsonBody('One message.', schemas.of(body, 'output')),
  responses: {
    '204': { description: 'The message was accepted. Any other 2xx means the same.', headers: {} },
    '410': { description: 'Send no more messages. The webhook is disabled immediately.', headers: {} },
  },
})
