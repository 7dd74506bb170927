import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type JSONObject,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import { ENDPOINTS } from '../endpoints/all.ts'
import { API, CONTRACT_VERSION, type Endpoint, type QueryParameter } from '../endpoints/endpoint.ts'
import { SearchBody } from '../endpoints/search.ts'
import { withoutSuffix } from '../request/parameters.ts'
import { createProblem } from '../request/problems.ts'

export type Arguments = { [name: string]: unknown }

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: JSONObject & { type: 'object'; properties: JSONObject }
  /** The path has the query string. @throws ApiError INVALID_PARAMETER */
  request: (input: Arguments) => { method: Endpoint['method']; path: string; body?: Arguments }
}

const SINGLE = RESOURCE_NAMES.filter((name) => getResource(name).detail !== null)

export const TOOLS: readonly Tool[] = [
  {
    name: 'search_documents',
    title: 'Search the documents',
    description: findEndpoint('/search').description,
    inputSchema: toObjectSchema(mapValues(SearchBody.shape, toInputSchema), ['query']),
    request: (input) => ({ method: 'POST', path: `${API}/search`, body: input }),
  },
  ...RESOURCE_NAMES.map((name) => createQueryTool(getResource(name).tool ?? `find_${name}`, `/${name}`)),
  {
    name: 'get_state',
    title: 'Get a state',
    description: findEndpoint('/states/:code').description,
    inputSchema: toObjectSchema({ code: { type: 'string', description: 'Two-letter state code, such as NE.' } }),
    request: ({ code, ...rest }) => ({
      method: 'GET',
      path: `${API}/states/${part('code', code)}${formatSearch(rest)}`,
    }),
  },
  {
    name: 'get_record',
    title: 'Get a record',
    description:
      'One record with all its details, by list and id. For a record that is no longer published, the error GONE says what happened to it.',
    inputSchema: toObjectSchema({
      resource: { type: 'string', enum: [...SINGLE], description: 'List of the record.' },
      id: { type: 'string', description: 'Id of the record; for a state, its two-letter code.' },
    }),
    request({ resource: list, id, ...rest }) {
      const name = SINGLE.find((single) => single === list)
      if (!name) throw createProblem('resource', list ?? null, 'Has no single records.', { supportedValues: SINGLE })
      return { method: 'GET', path: `${API}/${name}/${part('id', id)}${formatSearch(rest)}` }
    },
  },
  createQueryTool('what_changed', '/changes'),
]

function findEndpoint(path: string): Endpoint {
  const declared = ENDPOINTS.find((one) => one.path === API + path)
  if (!declared) throw new Error(`There is no endpoint at ${API}${path}.`)
  return declared
}

function createQueryTool(name: string, path: string): Tool {
  const { query, summary, description } = findEndpoint(path)
  // Tools always return JSON, so the option of tables is omitted.
  const { bom: _, ...offered } = query
  return {
    name,
    title: summary,
    description,
    inputSchema: toObjectSchema(mapValues(offered, toSchema), []),
    request: (input) => ({ method: 'GET', path: `${API}${path}${formatSearch(input)}` }),
  }
}

function mapValues<Value>(values: { [name: string]: Value }, map: (value: Value) => JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

function toObjectSchema(properties: JSONObject, required = Object.keys(properties)): Tool['inputSchema'] {
  return { type: 'object', properties, required, additionalProperties: false }
}

function toSchema({ schema, description, default: absent }: QueryParameter): JSONObject {
  return { ...toInputSchema(schema), description, ...(absent && { default: absent.value as JSONObject[string] }) }
}

function toInputSchema(schema: z.ZodType): JSONObject {
  const { $schema: _, id: _id, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as JSONObject
  // The length of the whole text says nothing about the list that it encodes.
  if (rest.type === 'array') delete rest.maxLength
  return rest
}

/** The query string of the arguments without nulls, since agents often send every parameter. */
function formatSearch(input: Arguments): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue
    search.set(name, Array.isArray(value) ? value.map(formatText).join(',') : formatText(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

const formatText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function part(parameter: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw createProblem(parameter, value ?? null, 'Required. Must be a string that is not blank.')
  }
  const name = value.trim().toWellFormed()
  // Dots would be normalized into another path, and an extension would ask for a format other than JSON.
  if (/^\.+$/.test(name) || withoutSuffix(name).format) throw createProblem(parameter, value, 'Not the id of a record.')
  return encodeURIComponent(name)
}

/** Calls a tool; null if the name is unknown. */
export type CallTool = (name: string, input: Arguments) => Promise<CallToolResult | null>

/**
 * Responds to one message of the Model Context Protocol (revision 2026-07-28 and earlier) over streamable HTTP without
 * sessions. Every response is JSON.
 * @param message the parsed body of the request
 */
export async function respondToMessage(request: Request, message: object, call: CallTool): Promise<Response> {
  if (!(await isLegacyRequest(request, message))) {
    // The server sends no later messages, so no stream is opened.
    const options = { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 } as const
    return createMcpHandler(() => createServer(call), options).fetch(request, { parsedBody: message })
  }
  const server = createServer(call)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const INSTRUCTIONS =
  'Data on the US Rural Health Transformation Program: states, awards, documents, opportunities and events. Each record names its official public source. Null means unknown. The data is informational only; check the source of a record before you rely on it.'

function createServer(call: CallTool): Server {
  const info = {
    name: 'rural-health-program-data-service',
    title: 'Rural Health Program Data Service',
    version: CONTRACT_VERSION,
  }
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS })
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.map(({ request: _, ...tool }) => ({ ...tool, annotations: { title: tool.title, ...READS } })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await call(params.name, params.arguments ?? {})
    if (result) return result
    const names = TOOLS.map(({ name }) => name).join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${params.name}". The tools are ${names}.`)
  })
  return server
}
