import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { may } from '../../account/actions.ts'
import { hashSecret, isSecret, type Session } from '../../account/person.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import type { Limits } from '../../metering/limits.ts'
import { createDeadline, hasPassed, within } from '../../metering/outage.ts'
import type { Store } from '../../storage/port.ts'
import { wrapVerbs } from '../../storage/verbs.ts'
import { isMethod, NOTHING } from '../endpoints/endpoint.ts'
import { type Exchange, toErrorReply, toTextReply } from '../exchange.ts'
import { parseJsonObject, readBytes, requireJson } from '../request/body.ts'
import { admit, readCaller, readCallerSubnet, type ServeDeps } from '../request/callers.ts'
import { readFields } from '../request/problems.ts'
import { ApiError, methodNotAllowed } from '../response/errors.ts'
import { ACCOUNT_HEADERS, type Reply } from '../response/headers.ts'
import { guard, toOwnHandler } from '../serve.ts'
import { ACCOUNT_ROUTES } from './account.ts'
import { createCookies, getOwnAddress, isSameOrigin } from './browser.ts'
import { isOperator, OPERATOR_ROUTES } from './operator.ts'
import {
  type AccountDeps,
  type Call,
  type KeyCall,
  type MemberCall,
  NoBody,
  notFoundForCaller,
  type PersonCall,
  type Route,
  throttle,
  toApiError,
} from './route.ts'
import { SIGN_IN_ROUTES } from './sign-in.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'

/** Every account route. Routes with fixed names come before those with ids. */
export const ROUTES: readonly Route[] = [...SIGN_IN_ROUTES, ...OPERATOR_ROUTES, ...ACCOUNT_ROUTES, ...WEBHOOK_ROUTES]
type AllDeps = ServeDeps & { account: AccountDeps }

/**
 * Serves the account routes. The service's own pages authenticate with a cookie; cross-site requests cannot change
 * anything. Programs can manage the webhooks of their account with a key.
 */
export function createAccountRoutes(deps: AllDeps): HonoBase {
  const createHandler = (routes: readonly Route[]) =>
    toOwnHandler('/api/account/*', ACCOUNT_HEADERS, (exchange) => respond(exchange, deps, routes), deps)
  // Mixing ids and fixed names would disable the faster router of the API routes.
  const app = new HonoBase({ router: new TrieRouter() })
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) app.all(path, createHandler(routes))
  return app.notFound(createHandler([]))
}

/** @param routes those of the path, by method */
async function respond(exchange: Exchange, deps: AllDeps, routes: readonly Route[]): Promise<Reply> {
  const sent = exchange.c.req.method
  try {
    const route = routes.find(({ method }) => isMethod(method, sent))
    if (route) return await handle(exchange, deps, route)
    const methods = routes.map(({ method }) => method)
    throw methods.length > 0 ? methodNotAllowed(sent, methods) : notFoundForCaller()
  } catch (error) {
    return toErrorReply(exchange, deps, toApiError(error))
  } finally {
    exchange.headers['Cache-Control'] = 'no-store'
  }
}

async function handle(exchange: Exchange, deps: AllDeps, route: Route): Promise<Reply> {
  const { account, clock } = deps
  const { c, headers } = exchange
  const request = c.req.raw
  const url = new URL(request.url)
  const cookies = createCookies(request, url, account.hosts)
  const { aside, ...limited } = limitTime(account.store, account.limits)
  const call: Call = {
    ...account,
    ...limited,
    aside,
    request,
    url,
    params: c.req.param(),
    now: clock(),
    cookies,
    network: readCallerSubnet(c, deps),
    base: getOwnAddress(url, account.hosts),
  }
  const body = await getBody(call, route, exchange, deps)
  headers.Vary = route.access === 'key' ? 'Authorization, X-Api-Key' : 'Cookie'
  const { status } = route
  const reply =
    status === 204 ? { status, body: null } : toTextReply(headers, { body: JSON.stringify(body) }, 'json', status)
  return cookies.written.length > 0 ? { ...reply, cookies: cookies.written } : reply
}

/** Problems are reported in this order: cross-site request, not signed in, not a member, role, body. */
async function getBody(call: Call, route: Route, exchange: Exchange, deps: AllDeps): Promise<unknown> {
  const { request, url, hosts, store } = call
  const run = async (asCaller: Call): Promise<unknown> =>
    route.run(asCaller as never, (await readRouteBody(route, call)) as never)
  if (route.access === 'signature') return run(call)
  if (route.access === 'key') {
    return guard(exchange, deps, async () => {
      // Counts only toward the per-minute limit.
      const { usage } = await admit(exchange, readCaller(exchange, deps), deps, NOTHING)
      // Webhooks cannot be managed without the store.
      if (!usage) throw new StoreUnavailable('The key store is unavailable.')
      const keyCall: KeyCall = { ...call, accountId: usage.accountId, keyId: usage.keyId }
      return run(keyCall)
    })
  }
  const isChange = route.method !== 'GET'
  if (isChange && !isSameOrigin(request.headers, url, hosts)) {
    throw new ApiError('CROSS_SITE', 'The request does not come from a page of this service.')
  }
  if (route.access === 'anybody') return run(call)

  const person: PersonCall = { ...call, session: await findSession(call) }
  const { email } = person.session
  if (isChange) await throttle(call, 'change', email)
  if (route.access === 'operator' && !isOperator(person)) throw notFoundForCaller()
  if (route.access === 'person' || route.access === 'operator') return run(person)

  const membership = (await store.memberships(email)).find(({ account }) => account.id === call.params.account)
  if (!membership) throw notFoundForCaller()
  if (!may(membership.role, route.access)) {
    throw new ApiError('FORBIDDEN', `Your role (${membership.role}) does not allow this. Ask an owner of the account.`)
  }
  const memberCall: MemberCall = { ...person, caller: { email, ...membership } }
  return run(memberCall)
}

/** The body of a request, as its route reads it. What needs no fields, such as a test message, needs no body either. */
async function readRouteBody({ body, example = '{"name": "Nightly sync"}' }: Route, { request, aside }: Call) {
  if (!body) return null
  const bytes = await aside(() => readBytes(request))
  if (body === NoBody && bytes.byteLength === 0) return {}
  requireJson(request, 'the request')
  return readFields(body, parseJsonObject(bytes, example), false)
}

async function findSession({ cookies, store, now }: Call): Promise<Session> {
  const secret = cookies.read('rhp_session')
  const session = isSecret(secret) ? await store.session(hashSecret(secret), now) : null
  if (!session) throw new ApiError('SIGN_IN_REQUIRED', 'You are not signed in, or your session has expired. Sign in.')
  return session
}

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
function limitTime(store: Store, limits: Pick<Limits, 'allow'>) {
  let startedAt = performance.now()
  let deadline = createDeadline()
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hasPassed(deadline)) throw new StoreUnavailable('The store did not respond in time.')
    return within(deadline, work())
  }
  return {
    store: wrapVerbs(store, ask),
    limits: { allow: (...args: Parameters<Limits['allow']>) => ask(() => limits.allow(...args)) },
    async aside<Result>(work: () => Promise<Result>): Promise<Result> {
      const spentMs = performance.now() - startedAt
      try {
        return await work()
      } finally {
        startedAt = performance.now() - spentMs
        deadline = createDeadline(spentMs)
      }
    },
  }
}
