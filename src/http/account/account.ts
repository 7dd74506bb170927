import * as z from 'zod'
import { isSigned } from '../../account/account.ts'
import { MANAGES, may, PERMISSION_NAMES } from '../../account/actions.ts'
import { createKey, type KeyShown, readMembers, remove, revokeKey, rotateKey, setRole } from '../../account/caller.ts'
import { findOrganizationDomain, toMailbox } from '../../account/person.ts'
import { newId, newSubscriptionSecret } from '../../metering/keys.ts'
import { PLANS, planAt } from '../../metering/plans.ts'
import { windowsAt } from '../../metering/windows.ts'
import { toIso } from '../../rules/time/moments.ts'
import { newSubscriptionBody, readSubscription, subscriptionBody } from '../endpoints/subscriptions.ts'
import { keyBody, usageBody } from '../endpoints/usage.ts'
import { jsonObject, readBytes, requireJson } from '../request/body.ts'
import { readFields } from '../request/problems.ts'
import { ApiError } from '../response/errors.ts'
import {
  BillingBody,
  forMember,
  forSigner,
  InvitationBody,
  isWithin,
  type MemberCall,
  NameBody,
  NoBody,
  noContent,
  notFoundForCaller,
  OF_ACCOUNT,
  RoleBody,
  type Route,
  TrailQuery,
  throttle,
} from './route.ts'

const TRAIL_PAGE = 50

export const ACCOUNT_ROUTES: readonly Route[] = [
  forMember({
    method: 'GET',
    path: OF_ACCOUNT,
    access: 'account.read',
    run: async (call) => ({ body: await accountBody(call) }),
  }),
  forMember({
    method: 'PATCH',
    path: OF_ACCOUNT,
    access: 'account.rename',
    body: NameBody,
    run: ({ store, caller, now }, { name }) => noContent(store.rename(caller.account.id, name, now, caller.email)),
  }),
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/trial`,
    access: 'trial.start',
    body: NoBody,
    async run(call) {
      const { store, caller, now, trialDays } = call
      if (trialDays === 0) throw notFoundForCaller()
      const domain = findOrganizationDomain(caller.email)
      if (domain !== null && (await store.mayStartTrial(caller.account.id, now, caller.email))) {
        await throttle(call, 'trial', domain, `Too many trials were started today by people at ${domain}.`)
      }
      return noContent(store.startTrial(caller.account.id, trialDays, now, caller.email))
    },
  }),
  forMember({
    method: 'GET',
    path: `${OF_ACCOUNT}/trail`,
    access: 'trail.read',
    run: async (call) => ({ body: await trailBody(call) }),
  }),
]

export type TrailResponse = Awaited<ReturnType<typeof trailBody>>

async function trailBody({ url, store, caller }: MemberCall) {
  const { before } = readFields(TrailQuery, Object.fromEntries(url.searchParams), false)
  const entries = await store.trail(caller.account.id, TRAIL_PAGE, before)
  return {
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: toIso(at) })),
    hasMore: (entries.at(-1)?.number ?? 1) > 1,
  }
}

export type AccountResponse = Awaited<ReturnType<typeof accountBody>>

/** An account, limited to what the role may see. */
async function accountBody({ store, caller, now, trialDays, remind }: MemberCall) {
  const { account, role, email } = caller
  const { id, name, trialEndsAt, suspended, createdAt } = account
  const plan = planAt(account, now)
  const [report, people, subscriptions, mayTry] = await Promise.all([
    store.usage(id, windowsAt(now)),
    readMembers(store, id, now),
    store.subscriptions(id),
    trialDays > 0 && plan === 'FREE' && store.mayStartTrial(id, now, email),
  ])
  if (trialEndsAt !== null) remind(id)
  const { month, requests, aiAnswers, months, keys, notices } = usageBody(report)
  return {
    account: { id, name, plan, trialEndsAt: toIso(trialEndsAt), suspended, createdAt: toIso(createdAt) },
    plan: PLANS[plan],
    trialDays: mayTry ? trialDays : null,
    role,
    permissions: PERMISSION_NAMES.filter((permission) => may(role, permission)),
    manages: [...MANAGES[role]],
    usage: { month, requests, aiAnswers, months },
    keys: may(role, 'keys.read') ? keys : null,
    subscriptions: may(role, 'subscriptions.read') ? subscriptions.map(subscriptionBody) : null,
    members: may(role, 'members.read')
      ? people.map(({ invitation, ...person }) => ({
          ...person,
          isYou: person.email === email,
          invitation: invitation && { invitedBy: invitation.invitedBy, expiresAt: toIso(invitation.expiresAt) },
        }))
      : null,
    notices: may(role, 'notices.read') ? notices : null,
  }
}

export const MEMBER_ROUTES: readonly Route[] = [
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/members`,
    access: 'members.invite',
    body: InvitationBody,
    async run(call, member) {
      const { store, limits, caller, now, base, post } = call
      const { account } = caller
      // Anyone can have free accounts, so their invitations are limited per person.
      if (account.plan === 'FREE') await throttle(call, 'invitationFree', toMailbox(caller.email))
      else await throttle(call, 'invitation', account.id)
      const mailbox = toMailbox(member.email)
      await throttle(call, 'invitationFor', `${account.id} ${mailbox}`)
      const { email, role, invitedBy, expiresAt } = await store.invite(account.id, member, now, caller.email)
      if (await isWithin(limits, 'mail', mailbox, now)) {
        post({ kind: 'invitation', to: [email], account, role, invitedBy, expiresAt, link: `${base}/account` })
      }
      return { status: 201, body: { email, role, expiresAt: toIso(expiresAt) } }
    },
  }),
  forMember({
    method: 'PATCH',
    path: `${OF_ACCOUNT}/members/:member`,
    access: 'members.set_role',
    body: RoleBody,
    run: ({ params, store, caller, now }, { role }) =>
      noContent(setRole(store, caller, params.member ?? '', role, now)),
  }),
  forMember({
    method: 'DELETE',
    path: `${OF_ACCOUNT}/members/:member`,
    // Members may always leave; removing others depends on both roles.
    access: 'members.leave',
    run: ({ params, store, caller, now }) => noContent(remove(store, caller, params.member ?? '', now)),
  }),
]

export const KEY_ROUTES: readonly Route[] = [
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/keys`,
    access: 'keys.create',
    body: NameBody,
    run: async ({ store, caller, now }, { name }) => shown(await createKey(store, caller, name, now)),
  }),
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/keys/:key/rotate`,
    access: 'keys.rotate',
    body: NoBody,
    run: async ({ params, store, caller, now }) => shown(await rotateKey(store, caller, params.key ?? '', now)),
  }),
  forMember({
    method: 'DELETE',
    path: `${OF_ACCOUNT}/keys/:key`,
    access: 'keys.revoke',
    run: ({ params, store, caller, now }) => noContent(revokeKey(store, caller, params.key ?? '', now)),
  }),
]

/** A new key with its secret, which is shown only once. */
const shown = ({ key, secret }: KeyShown) => ({ status: 201 as const, body: { key: keyBody(key), secret } })
export type KeyResponse = ReturnType<typeof shown>['body']

/** Routes for the signed addresses of an account. Errors are those of the API. */
export const SUBSCRIPTION_ROUTES: readonly Route[] = [
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/subscriptions`,
    access: 'subscriptions.create',
    body: z.record(z.string(), z.unknown()),
    async run({ store, caller, now, base }, given) {
      const request = readSubscription(given)
      const { secret, ...draft } = newSubscriptionSecret()
      const subscription = { ...draft, ...request, id: newId('sub') }
      const made = await store.createSubscription(caller.account.id, subscription, now, caller.email)
      return { status: 201, body: newSubscriptionBody(made, secret, base) }
    },
  }),
  forMember({
    method: 'DELETE',
    path: `${OF_ACCOUNT}/subscriptions/:subscription`,
    access: 'subscriptions.revoke',
    run: ({ params, store, caller, now }) =>
      noContent(store.revokeSubscription(caller.account.id, params.subscription ?? '', now, caller.email)),
  }),
]

export const BILLING_ROUTES: readonly Route[] = [
  forSigner({
    method: 'POST',
    path: '/api/account/billing',
    async run({ request, store, billingSecret, now, aside }) {
      if (billingSecret === null) throw notFoundForCaller()
      const bytes = await aside(() => readBytes(request))
      if (!isSigned(request.headers.get('x-billing-signature') ?? '', bytes, billingSecret, now)) {
        throw new ApiError('SIGNATURE_INVALID', 'X-Billing-Signature is missing, wrong or too old.')
      }
      requireJson(request, 'the event')
      const { account, occurredAt, ...event } = readFields(BillingBody, jsonObject(bytes, '{"id": "evt_1"}'), false)
      const outcome = await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now)
      return { body: { outcome } }
    },
  }),
]
