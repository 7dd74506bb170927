import type * as z from 'zod'
import type { Caller } from '../../account/caller.ts'
import type { Permission } from '../../account/permissions.ts'
import type { Session } from '../../account/person.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Mail } from '../../notify/mails.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Store } from '../../storage/port.ts'
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
