import * as z from 'zod'
import type { JsonSchema } from '../../src/contract/shape.ts'
import { ROUTES } from '../../src/http/account/mount.ts'
import { BillingBody } from '../../src/http/account/schemas.ts'
import { SubscriptionBody } from '../../src/http/endpoints/subscription-schemas.ts'
import type { Chance } from '../storage/chance.ts'
import { encoded, type FuzzRequest, headerValue, written } from './requests.ts'
import { KINDS, type Values } from './values.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']

/** A stream of requests to account routes. `caller` is not used here: the browser is chosen separately. */
export function requestsToAccounts(values: Values, chance: Chance): () => FuzzRequest {
  const { below, pick } = chance
  const routes = ROUTES.map(({ method, path, body }) => ({
    method,
    path,
    schema: method === 'GET' || method === 'DELETE' ? null : bodyOf(path, body),
  }))
  return () => {
    const { method, path, schema } = pick(routes)
    const kind = pick(['valid', ...KINDS] as const)
    const oneIn = (count: number): boolean => kind !== 'valid' && below(count) === 0
    const target = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) =>
      oneIn(3) ? encoded(values.text()) : encoded(String(values.of('valid', { type: 'string' }, name))),
    )
    const headers: FuzzRequest['headers'] = schema ? { 'Content-Type': 'application/json' } : {}
    if (oneIn(10)) headers['Sec-Fetch-Site'] = pick(['cross-site', 'same-site', 'none', 'x'])
    if (oneIn(10)) headers.Origin = pick(['https://evil.example', 'null', 'https://api.example.org.evil.example'])
    if (oneIn(10)) headers.Cookie = headerValue(`__Host-rhp_session=${values.text()}; rhp_session=${values.text()}`)
    if (oneIn(10)) headers['X-Billing-Signature'] = headerValue(values.text())
    const request: FuzzRequest = {
      kind,
      operation: `${method} ${path}`,
      caller: 'nobody',
      method: oneIn(8) ? pick(METHODS) : method,
      target: `${target}${oneIn(8) ? `?before=${encoded(written(values.of(kind, { type: 'integer' }, 'before')))}` : ''}`,
      headers,
    }
    const hasBody = schema && !['GET', 'HEAD'].includes(request.method)
    if (hasBody)
      request.body = oneIn(10) ? pick(['', '[]', '{', 'null']) : JSON.stringify(values.of(kind, schema, 'body'))
    return request
  }
}

/** Bodies that their routes read by themselves, by the end of the path. */
const RAW_BODIES: [string, z.ZodType][] = [
  ['/billing', BillingBody],
  ['/subscriptions', SubscriptionBody],
]

function bodyOf(path: string, body: unknown): JsonSchema | null {
  const schema = RAW_BODIES.find(([end]) => path.endsWith(end))?.[1] ?? (body as z.ZodType | undefined)
  if (!schema) return null
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input' })
  const inlined = (_: string, part: JsonSchema) => (part?.$ref ? $defs[part.$ref.split('/').at(-1) ?? ''] : part)
  return JSON.parse(JSON.stringify(own), inlined)
}
