import { TrieRouter } from 'hono/router/trie-router'
import { tryDecode } from 'hono/utils/url'
import { may } from '../../account/actions.ts'
import { callerIn } from '../../account/caller.ts'
import { hashSecret, isSecret, type Session } from '../../account/person.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { NOTHING } from '../endpoints/endpoint.ts'
import { admitted, type ServeDeps } from '../request/admit.ts'
import { jsonObject, readBytes, requireJson } from '../request/body.ts'
import { callerSubnet } from '../request/callers.ts'
import { readCaller } from '../request/credentials.ts'
import type { Exchange } from '../request/exchange.ts'
import { readFields } from '../request/problems.ts'
import { ApiError, methodNotAllowed } from '../response/errors.ts'
import type { Reply } from '../response/headers.ts'
import { errorReply, jsonReply } from '../response/respond.ts'
import { guarded } from '../serve.ts'
import { ACCOUNT_ROUTES, BILLING_ROUTES, KEY_ROUTES, MEMBER_ROUTES, SUBSCRIPTION_ROUTES } from './account.ts'
import { createCookies, isSameOrigin, ownAddress } from './browser.ts'
import { OPERATOR_ROUTES } from './operator.ts'
import {
  type AccountDeps,
  asApiError,
  type Call,
  inTime,
  type KeyCall,
  METHODS,
  NoBody,
  notFoundForCaller,
  type Outcome,
  type PersonCall,
  type Route,
  throttle,
} from './route.ts'
import { SIGN_IN_ROUTES } from './sign-in.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'

/** Every account route. Routes with fixed names come before those with ids. */
export const ROUTES: readonly Route[] = [
  ...BILLING_ROUTES,
  ...SIGN_IN_ROUTES,
  ...OPERATOR_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...MEMBER_ROUTES,
  ...WEBHOOK_ROUTES,
]

type AllDeps = ServeDeps & { account: AccountDeps }

/**
 * Serves the account routes. The service's own pages authenticate with a cookie; cross-site requests cannot change
 * anything. Programs can manage the webhooks of their account with a key.
 */
export function createAccountRoutes(deps: AllDeps): (exchange: Exchange) => Promise<Reply> {
  // A separate router: mixing ids and fixed names would disable the faster router of the API routes.
  const router = new TrieRouter<Route>()
  for (const route of ROUTES) router.add(route.method, route.path, route)
  const find = (method: string, path: string) => router.match(method, path)[0]?.[0]

  return async (exchange) => {
    const { c, headers } = exchange
    const { method, path } = c.req
    try {
      const [route, params] = find(method === 'HEAD' ? 'GET' : method, path) ?? []
      if (!route) {
        const allowed = METHODS.filter((other) => find(other, path))
        throw allowed.length > 0 ? methodNotAllowed(method, allowed) : notFoundForCaller()
      }
      return await handled(exchange, deps, route, decoded(params as Params))
    } catch (error) {
      return errorReply(exchange, deps, asApiError(error))
    } finally {
      headers['Cache-Control'] = 'no-store'
    }
  }
}

type Params = { [name: string]: string }

const decoded = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tryDecode(value, decodeURIComponent)]))

async function handled(exchange: Exchange, deps: AllDeps, route: Route, params: Params): Promise<Reply> {
  const { account, clock } = deps
  const { c, headers } = exchange
  const request = c.req.raw
  const url = new URL(request.url)
  const cookies = createCookies(request, url, account.hosts)
  const { aside, ...limited } = inTime(account.store, account.limits)
  const call: Call = {
    ...account,
    ...limited,
    aside,
    request,
    url,
    params,
    now: clock(),
    cookies,
    network: callerSubnet(c, deps),
    base: ownAddress(url, account.hosts),
  }
  const { status = 200, body } =
    route.access === 'key'
      ? await guarded(exchange, deps, async () =>
          route.run(await keyCall(call, exchange, deps), await bodyFor(route, call)),
        )
      : await getOutcome(call, route)
  headers.Vary = route.access === 'key' ? 'Authorization, X-Api-Key' : 'Cookie'
  const reply = body ? jsonReply(headers, JSON.stringify(body), status) : { status: 204, body: null }
  return cookies.written.length > 0 ? { ...reply, cookies: cookies.written } : reply
}

/** Problems are reported in this order: cross-site request, not signed in, not a member, role, body. */
async function getOutcome(call: Call, route: Exclude<Route, { access: 'key' }>): Promise<Outcome> {
  const { request, url, hosts } = call
  if (route.access === 'signature') return route.run(call, null)
  const isChange = route.method !== 'GET'
  if (isChange && !isSameOrigin(request.headers, url, hosts)) {
    throw new ApiError('CROSS_SITE', 'The request does not come from a page of this service.')
  }
  const body = () => bodyFor(route, call)
  if (route.access === 'anybody') return route.run(call, await body())

  const person: PersonCall = { ...call, session: await findSession(call) }
  if (isChange) await throttle(call, 'change', person.session.email)
  if (route.access === 'person') return route.run(person, await body())

  const caller = await callerIn(call.store, person.session.email, call.params.account ?? '')
  if (!caller) throw notFoundForCaller()
  if (!may(caller.role, route.access)) {
    throw new ApiError('FORBIDDEN', `Your role (${caller.role}) does not allow this. Ask an owner of the account.`)
  }
  return route.run({ ...person, caller }, await body())
}

/** The body of a request, as its route reads it. What needs no fields, such as a test message, needs no body either. */
async function bodyFor({ body, example = '{"name": "Nightly sync"}' }: Route, { request, aside }: Call) {
  if (!body) return null
  const bytes = await aside(() => readBytes(request))
  if (body === NoBody && bytes.byteLength === 0) return {}
  requireJson(request, 'the request')
  return readFields(body, jsonObject(bytes, example), false)
}

/** The request of a program whose key was admitted. It counts only toward the per-minute limit. */
async function keyCall(call: Call, exchange: Exchange, deps: ServeDeps): Promise<KeyCall> {
  const { usage } = await admitted(exchange, readCaller(exchange, deps), deps, NOTHING)
  // Webhooks cannot be managed without the store.
  if (!usage) throw new StoreUnavailable('The key store is unavailable.')
  return { ...call, accountId: usage.accountId, keyId: usage.keyId }
}

async function findSession({ cookies, store, now }: Call): Promise<Session> {
  const secret = cookies.read('rhp_session')
  const session = isSecret(secret) ? await store.session(hashSecret(secret), now) : null
  if (!session) throw new ApiError('SIGN_IN_REQUIRED', 'You are not signed in, or your session has expired. Sign in.')
  return session
}
