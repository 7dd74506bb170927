import type { OpenApi } from '../../src/contract/document.ts'
import { isReference, type Parameter } from '../../src/contract/schemas.ts'
import type { Chance } from '../storage/chance.ts'
import { KINDS, type Kind, type Values } from './values.ts'

/** One request of a fuzz run. It is printed on failure, so it contains no key: `caller` says whose key it uses. */
export interface FuzzRequest {
  kind: Kind
  /** Name of the operation, such as `get /api/v1/awards`. */
  operation: string
  caller: Caller
  method: string
  target: string
  headers: { [name: string]: string }
  body?: string
}

export const CALLERS = ['key', 'nobody', 'unknown', 'revoked', 'suspended', 'malformed', 'two keys'] as const
export type Caller = (typeof CALLERS)[number]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const FORMATS = ['json', 'ndjson', 'csv', 'ics', 'atom', 'jsonfeed']
const ACCEPTS = [
  ...['*/*', 'text/csv', 'application/x-ndjson', 'text/calendar', 'application/atom+xml', 'image/png', '', ';q='],
  ...['a/b/c', 'application/json;q=0', 'text/*;q=0.1, application/*;q=1.5', '*/json', `${'text/csv,'.repeat(200)}*/*`],
]
const RANGES = 'bytes=0-9 bytes=-5 bytes=5- bytes=9-1 bytes=99999999999- bytes=0-1,3-4 x=1 bytes=-0'.split(' ')
const ODD_HEADERS = 'Origin Referer X-Forwarded-For X-Forwarded-Host Cookie If-Range Content-Type'.split(' ')
const TAGS = ['*', '"x"', 'W/"x"', 'x', '""', '"', `${'"x",'.repeat(500)}"y"`]
const BODIES = [
  ...['', '{', 'null', '[]', '"x"', '{"query":"rural"}{}', '\ufeff{"query":"rural"}', '{"query":"\\ud800 health"}'],
]
const PARTS = '.. . %2e%2e %2F %00 %zz % %ff con __proto__ constructor %F0%9F%98%80 '.split(' ')

/** A request that was answered, with the entity tag of the answer. */
export interface Held {
  request: FuzzRequest
  tag: string
}

/** A stream of requests to the documented operations, of every kind, with and without a key. */
export function requestsTo(document: OpenApi, values: Values, chance: Chance, held: () => Held[]): () => FuzzRequest {
  const { below, pick } = chance
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation.parameters.filter((each): each is Parameter => !isReference(each))
      return { path, method, operation, parameters, formats: operation['x-formats'] !== undefined }
    }),
  )
  const oneIn = (count: number): boolean => below(count) === 0

  function createPath(path: string, parameters: Parameter[], kind: Kind): string {
    return path.replace(/\{(\w+)\}/g, (_, name) => {
      const schema = parameters.find((each) => each.name === name)?.schema ?? {}
      if (kind === 'hostile' && oneIn(2)) return pick(PARTS)
      const isSubscription = name === 'id' && path.includes('/subscriptions/')
      // More can go wrong with a real id.
      const partKind = oneIn(2) ? kind : 'valid'
      return encoded(written(values.of(partKind, schema, isSubscription ? 'subscription' : name)))
    })
  }

  function createQuery(parameters: Parameter[], kind: Kind): string {
    const chosen = parameters.filter((parameter) => parameter.in === 'query' && oneIn(5)).slice(0, 5)
    const pairs = chosen.map(({ name, schema }) => {
      // One error in an otherwise valid request tests more than many.
      const value = values.of(oneIn(2) ? kind : 'valid', schema, name)
      return `${name}=${encoded(written(value))}`
    })
    if (kind !== 'hostile') return pairs.join('&')
    if (oneIn(6)) pairs.push(`${encoded(values.text())}=${encoded(values.text())}`)
    if (oneIn(6)) pairs.push(...pairs.slice(0, 1))
    if (oneIn(10)) pairs.push(pick(['&&', '=', '%', '%zz=1', 'state', 'state=%ff', '?', '#x', 'page[]=1', 'a=b=c']))
    return pairs.join('&')
  }

  return () => {
    if (oneIn(20) && held().length > 0) {
      const { request, tag } = pick(held())
      return { ...request, caller: 'key', headers: { ...request.headers, 'If-None-Match': tag } }
    }
    const { path, method, operation, parameters, formats } = pick(operations)
    const kind = pick(KINDS)
    const isPlain = kind === 'valid'
    const headers: FuzzRequest['headers'] = {}
    const schema = operation.requestBody?.content['application/json'].schema
    const suffix = formats && !path.includes('{') && oneIn(6) ? `.${pick(FORMATS)}` : ''
    const query = createQuery(parameters, kind)
    const request: FuzzRequest = {
      kind,
      operation: `${method} ${path}`,
      caller: oneIn(12) ? pick(CALLERS) : 'key',
      method: isPlain && !oneIn(20) ? method.toUpperCase() : oneIn(6) ? pick(METHODS) : method.toUpperCase(),
      target: `${createPath(path, parameters, kind)}${suffix}${query && '?'}${query}`,
      headers,
    }
    if (oneIn(20)) headers['If-None-Match'] = pick(TAGS)
    if (oneIn(8)) headers.Accept = pick(ACCEPTS)
    if (path.includes('/exports/') && oneIn(3)) headers.Range = pick(RANGES)
    if (oneIn(20)) headers['X-Request-Id'] = headerValue(values.text())
    if (kind === 'hostile' && oneIn(4)) {
      headers[pick(ODD_HEADERS)] = headerValue(values.text())
    }
    if (schema && request.method !== 'GET' && request.method !== 'HEAD') {
      headers['Content-Type'] ??=
        isPlain || !oneIn(10) ? 'application/json' : pick(['text/plain', '', 'application/jsonp'])
      request.body = isPlain || !oneIn(8) ? JSON.stringify(values.of(kind, schema, 'body')) : pick(BODIES)
      if (kind === 'boundary' && oneIn(3)) request.body = '['.repeat(below(49_000))
    }
    return request
  }
}

/** A value as a query parameter. */
export const written = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(written).join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The part of a text that may be in a header. */
export const headerValue = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim()
