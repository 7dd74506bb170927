import * as z from 'zod'
import { WEBHOOK_OPERATIONS, WEBHOOK_REFUSALS, type WebhookOperation } from '../http/account/webhooks.ts'
import { ACCOUNT_ERRORS, type ErrorCode } from '../http/response/error-codes.ts'
import { Problem } from '../http/response/errors.ts'
import { ChangesMessage, TestMessage } from '../http/webhooks/message.ts'
import { errorResponses, exampleProblem, getHeaderReferences, problemResponse } from './responses.ts'
import { toPath } from './routes.ts'
import type { Schemas } from './schemas.ts'
import { jsonBody, type OpenApi, type Operation, type Parameter, toMethod } from './shape.ts'

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

const BODY_ERRORS: readonly ErrorCode[] = [
  'INVALID_PARAMETER',
  'UNKNOWN_PARAMETER',
  'INVALID_JSON',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** The paths of the operations to manage webhooks. */
export function webhookPaths(schemas: Schemas): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const operation of WEBHOOK_OPERATIONS) {
    const path = BASE + toPath(operation.path)
    paths[path] = { ...paths[path], [toMethod(operation)]: toWebhookOperation(operation, schemas) }
  }
  return paths
}

const WebhookProblem = Problem.extend({
  code: z.enum(WEBHOOK_REFUSALS).describe('Stable name of the error.'),
}).meta({ id: 'WebhookProblem' })

const required = (name: string, place: 'path' | 'header', description: string): Parameter => ({
  name,
  in: place,
  required: true,
  description,
  schema: { type: 'string' },
})

function toWebhookOperation(
  { path, operationId, summary, description, body, status = 200, response, refusals = [] }: WebhookOperation,
  schemas: Schemas,
): Operation {
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) => name)
  const codes: ErrorCode[] = [
    'API_KEY_MISSING',
    'API_KEY_INVALID',
    'API_KEY_REVOKED',
    'ACCOUNT_SUSPENDED',
    'PLAN_REQUIRED',
    'CREDENTIALS_CONFLICT',
    ...(body ? BODY_ERRORS : []),
    ...(names.length > 0 ? (['NOT_FOUND'] as const) : []),
    'METHOD_NOT_ALLOWED',
    'RATE_LIMITED',
    'INTERNAL',
    'STORE_UNAVAILABLE',
  ]
  // The state of the webhooks does not allow the request.
  const conflicts = refusals.map((code) => {
    const { title, remedy } = ACCOUNT_ERRORS[code]
    return { code, title, example: { summary: `${title}. ${remedy}`, value: exampleProblem(code, null, BASE) } }
  })
  return {
    operationId,
    tags: [TAG],
    summary,
    description,
    security: [{ bearer: [] }, { apiKey: [] }],
    parameters: names.map((name) => required(name, 'path', PATH_PARAMETERS[name] ?? '')),
    ...(body && { requestBody: jsonBody('One JSON object. Unknown fields are rejected.', schemas.of(body, 'input')) }),
    responses: {
      [status]: {
        description: 'The response.',
        headers: getHeaderReferences({ status, isKeyed: true }),
        ...(response && { content: { 'application/json': { schema: schemas.of(response, 'output') } } }),
      },
      ...Object.fromEntries(errorResponses(codes, true, schemas)),
      ...(conflicts.length > 0 && {
        '409': problemResponse(409, true, schemas.of(WebhookProblem, 'output'), conflicts),
      }),
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

/** The messages that the service sends, as operations of the receiver. */
export const webhookMessages = (schemas: Schemas): NonNullable<OpenApi['webhooks']> =>
  Object.fromEntries(
    Object.entries(MESSAGES).map(([operationId, { summary, description, body }]) => {
      const post: Operation = {
        operationId,
        tags: [TAG],
        summary,
        description,
        security: [],
        parameters: Object.entries(MESSAGE_HEADERS).map(([name, text]) => required(name, 'header', text)),
        requestBody: jsonBody('One message.', schemas.of(body, 'output')),
        responses: {
          '204': { description: 'The message was accepted. Any other 2xx means the same.', headers: {} },
          '410': { description: 'Send no more messages. The webhook is disabled immediately.', headers: {} },
        },
      }
      return [operationId, { post }]
    }),
  )
