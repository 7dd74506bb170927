import * as z from 'zod'
import { CONTRACT_VERSION } from '../http/endpoints/changelog.ts'
import { ERROR_CODES, ERRORS } from '../http/response/error-codes.ts'
import { compare } from '../rules/text/words.ts'
import { RemovedRecord } from '../schema/wire/fields.ts'
import { errorResponses, exampleProblem, getErrorsByStatus } from './endpoint-errors.ts'
import { getHeaderReferences, headerComponents } from './headers.ts'
import { formatsText, isConditional, offeredFormats, PARAMETERS, toParameters } from './parameters.ts'
import { groupPromises, promisesText } from './promises.ts'
import { ROUTES, type Route } from './routes.ts'
import { Schemas } from './schemas.ts'
import {
  type Example,
  type JsonSchema,
  jsonBody,
  type OpenApi,
  type Operation,
  type Response,
  toMethod,
} from './shape.ts'
import { WEBHOOKS_TAG, webhookMessages, webhookPaths } from './webhooks.ts'

export interface DocumentOptions {
  /** Base URLs of the service without a trailing slash, main one first; when empty, the document's own host. */
  servers: readonly string[]
  /** Example responses by operation id. */
  examples?: ReadonlyMap<string, unknown>
}

const TITLE = 'Rural Health Program Data Service'

const SUMMARY = 'A read-only JSON API over the US Rural Health Transformation Program.'
const ABOUT = `${SUMMARY.slice(0, -1)}: state summaries, documents with extracted fields, opportunities with deadlines, award rows, events, activities, a feed of changes, and full-text search. The data comes from public state and federal sources and is informational only.`

/** The service's contract as an OpenAPI 3.1 document, built from the registry of endpoints and its tables. */
export function openApi({ servers, examples = new Map() }: DocumentOptions): OpenApi {
  const schemas = new Schemas()
  const paths: OpenApi['paths'] = {}
  const base = servers[0] ?? null
  for (const route of ROUTES) {
    const method = toMethod(route)
    paths[route.path] = { ...paths[route.path], [method]: operation(route, schemas, examples.get(route.operationId)) }
  }
  Object.assign(paths, webhookPaths(schemas))
  const webhooks = webhookMessages(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      summary: SUMMARY,
      version: CONTRACT_VERSION,
      description: `${ABOUT}\n\n${promisesText()}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: toServers(servers),
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [
      ...[...new Set(ROUTES.map(({ tag }) => tag))].map((name) => ({
        name,
        description: groupPromises(name).join(' ') || summaries(name),
      })),
      WEBHOOKS_TAG,
    ],
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => compare(a, b))),
      parameters: PARAMETERS,
      headers: headerComponents(),
      examples: Object.fromEntries(ERROR_CODES.map((code) => [code, problemExample(code, base)])),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The API key in its own header.' },
      },
    },
  }
}

const summaries = (tag: string): string =>
  ROUTES.filter((route) => route.tag === tag)
    .map(({ summary }) => `${summary}.`)
    .join(' ')

const toServers = (servers: readonly string[]): OpenApi['servers'] =>
  servers.length === 0
    ? [{ url: '/', description: 'The host of this document.' }]
    : servers.map((url, place) => ({
        url,
        description: place === 0 ? 'The service.' : 'The same service, for existing integrations.',
      }))

const problemExample = (code: (typeof ERROR_CODES)[number], base: string | null): Example => ({
  summary: `${ERRORS[code].title}. ${ERRORS[code].remedy}`,
  value: exampleProblem(code, base),
})

function operation(route: Route, schemas: Schemas, example: unknown): Operation {
  const isKeyed = route.endpoint !== null && !route.endpoint.isSigned
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, formatsText(route), orderText(route)].filter(Boolean).join(' '),
    security: isKeyed ? [{ bearer: [] }, { apiKey: [] }] : [],
    parameters: toParameters(route, schemas),
    ...(route.body && {
      requestBody: jsonBody('One JSON object. Unknown fields are rejected.', schemas.of(route.body, 'input')),
    }),
    responses: responses(route, schemas, example),
    ...(route.endpoint?.formats && { 'x-formats': offeredFormats(route.endpoint) }),
    ...(route.endpoint?.files && { 'x-formats': [...route.endpoint.files] }),
  }
}

function orderText({ list }: Route): string | null {
  if (!list) return null
  const words = list.orders.default.map(
    ([field, direction]) => `\`${field}\` ${direction === 'asc' ? 'ascending' : 'descending'}`,
  )
  const by = words.length > 0 ? `${words.join(', ')}, then \`id\`` : '`id`'
  return `${list.orders.other ? 'Default order' : 'Order'}: ${by}.`
}

/** The schema of a response. For a list it also names the removed records that a caller can ask for. */
function responseSchema({ response, list }: Route, schemas: Schemas): JsonSchema {
  const schema = schemas.of(response, 'output')
  const records = list && schema.properties?.data
  if (records) records['x-removed-items'] = schemas.of(z.array(RemovedRecord), 'output').items ?? {}
  return schema
}

const STATUS_DESCRIPTIONS = {
  200: 'The response.',
  201: 'Created.',
  206: 'The requested range.',
  307: 'The location of the file until the next publication.',
  503: 'The response while keyed requests cannot be served.',
} as const satisfies { [Status in Route['statuses'][number]]: string }

function responses(route: Route, schemas: Schemas, example: unknown): Operation['responses'] {
  const isKeyed = route.endpoint !== null
  const schema = responseSchema(route, schemas)
  const all: (readonly [status: number, response: Response])[] = route.statuses.map((status) => [
    status,
    {
      description: STATUS_DESCRIPTIONS[status],
      headers: getHeaderReferences({
        status,
        isKeyed,
        isTagged: route.isTagged,
        isPaged: route.list !== null && 'page' in route.query,
        isFile: route.endpoint?.files !== undefined,
      }),
      // A redirect has no body.
      ...(status !== 307 && {
        content: {
          'application/json': {
            schema,
            ...(example !== undefined && status < 202 && { examples: { answer: { value: example } } }),
          },
        },
      }),
    },
  ])
  if (isConditional(route)) {
    const description = 'Not modified: the `ETag` that you sent is still current.'
    all.push([304, { description, headers: getHeaderReferences({ status: 304, isKeyed, isTagged: true }) }])
  }
  all.push(...errorResponses(getErrorsByStatus(route), isKeyed, schemas))
  return Object.fromEntries(all.sort(([a], [b]) => a - b).map(([status, response]) => [String(status), response]))
}
