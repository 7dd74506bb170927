import * as z from 'zod'
import promises from '../../content/promises.json' with { type: 'json' }
import { FORMATS } from '../formats/formats.ts'
import { getColumns } from '../formats/table.ts'
import { WEBHOOK_OPERATIONS, WEBHOOK_REFUSALS, type WebhookOperation } from '../http/account/webhooks.ts'
import { CONTRACT_VERSION, type Endpoint } from '../http/endpoints/endpoint.ts'
import { ERROR_CODES, type ErrorCode, Problem } from '../http/response/errors.ts'
import { ChangesMessage, TestMessage } from '../http/webhooks/message.ts'
import { compare } from '../rules/text/words.ts'
import { RemovedRecord } from '../schema/wire/fields.ts'
import { formatPromises, getGroupPromises } from './promises.ts'
import {
  createExampleProblem,
  describeError,
  getErrors,
  getHeaderReferences,
  KEY_ERRORS,
  RESPONSE_HEADERS,
  toErrorResponses,
  toProblemResponse,
} from './responses.ts'
import { ROUTES, type Route, toPath } from './routes.ts'
import {
  type OfferedFormat,
  type Operation,
  type Parameter,
  type Paths,
  type Reference,
  type Response,
  Schemas,
  toJsonBody,
  toMethod,
  toParameterSchema,
} from './schemas.ts'

export interface DocumentOptions {
  /** Base URLs of the service without a trailing slash, main one first; when empty, the document's own host. */
  servers: readonly string[]
  /** Example responses by operation id. */
  examples?: ReadonlyMap<string, unknown>
}

const SUMMARY = 'A read-only JSON API over the US Rural Health Transformation Program.'
const ABOUT = `${SUMMARY.slice(0, -1)}: state summaries, documents with extracted fields, opportunities with deadlines, award rows, events, activities, a feed of changes, and full-text search. The data comes from public state and federal sources and is informational only.`

/** The request headers that the service reads, except those of the API key. */
const PARAMETERS: { [id: string]: Parameter } = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a response that you have. If it is still current, the response is 304.',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for the request, returned with the response.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
}

export type OpenApi = ReturnType<typeof openApi>

/** The service's contract as an OpenAPI 3.1 document, built from the registry of endpoints and its tables. */
export function openApi({ servers, examples = new Map() }: DocumentOptions) {
  const schemas = new Schemas()
  const paths: Paths = {}
  for (const route of ROUTES) {
    const operation = toOperation(route, schemas, examples.get(route.operationId))
    paths[route.path] = { ...paths[route.path], [toMethod(route)]: operation }
  }
  Object.assign(paths, toWebhookPaths(schemas))
  const webhooks = toWebhookMessages(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rural Health Program Data Service',
      summary: SUMMARY,
      version: CONTRACT_VERSION,
      description: `${ABOUT}\n\n${formatPromises()}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers:
      servers.length === 0
        ? [{ url: '/', description: 'The host of this document.' }]
        : servers.map((url, index) => ({
            url,
            description: index === 0 ? 'The service.' : 'The same service, for existing integrations.',
          })),
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [
      ...[...Map.groupBy(ROUTES, ({ tag }) => tag)].map(([name, routes]) => ({
        name,
        description: getGroupPromises(name).join(' ') || routes.map(({ summary }) => `${summary}.`).join(' '),
      })),
      { name: TAG, description: getGroupPromises(TAG).join(' ') },
    ],
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => compare(a, b))),
      parameters: PARAMETERS,
      headers: Object.fromEntries(
        RESPONSE_HEADERS.map(({ name, description, type }) => [name, { description, schema: { type } }]),
      ),
      examples: Object.fromEntries(
        ERROR_CODES.map((code) => [
          code,
          {
            summary: describeError(code).text,
            value: createExampleProblem(code, servers[0] ?? null),
          },
        ]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The API key in its own header.' },
      },
    },
  }
}

function toOperation(route: Route, schemas: Schemas, example: unknown): Operation {
  const { endpoint } = route
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, formatFormats(endpoint), orderText(route)].filter(Boolean).join(' '),
    security: endpoint && !endpoint.isSigned ? [{ bearer: [] }, { apiKey: [] }] : [],
    parameters: toParameters(route, schemas),
    ...(route.body && {
      requestBody: toJsonBody('One JSON object. Unknown fields are rejected.', schemas.of(route.body, 'input')),
    }),
    responses: toResponses(route, schemas, example),
    ...(endpoint?.formats && { 'x-formats': getOfferedFormats(endpoint) }),
    ...(endpoint?.files && { 'x-formats': [...endpoint.files] }),
  }
}

function formatFormats(endpoint: Endpoint | null): string | null {
  const formats = endpoint?.formats?.map((format) => `${FORMATS[format].title} (\`.${format}\`)`)
  return formats
    ? `Formats: ${formats.join(', ')}. Choose one with an extension in the path or its media type in Accept.`
    : null
}

function orderText({ list }: Route): string | null {
  if (!list) return null
  const words = list.orders.default.map(
    ([field, direction]) => `\`${field}\` ${direction === 'asc' ? 'ascending' : 'descending'}`,
  )
  const by = words.length > 0 ? `${words.join(', ')}, then \`id\`` : '`id`'
  return `${list.orders.other ? 'Default order' : 'Order'}: ${by}.`
}

const getOfferedFormats = ({ formats = [], item }: Endpoint): OfferedFormat[] =>
  formats
    .filter((format) => format !== 'json')
    .map((format) => {
      const { mediaTypes, description } = FORMATS[format]
      const columns = format === 'csv' && item ? getColumns(item) : null
      return {
        mediaType: mediaTypes[0],
        suffix: `.${format}`,
        description,
        ...(columns && { columns: columns.map(({ name, description }) => ({ name, description })) }),
      }
    })

const isConditional = ({ isTagged, method }: Route): boolean => isTagged && method === 'GET'

function toParameters(route: Route, schemas: Schemas): (Parameter | Reference)[] {
  const { parameter, query } = route
  const inQuery = Object.entries(query).flatMap(([name, declared]): Parameter[] => {
    const { description, alias } = declared
    const schema = toParameterSchema(declared, schemas)
    const style = schema.type === 'array' && ({ style: 'form', explode: false } as const)
    const described: Parameter = { name, in: 'query', description, schema, ...style }
    const other = `Alias of \`${name}\`. Send only one of them.`
    return alias ? [described, { ...described, name: alias, description: other }] : [described]
  })
  return [
    ...(parameter ? [required(parameter.name, 'path', parameter.description)] : []),
    ...inQuery,
    ...(isConditional(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    { $ref: '#/components/parameters/RequestId' },
  ]
}

const STATUS_DESCRIPTIONS = {
  200: 'The response.',
  201: 'Created.',
  206: 'The requested range.',
  307: 'The location of the file until the next publication.',
  503: 'The response while keyed requests cannot be served.',
} as const satisfies { [Status in Route['statuses'][number]]: string }

function toResponses(route: Route, schemas: Schemas, example: unknown): Operation['responses'] {
  const { endpoint, list, isTagged } = route
  const isKeyed = endpoint !== null
  const schema = schemas.of(route.response, 'output')
  const records = list && schema.properties?.data
  // A list also names the removed records that a caller can ask for.
  if (records) records['x-removed-items'] = schemas.of(z.array(RemovedRecord), 'output').items ?? {}
  const content = (status: number) => ({
    'application/json': {
      schema,
      ...(example !== undefined && status < 202 && { examples: { answer: { value: example } } }),
    },
  })
  const all: (readonly [status: number, response: Response])[] = route.statuses.map((status) => [
    status,
    {
      description: STATUS_DESCRIPTIONS[status],
      headers: getHeaderReferences({
        status,
        isKeyed,
        isTagged,
        isPaged: list !== null && 'page' in route.query,
        isFile: endpoint?.files !== undefined,
      }),
      ...(status !== 307 && { content: content(status) }),
    },
  ])
  if (isConditional(route)) {
    const description = 'Not modified: the `ETag` that you sent is still current.'
    all.push([304, { description, headers: getHeaderReferences({ status: 304, isKeyed, isTagged }) }])
  }
  all.push(...toErrorResponses(getErrors(route), isKeyed, schemas))
  return Object.fromEntries(all.sort(([a], [b]) => a - b))
}

const TAG = 'webhooks'
const BASE = '/api/account/webhooks'

const PATH_PARAMETERS: { [name: string]: string } = {
  webhook: 'Id of the webhook.',
  delivery: 'Id of the delivery: the `webhook-id` of its message.',
}

// biome-ignore format: word lists read better as running lines
const BODY_ERRORS: readonly ErrorCode[] = [
  'INVALID_PARAMETER', 'UNKNOWN_PARAMETER', 'INVALID_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

function toWebhookPaths(schemas: Schemas): Paths {
  const paths: Paths = {}
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
    ...KEY_ERRORS,
    ...(body ? BODY_ERRORS : []),
    ...(names.length > 0 ? (['NOT_FOUND'] as const) : []),
    'METHOD_NOT_ALLOWED',
    'RATE_LIMITED',
    'INTERNAL',
    'STORE_UNAVAILABLE',
  ]
  const conflicts = refusals.map((code) => {
    const { title, text } = describeError(code)
    return { code, title, example: { summary: text, value: createExampleProblem(code, null, BASE) } }
  })
  return {
    operationId,
    tags: [TAG],
    summary,
    description,
    security: [{ bearer: [] }, { apiKey: [] }],
    parameters: names.map((name) => required(name, 'path', PATH_PARAMETERS[name] ?? '')),
    ...(body && {
      requestBody: toJsonBody('One JSON object. Unknown fields are rejected.', schemas.of(body, 'input')),
    }),
    responses: {
      [status]: {
        description: 'The response.',
        headers: getHeaderReferences({ status, isKeyed: true }),
        ...(response && { content: { 'application/json': { schema: schemas.of(response, 'output') } } }),
      },
      ...Object.fromEntries(toErrorResponses(codes, true, schemas)),
      ...(conflicts.length > 0 && {
        '409': toProblemResponse(409, true, schemas.of(WebhookProblem, 'output'), conflicts),
      }),
    },
  }
}

const MESSAGES = { changesPublished: ChangesMessage, webhookTest: TestMessage } as const

/** The messages that the service sends, as operations of the receiver. */
const toWebhookMessages = (schemas: Schemas) =>
  Object.fromEntries(
    Object.entries(MESSAGES).map(([operationId, body]) => {
      const post: Operation = {
        operationId,
        tags: [TAG],
        ...promises.messages[operationId as keyof typeof MESSAGES],
        security: [],
        parameters: Object.entries(promises.messageHeaders).map(([name, text]) => required(name, 'header', text)),
        requestBody: toJsonBody('One message.', schemas.of(body, 'output')),
        responses: {
          '204': { description: 'The message was accepted. Any other 2xx means the same.', headers: {} },
          '410': { description: 'Send no more messages. The webhook is disabled immediately.', headers: {} },
        },
      }
      return [operationId, { post }]
    }),
  )
