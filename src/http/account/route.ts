import { hash } from 'node:crypto'
import * as z from 'zod'
import { AccountRefusal, type Permission, type RefusalCode } from '../../account/actions.ts'
import type { Membership, Session } from '../../account/person.ts'
import type { LimitName, Limits } from '../../metering/limits.ts'
import type { Mail } from '../../notify/mail.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Store } from '../../storage/port.ts'
import { ApiError, rateLimited } from '../response/errors.ts'
import type { WebhookService } from '../webhooks/service.ts'
import type { Cookies, Hosts } from './browser.ts'
import type { Desk } from './desk.ts'

export interface AccountDeps {
  store: Store
  limits: Pick<Limits, 'allow'>
  post: (mail: Mail) => void
  /** Starts work that continues after the response. */
  afterwards: (work: () => Promise<void>) => void
  billingSecret: string | null
  operatorEmail: string | null
  hosts: Hosts
  trialDays: number
  /** Sends the account's due trial email after the response. */
  remind: (accountId: string) => void
  webhooks: WebhookService
  desk: Desk
}

export interface Call extends AccountDeps {
  request: Request
  url: URL
  params: { [name: string]: string }
  now: Instant
  cookies: Cookies
  network: string
  base: string
  /** Runs work that does not count toward the time limit of the response. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
}
export interface PersonCall extends Call {
  session: Session
}
export interface MemberCall extends PersonCall {
  caller: Membership & { email: string }
}
export interface KeyCall extends Call {
  accountId: string
  keyId: string
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may call a route, besides members with a permission, and what its function gets. */
interface Calls {
  anybody: Call
  signature: Call
  key: KeyCall
  person: PersonCall
  /** Anyone else gets a 404. */
  operator: PersonCall
}
export type Access = keyof Calls | Permission

export interface Route {
  method: Method
  /** In Hono's notation. */
  path: string
  access: Access
  /** Schema of the request body; null for none. */
  body: z.ZodType | null
  /** With 204 the result of its function is not shown. */
  status: 200 | 201 | 202 | 204
  example?: string
  run: (call: never, body: never) => Promise<unknown>
}

/** A route whose function gets the call of its access, and the body that its schema has checked. */
export const route = <By extends Access, Body>(
  access: By,
  method: Method,
  path: string,
  body: z.ZodType<Body> | null,
  status: Route['status'],
  run: (call: By extends keyof Calls ? Calls[By] : MemberCall, body: Body) => Promise<unknown>,
): Route => ({ access, method, path, body, status, run })

export const ACCOUNT = '/api/account/:account{acct_[0-9A-Za-z]+}'

export const NoBody = z.strictObject({})

/** The same error for unknown ids and for ids of other accounts. */
export const notFoundForCaller = (): ApiError =>
  new ApiError('NOT_FOUND', 'Nothing with this id belongs to your accounts.')

type Unknown = Extract<RefusalCode, `${string}_unknown`>
const isUnknown = (code: RefusalCode): code is Unknown => code.endsWith('_unknown')

/** The codes of refusals in the API, where they differ in more than their letter case. */
const CODES = {
  plan_without_keys: 'PLAN_REQUIRED',
  plan_without_webhooks: 'PLAN_REQUIRED',
  role_denied: 'FORBIDDEN',
  event_ahead: 'INVALID_PARAMETER',
} as const
const isRenamed = (code: RefusalCode): code is keyof typeof CODES => Object.hasOwn(CODES, code)

/** Converts an AccountRefusal to an ApiError; returns any other error unchanged. */
export function toApiError(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error
  const { code, message } = error
  if (isUnknown(code)) return notFoundForCaller()
  return new ApiError(isRenamed(code) ? CODES[code] : (code.toUpperCase() as Uppercase<typeof code>), message)
}

/** The id of the key in the path. @throws ApiError for an unknown key and for a key of another account alike */
export async function findKeyId({ store, params }: Call): Promise<string> {
  const { account = '', key = '' } = params
  if (!(await store.keys(account)).some(({ id }) => id === key)) throw notFoundForCaller()
  return key
}

type Counting = Pick<Call, 'limits' | 'now'>

/** Counts an attempt of a subject. @throws ApiError RATE_LIMITED above the limit */
export async function throttle(call: Counting, name: LimitName, subject: string, why = 'Too many attempts.') {
  const { allowed, retryAfterSeconds } = await countAttempt(call, name, subject)
  if (!allowed) throw rateLimited(why, retryAfterSeconds)
}

/** Counts an attempt of a subject and returns whether it is within the limit. */
export const isWithin = async (call: Counting, name: LimitName, subject: string): Promise<boolean> =>
  (await countAttempt(call, name, subject)).allowed

// Email addresses are hashed, not stored.
const countAttempt = ({ limits, now }: Counting, name: LimitName, subject: string) =>
  limits.allow(name, hash('sha256', subject, 'base64url'), now)
