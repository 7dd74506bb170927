import type { z } from 'zod'
import type { Caller } from '../../account/caller.ts'
import type { Permission } from '../../account/permissions.ts'
import type { Session } from '../../account/person.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Mail } from '../../notify/mail-text.ts'
import type { Instant } from '../../rules/moments.ts'
import type { Store } from '../../storage/port.ts'
import type { WebhookDesk } from '../webhooks/desk.ts'
import type { Cookies } from './cookies.ts'
import type { Hosts } from './origin.ts'

/** The path of one account. What cannot be an id is nowhere. */
export const OF_ACCOUNT = '/api/account/:account{acct_[0-9A-Za-z]+}'

/** What the routes of accounts need from outside. */
export interface AccountDeps {
  store: Store
  limits: Pick<Limits, 'allow'>
  /** Sends a mail after the answer. */
  post: (mail: Mail) => void
  /** Begins work that goes on after the answer. */
  afterwards: (work: () => Promise<void>) => void
  /** The secret that billing events are signed with; without one there is no such route. */
  billingSecret: string | null
  /** Who signs in with this address is the operator; null: nobody is. */
  operatorEmail: string | null
  hosts: Hosts
  /** Length of the trial that an account can start; 0: there are none. */
  trialDays: number
  /** Sends the trial letter of an account that is due, after the answer. */
  remind: (accountId: string) => void
  /** What webhooks need beyond the store. */
  webhooks: WebhookDesk
}

/** One request of anybody. */
export interface Call extends AccountDeps {
  request: Request
  url: URL
  /** The values of the path's parameters. */
  params: { [name: string]: string }
  now: Instant
  cookies: Cookies
  /** The network that the request comes from. */
  network: string
  /** Address of the service, for links. */
  base: string
  /** Runs what does not count toward the time of the answer. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
}
/** One request of somebody who is signed in. */
export interface PersonCall extends Call {
  session: Session
}
/** One request of a member about the account of its path. */
export interface MemberCall extends PersonCall {
  caller: Caller
}

/** One request of a program, with a key, about the account of the key. */
export interface KeyCall extends Call {
  accountId: string
  keyId: string
}

export interface Outcome {
  status?: 200 | 201 | 202 | 204
  body?: object
}

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

interface RouteOf<Access, OwnCall, Body> {
  method: (typeof METHODS)[number]
  /** In Hono's notation; an account's id is `:account`. */
  path: string
  access: Access
  /** What the request must carry. */
  body?: z.ZodType<Body>
  /** Such a body, in the words of an error. */
  example?: string
  run: (call: OwnCall, body: Body) => Promise<Outcome>
}

// biome-ignore lint/suspicious/noExplicitAny: each route reads its own body, and only what its schema has checked
type AnyBody = any

/**
 * One route. `access` is who may call: anybody, who signs the bytes, who sends a key, who is signed in, or members with a
 * permission.
 */
export type Route =
  | RouteOf<'anybody' | 'signature', Call, AnyBody>
  | RouteOf<'key', KeyCall, AnyBody>
  | RouteOf<'person', PersonCall, AnyBody>
  | RouteOf<Permission, MemberCall, AnyBody>

type Draft<OwnCall, Body> = Omit<RouteOf<never, OwnCall, Body>, 'access'>

export const forAnybody = <Body>(route: Draft<Call, Body>): Route => ({ ...route, access: 'anybody' })
export const forSigner = <Body>(route: Draft<Call, Body>): Route => ({ ...route, access: 'signature' })
export const forKey = <Body>(route: Draft<KeyCall, Body>): Route => ({ ...route, access: 'key' })
export const forPerson = <Body>(route: Draft<PersonCall, Body>): Route => ({ ...route, access: 'person' })
export const forMember = <Body>(route: RouteOf<Permission, MemberCall, Body>): Route => route
