import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApi } from '../../src/contract/document.ts'
import type { Response as Described, JsonSchema, Operation } from '../../src/contract/schemas.ts'
import type { App } from '../../src/http/app.ts'
import { isOfApi } from '../../src/http/endpoints/endpoint.ts'
import { QUOTA_HEADER_NAMES } from '../../src/http/response/headers.ts'
import { CONTRACT } from './whole.ts'

/** Checks every response of an app against the OpenAPI document and throws if one does not match. */
export function checked(app: App): App {
  const answer = app.fetch
  app.fetch = async (request, ...rest) => {
    const response = await answer(request, ...rest)
    await checkAnswer(request, response.clone())
    return response
  }
  return app
}

/** @throws Error that says what in the response is undocumented */
export async function checkAnswer(request: Request, response: Response): Promise<void> {
  checkText(request, response, await response.text())
}

type Asked = Pick<Request, 'method' | 'url'>

/** @throws Error that says what in a response with this text is undocumented */
export function checkText(
  request: Asked,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): void {
  const { pathname } = new URL(request.url)
  if (!isOfApi(pathname) || request.method === 'OPTIONS') return
  const name = `${request.method} ${pathname} ${status}`
  const body = withoutRemoved(name, request, parseBody(request, { status, headers }, text))
  const operation = findOperation(request.method, pathname) ?? findFormatted(request.method, withoutFormat(pathname))
  if (!operation) {
    if (status < 400) throw new Error(`${name}: nothing of the kind is documented`)
    if (body !== undefined) mustFit(name, PROBLEM_POINTER, body)
    return
  }
  const response = operation.responses.get(status)
  if (!response) throw new Error(`${name}: the status is not documented`)
  const { described, pointer } = response
  mustHaveHeaders(name, described, headers, operation.isKeyed)
  if (body === undefined) return
  const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
  if (body instanceof Raw) {
    if (!operation.formats.includes(mediaType)) throw new Error(`${name}: ${mediaType} is not documented`)
    return
  }
  mustFit(name, pointer, body)
  const codes = described.content?.['application/problem+json']?.examples
  const code = (body as { code?: string }).code
  if (codes && !Object.keys(codes).includes(String(code)))
    throw new Error(`${name}: the code ${code} is not documented`)
}

/** The body of a list without the records that are no longer published, of which each must be documented itself. */
function withoutRemoved(name: string, { url }: Asked, body: unknown): unknown {
  if (body instanceof Raw) return body
  const { data } = (body ?? {}) as { data?: object[] }
  if (Array.isArray(data) && new URL(url).searchParams.has('fields')) return { ...(body as object), data: [] }
  if (!Array.isArray(data) || new URL(url).searchParams.get('includeRemoved') !== 'true') return body
  const isRemoved = (record: object) => 'removedAt' in record
  for (const record of data.filter(isRemoved)) mustFit(name, '#/components/schemas/RemovedRecord', record)
  return { ...(body as object), data: data.filter((record) => !isRemoved(record)) }
}

function parseBody(request: Asked, { status, headers }: Pick<Response, 'status' | 'headers'>, text: string): unknown {
  if (request.method === 'HEAD' || [204, 304, 307].includes(status)) {
    if (text !== '') throw new Error(`${request.method} ${request.url}: a body where none may be`)
    return undefined
  }
  // Part of a file matches no schema.
  if (status === 206) return undefined
  const type = headers.get('content-type') ?? ''
  return /^application\/(problem\+)?json\b/.test(type) ? JSON.parse(text) : new Raw()
}

/** A body in a format other than JSON, which the tests of formats check. */
class Raw {}

/** A path without the format at its end. */
const withoutFormat = (pathname: string): string => pathname.replace(/\.(json|ndjson|csv|ics|atom|jsonfeed)$/, '')

const document = CONTRACT
const PROBLEM_POINTER = '#/components/schemas/Problem'
const PATHS = Object.entries(document.paths).map(([path, methods]) => ({
  path,
  methods,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** What the document says of an operation, read once. */
const documentedByOperation = new Map<Operation, Documented>()

interface Documented {
  isKeyed: boolean
  formats: string[]
  responses: Map<number, { described: Described; pointer: string }>
}

function readDocumented(operation: Operation, path: string, method: string): Documented {
  const responses = Object.entries(operation.responses).map(([status, described]) => {
    const [type = ''] = Object.keys(described.content ?? {})
    const parts = ['paths', path, method, 'responses', status, 'content', type, 'schema']
    return [Number(status), { described, pointer: `#/${parts.map(pointerPart).join('/')}` }] as const
  })
  return {
    isKeyed: operation.security.length > 0,
    formats: operation['x-formats']?.map(({ mediaType }) => mediaType) ?? [],
    responses: new Map(responses),
  }
}

function findOperation(method: string, pathname: string): Documented | null {
  const { path, methods } = PATHS.find(({ pattern }) => pattern.test(pathname)) ?? {}
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  const operation: Operation | undefined = methods?.[name as 'get' | 'post' | 'delete']
  if (!operation || path === undefined) return null
  const documented = documentedByOperation.get(operation) ?? readDocumented(operation, path, name)
  documentedByOperation.set(operation, documented)
  return documented
}

/** An operation that also answers in formats, which end its path. */
function findFormatted(method: string, pathname: string): ReturnType<typeof findOperation> {
  const operation = findOperation(method, pathname)
  return operation && operation.formats.length > 0 ? operation : null
}

const pointerPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

// HTTP's own headers, and those that say nothing about the service.
const OWN = /^(x-(?!content-type|dns|download|frame|permitted|xss)|ratelimit|etag$|retry-after$|www-authenticate$)/

const namesByDescription = new WeakMap<Described, ReadonlySet<string>>()

/** The names of the documented headers, in lower case; read once for each response of the document. */
function headerNames(described: Described): ReadonlySet<string> {
  const names =
    namesByDescription.get(described) ?? new Set(Object.keys(described.headers).map((header) => header.toLowerCase()))
  namesByDescription.set(described, names)
  return names
}

function mustHaveHeaders(name: string, described: Described, headers: Headers, isKeyed: boolean): void {
  const documented = headerNames(described)
  for (const header of headers.keys()) {
    if (OWN.test(header) && !documented.has(header)) throw new Error(`${name}: the header ${header} is not documented`)
  }
  if (!isKeyed || headers.has('x-ratelimit-status') || !name.endsWith(' 200')) return
  for (const header of [...QUOTA_HEADER_NAMES, 'ETag', 'X-Request-Id', 'X-Dataset-Version']) {
    if (documented.has(header.toLowerCase()) && !headers.has(header))
      throw new Error(`${name}: the header ${header} is missing`)
  }
}

// Each schema is used for few bodies, so compiling it quickly matters more than its speed. Another test validates them.
const ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } })
formats.default(ajv)
let hasDocument = false

function mustFit(name: string, pointer: string, body: unknown): void {
  if (!hasDocument) ajv.addSchema({ $id: 'document', ...closed(document) })
  hasDocument = true
  const check = ajv.getSchema(`document${pointer}`) as ValidateFunction | undefined
  if (!check) throw new Error(`${name}: no schema at ${pointer}`)
  if (!check(body)) throw new Error(`${name}: ${ajv.errorsText(check.errors, { dataVar: 'body' })}`)
}

/** The document with every object and set closed: the service itself must not answer with a field or value that it does not document. */
function closed(open: OpenApi): object {
  return JSON.parse(JSON.stringify(open), (_, part: JsonSchema) => {
    if (!part || typeof part !== 'object') return part
    const values = part['x-extensible-enum']
    if (values) return { ...part, enum: [part.type].flat().includes('null') ? [...values, null] : values }
    return part.properties && part.type === 'object' ? { ...part, additionalProperties: false } : part
  })
}
