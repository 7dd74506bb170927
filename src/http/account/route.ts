import { hash } from 'node:crypto'
import * as z from 'zod'
import { AccountRefusal, type Permission, type RefusalCode } from '../../account/actions.ts'
import type { Caller } from '../../account/caller.ts'
import type { Session } from '../../account/person.ts'
import { DisplayName, MemberEmail, Role } from '../../account/record.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { hasPassed, newDeadline, within } from '../../metering/deadline.ts'
import type { LimitName, Limits } from '../../metering/limits.ts'
import { PLAN_NAMES, PlanName } from '../../metering/plans.ts'
import type { Mail } from '../../notify/mail.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { wholeNumber } from '../../schema/params.ts'
import type { Store } from '../../storage/port.ts'
import { type AnyVerb, eachVerb } from '../../storage/verbs.ts'
import type { AccountErrorCode, ErrorCode } from '../response/error-codes.ts'
import { ApiError, rateLimited } from '../response/errors.ts'
import type { WebhookService } from '../webhooks/service.ts'
import type { Cookies, Hosts } from './browser.ts'
import type { Desk } from './desk.ts'

export const OF_ACCOUNT = '/api/account/:account{acct_[0-9A-Za-z]+}'

export interface AccountDeps {
  store: Store
  limits: Pick<Limits, 'allow'>
  /** Sends an email after the response. */
  post: (mail: Mail) => void
  /** Starts work that continues after the response. */
  afterwards: (work: () => Promise<void>) => void
  /** The secret that signs billing events; null disables the route. */
  billingSecret: string | null
  /** The email address of the operator; null if there is none. */
  operatorEmail: string | null
  hosts: Hosts
  /** Length of a trial in days; 0 for no trials. */
  trialDays: number
  /** Sends the account's due trial email after the response. */
  remind: (accountId: string) => void
  /** Webhook delivery. */
  webhooks: WebhookService
  /** What the operator sees beside the accounts. */
  desk: Desk
}

export interface Call extends AccountDeps {
  request: Request
  url: URL
  /** The path parameters. */
  params: { [name: string]: string }
  now: Instant
  cookies: Cookies
  /** The subnet of the caller. */
  network: string
  /** Base URL of the service for links. */
  base: string
  /** Runs work that does not count toward the time limit of the response. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
}
export interface PersonCall extends Call {
  session: Session
}
/** A request from a member of the account in the path. */
export interface MemberCall extends PersonCall {
  caller: Caller
}

/** A request from a program about the account of its key. */
export interface KeyCall extends Call {
  accountId: string
  keyId: string
}

export interface Outcome {
  status?: 200 | 201 | 202 | 204
  body?: object
}

/** The outcome of work without a response body: 204. */
export async function noContent(work: Promise<unknown>): Promise<Outcome> {
  await work
  return { status: 204 }
}

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

interface RouteOf<Access, OwnCall, Body> {
  method: (typeof METHODS)[number]
  /** In Hono's notation, with `:account` for the id of an account. */
  path: string
  access: Access
  /** Schema of the request body. */
  body?: z.ZodType<Body>
  /** Example of a body for error messages. */
  example?: string
  run: (call: OwnCall, body: Body) => Promise<Outcome>
}

// biome-ignore lint/suspicious/noExplicitAny: each route reads its own body, and only what its schema has checked
type AnyBody = any

/**
 * One route. `access` says who may call it: anyone, the holder of a signing secret, a program with a key, a signed-in
 * person, or members with a permission.
 */
export type Route =
  | RouteOf<'anybody' | 'signature', Call, AnyBody>
  | RouteOf<'key', KeyCall, AnyBody>
  | RouteOf<'person', PersonCall, AnyBody>
  | RouteOf<Permission, MemberCall, AnyBody>

type Draft<OwnCall, Body> = Omit<RouteOf<never, OwnCall, Body>, 'access'>

export const forAnyone = <Body>(route: Draft<Call, Body>): Route => ({ ...route, access: 'anybody' })
export const forSigner = <Body>(route: Draft<Call, Body>): Route => ({ ...route, access: 'signature' })
export const forKey = <Body>(route: Draft<KeyCall, Body>): Route => ({ ...route, access: 'key' })
export const forPerson = <Body>(route: Draft<PersonCall, Body>): Route => ({ ...route, access: 'person' })
export const forMember = <Body>(route: RouteOf<Permission, MemberCall, Body>): Route => route

/** Request shapes of the account pages. Their responses have the types of what makes them. */

export const SignInBody = z.strictObject({ email: MemberEmail })
export const LinkBody = z.strictObject({ token: z.string().max(200) })
export const NameBody = z.strictObject({ name: DisplayName })
export const RoleBody = z.strictObject({ role: Role })
export const InvitationBody = z.strictObject({ email: MemberEmail, role: Role })
/** What the operator changes of an account. */
export const AccountChangeBody = z
  .strictObject({ plan: PlanName.optional(), suspended: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Send "plan" or "suspended".')
export const DecisionBody = z.strictObject({
  decision: z.enum(['release', 'drop', 'take', 'keep', 'accept', 'reject']),
  reason: z.string().trim().min(1, 'is empty').max(500),
})
export const NoBody = z.strictObject({})

/** A billing event from the payment provider. */
export const BillingBody = z.strictObject({
  id: z.string().min(1).max(200).describe('Id of the event. An event that was received before is ignored.'),
  account: z.string().max(100).describe('Id of the account, as shown on its page and on the command line.'),
  plan: PlanName.describe(`The new plan: ${PLAN_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
  occurredAt: z.iso
    .datetime()
    .describe(
      'When it occurred, in UTC. Out-of-order events are ignored; events more than 5 minutes in the future are rejected.',
    ),
})

/** Pagination of a trail: the entries before this number. */
export const TrailQuery = z.strictObject({ before: wholeNumber(1, 1_000_000_000).default(1_000_000_000) })

/** The operator's account search: part of a name or id. */
export const AccountsQuery = z.strictObject({ q: z.string().trim().max(100).default('') })

/** The same error for unknown ids and for ids of other accounts. */
export const notFoundForCaller = (): ApiError =>
  new ApiError('NOT_FOUND', 'Nothing with this id belongs to your accounts.')

const CODES = {
  account_unknown: 'NOT_FOUND',
  key_unknown: 'NOT_FOUND',
  member_unknown: 'NOT_FOUND',
  invitation_unknown: 'NOT_FOUND',
  plan_without_keys: 'PLAN_REQUIRED',
  trial_used: 'TRIAL_USED',
  trial_unneeded: 'TRIAL_UNNEEDED',
  keys_exhausted: 'KEYS_EXHAUSTED',
  key_ended: 'KEY_ENDED',
  owner_needed: 'OWNER_NEEDED',
  member_known: 'MEMBER_KNOWN',
  invitations_exhausted: 'INVITATIONS_EXHAUSTED',
  webhook_unknown: 'NOT_FOUND',
  delivery_unknown: 'NOT_FOUND',
  plan_without_webhooks: 'PLAN_REQUIRED',
  webhooks_exhausted: 'WEBHOOKS_EXHAUSTED',
  webhook_disabled: 'WEBHOOK_DISABLED',
  delivery_pending: 'DELIVERY_PENDING',
  subscription_unknown: 'NOT_FOUND',
  subscriptions_exhausted: 'SUBSCRIPTIONS_EXHAUSTED',
  role_denied: 'FORBIDDEN',
  event_ahead: 'INVALID_PARAMETER',
} as const satisfies Record<RefusalCode, ErrorCode | AccountErrorCode>

/** Converts an AccountRefusal to an ApiError; returns any other error unchanged. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error
  const code = CODES[error.code]
  return code === 'NOT_FOUND' ? notFoundForCaller() : new ApiError(code, error.message)
}

type Counted = Pick<Limits, 'allow'>

/** Counts an attempt of a subject. @throws ApiError RATE_LIMITED above the limit */
export async function throttle(
  { limits, now }: { limits: Counted; now: Instant },
  name: LimitName,
  subject: string,
  why = 'Too many attempts.',
): Promise<void> {
  const { allowed, retryAfterSeconds } = await counted(limits, name, subject, now)
  if (!allowed) throw rateLimited(why, retryAfterSeconds)
}

/** Counts an attempt of a subject and returns whether it is within the limit. */
export const isWithin = async (limits: Counted, name: LimitName, subject: string, now: Instant): Promise<boolean> =>
  (await counted(limits, name, subject, now)).allowed

// Email addresses are hashed, not stored.
const counted = (limits: Counted, name: LimitName, subject: string, now: Instant) =>
  limits.allow(name, hash('sha256', subject, 'base64url'), now)

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>) {
  let startedAt = performance.now()
  let deadline = newDeadline()
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hasPassed(deadline)) throw new StoreUnavailable('The store did not respond in time.')
    return within(deadline, work())
  }
  return {
    store: eachVerb(
      (verb) =>
        (...args: unknown[]) =>
          ask(() => (store[verb] as AnyVerb)(...args)),
    ),
    limits: { allow: (...args: Parameters<Limits['allow']>) => ask(() => limits.allow(...args)) },
    /** Runs work that does not count toward the limit, such as waiting for a body. */
    async aside<Result>(work: () => Promise<Result>): Promise<Result> {
      const spentMs = performance.now() - startedAt
      try {
        return await work()
      } finally {
        startedAt = performance.now() - spentMs
        deadline = newDeadline(spentMs)
      }
    },
  }
}
