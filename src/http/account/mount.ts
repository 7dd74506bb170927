import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { callerIn } from '../../account/caller.ts'
import { may } from '../../account/permissions.ts'
import type { Session } from '../../account/person.ts'
import { isSecret, secretHashOf } from '../../account/secrets.ts'
import { subnetOf } from '../../metering/subnet.ts'
import type { App } from '../app.ts'
import { readJson } from '../body.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import { errorResponse } from '../respond.ts'
import { ACCOUNT_ROUTES } from './account.ts'
import { BILLING_ROUTES } from './billing.ts'
import { cookiesOf } from './cookies.ts'
import { readFields } from './fields.ts'
import { KEY_ROUTES } from './keys.ts'
import { MEMBER_ROUTES } from './members.ts'
import { isSameOrigin, ownAddress } from './origin.ts'
import { asApiError, nothingHere } from './refusals.ts'
import type { AccountDeps, Call, Outcome, PersonCall, Route } from './route.ts'
import { SIGN_IN_ROUTES } from './sign-in.ts'
import { throttle } from './throttle.ts'

const ACCOUNT = '/api/account'

/** Every route of accounts. Those with fixed names stand before those with ids. */
export const ROUTES: readonly Route[] = [
  ...BILLING_ROUTES,
  ...SIGN_IN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...KEY_ROUTES,
  ...MEMBER_ROUTES,
]

/** The app's context of a request goes along, with its trace and what the server knows of the connection. */
type Accounts = Hono<{ Bindings: { outer: Context } }>

/**
 * Adds the routes of accounts to the app. They answer the service's own pages, know a person by a cookie, and change
 * nothing that another site asks for.
 */
export function mountAccounts(app: App, deps: Deps & { account: AccountDeps }): void {
  // In an app of their own: ids beside fixed names would cost the routes of the API their faster router.
  const accounts: Accounts = new Hono()
  accounts.use(secureHeaders({ crossOriginResourcePolicy: 'same-origin', referrerPolicy: 'no-referrer' }))
  for (const route of ROUTES) {
    accounts.on(route.method, route.path, (c) => answer(c, deps, () => serve(c, deps, route)))
  }
  accounts.all('*', (c) => answer(c, deps, () => Promise.reject(notServed(c))))
  app.all(`${ACCOUNT}/*`, (c) => accounts.fetch(c.req.raw, { outer: c }))
}

function notServed(c: Context): ApiError {
  const allowed = allowedAt(c.req.path)
  if (allowed.length === 0) return nothingHere()
  return new ApiError('METHOD_NOT_ALLOWED', `${c.req.method} is not supported here.`, {
    headers: { Allow: allowed.join(', ') },
  })
}

/** Turns an outcome into an answer that nobody keeps, and every failure into a problem document. */
async function answer(c: Context, deps: Deps, serve: () => Promise<Outcome>): Promise<Response> {
  try {
    const { status = 200, body } = await serve()
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Cookie')
    return body ? c.json(body, status as 200) : c.body(null, 204)
  } catch (error) {
    return errorResponse(c, deps, asApiError(error), c.env.outer.var.trace.requestId)
  }
}

/** What is wrong is said in this order: another site, nobody signed in, another's account, the role, the body. */
async function serve(c: Context, deps: Deps & { account: AccountDeps }, route: Route): Promise<Outcome> {
  const { account, clock, addressOf } = deps
  const call: Call = {
    ...account,
    c,
    now: clock(),
    cookies: cookiesOf(c, account.hosts),
    network: subnetOf(addressOf?.(c.env.outer) ?? ''),
    base: ownAddress(c, account.hosts),
  }
  if (route.access === 'signature') return route.run(call, null)
  const isChange = route.method !== 'GET'
  if (isChange && !isSameOrigin(c, account.hosts)) {
    throw new ApiError('CROSS_SITE', 'The request does not come from a page of this service.')
  }
  const body = async () =>
    route.body ? readFields(route.body, await readJson(c.req.raw, 'the request', '{"name": "Nightly sync"}')) : null
  if (route.access === 'anybody') return route.run(call, await body())

  const person: PersonCall = { ...call, session: await sessionOf(call) }
  if (isChange) await throttle(call, 'change', person.session.email)
  if (route.access === 'person') return route.run(person, await body())

  const caller = await callerIn(call.store, person.session.email, c.req.param('account') ?? '')
  if (!caller) throw nothingHere()
  if (!may(caller.role, route.access)) {
    throw new ApiError('FORBIDDEN', `The role ${caller.role} may not do this. Ask an owner of the account.`)
  }
  return route.run({ ...person, caller }, await body())
}

async function sessionOf({ cookies, store, now }: Call): Promise<Session> {
  const secret = cookies.read('rhp_session')
  const session = isSecret(secret) ? await store.session(secretHashOf(secret), now) : null
  if (!session) throw new ApiError('SIGN_IN_REQUIRED', 'Nobody is signed in, or the session has ended. Sign in.')
  return session
}

const PATTERNS = ROUTES.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:\w+(?:\{(.+?)\})?/g, (_, form = '[^/]+') => form)}$`),
}))

const allowedAt = (path: string): string[] => [
  ...new Set(PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
]
