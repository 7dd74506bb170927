import { hash } from 'node:crypto'
import * as z from 'zod'
import { isSigned } from '../../account/account.ts'
import { MANAGES, may, PERMISSION_NAMES } from '../../account/actions.ts'
import { findOrganizationDomain, toMailbox } from '../../account/person.ts'
import { DisplayName, type Key, MemberEmail, Role } from '../../account/record.ts'
import { generateId, generateKey } from '../../metering/keys.ts'
import { getPlanAt, PLAN_NAMES, PLANS, PlanName } from '../../metering/plans.ts'
import { getWindows } from '../../metering/windows.ts'
import { toIso } from '../../rules/time/moments.ts'
import { wholeNumber } from '../../schema/params.ts'
import { readSubscription, toNewSubscriptionBody, toSubscriptionBody } from '../endpoints/subscriptions.ts'
import { toKeyBody, toUsageBody } from '../endpoints/usage.ts'
import { parseJsonObject, readBytes, requireJson } from '../request/body.ts'
import { readFields } from '../request/problems.ts'
import { ApiError } from '../response/errors.ts'
import {
  ACCOUNT,
  isWithin,
  type MemberCall,
  mustHaveKey,
  NoBody,
  noContent,
  notFoundForCaller,
  type Route,
  route,
  throttle,
} from './route.ts'

const TRAIL_PAGE = 50
const NameBody = z.strictObject({ name: DisplayName })
const TrailQuery = z.strictObject({ before: wholeNumber(1, 1_000_000_000).default(1_000_000_000) })

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

/** The routes for an account, its members, keys and signed addresses, and for the payment provider. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route('signature', 'POST', '/api/account/billing', null, async ({ request, store, billingSecret, now, aside }) => {
    if (billingSecret === null) throw notFoundForCaller()
    const bytes = await aside(() => readBytes(request))
    if (!isSigned(request.headers.get('x-billing-signature') ?? '', bytes, billingSecret, now)) {
      throw new ApiError('SIGNATURE_INVALID', 'X-Billing-Signature is missing, wrong or too old.')
    }
    requireJson(request, 'the event')
    const { account, occurredAt, ...event } = readFields(BillingBody, parseJsonObject(bytes, '{"id": "evt_1"}'), false)
    const outcome = await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now)
    return { body: { outcome } }
  }),

  route('account.read', 'GET', ACCOUNT, null, async (call) => ({ body: await readAccount(call) })),
  route('account.rename', 'PATCH', ACCOUNT, NameBody, ({ store, caller, now }, { name }) =>
    noContent(store.rename(caller.account.id, name, now, caller.email)),
  ),
  route('trial.start', 'POST', `${ACCOUNT}/trial`, NoBody, async (call) => {
    const { store, caller, now, trialDays } = call
    if (trialDays === 0) throw notFoundForCaller()
    const domain = findOrganizationDomain(caller.email)
    if (domain !== null && (await store.mayStartTrial(caller.account.id, caller.email))) {
      await throttle(call, 'trial', domain, `Too many trials were started today by people at ${domain}.`)
    }
    return noContent(store.startTrial(caller.account.id, trialDays, now, caller.email))
  }),
  route('trail.read', 'GET', `${ACCOUNT}/trail`, null, async (call) => ({ body: await readTrailPage(call) })),

  route('keys.create', 'POST', `${ACCOUNT}/keys`, NameBody, ({ store, caller, now }, { name }) => {
    const { secret, ...draft } = generateKey()
    return showKey(
      secret,
      store.createKey(caller.account.id, { ...draft, id: generateId('key'), name }, now, caller.email),
    )
  }),
  route(
    'keys.rotate',
    'POST',
    `${ACCOUNT}/keys/:key/rotate`,
    NoBody,
    async ({ params: { key = '' }, store, caller, now }) => {
      await mustHaveKey(store, caller.account.id, key)
      const { secret, ...draft } = generateKey()
      return showKey(secret, store.rotateKey(key, { ...draft, id: generateId('key') }, now, caller.email))
    },
  ),
  route('keys.revoke', 'DELETE', `${ACCOUNT}/keys/:key`, null, async ({ params: { key = '' }, store, caller, now }) => {
    await mustHaveKey(store, caller.account.id, key)
    return noContent(store.revokeKey(key, now, caller.email))
  }),

  // Errors in the request are those of the API.
  route(
    'subscriptions.create',
    'POST',
    `${ACCOUNT}/subscriptions`,
    z.record(z.string(), z.unknown()),
    async ({ store, caller, now, base }, sent) => {
      const { secret, ...draft } = generateKey('subscription')
      const subscription = { ...draft, ...readSubscription(sent), id: generateId('sub') }
      const made = await store.createSubscription(caller.account.id, subscription, now, caller.email)
      return { status: 201, body: toNewSubscriptionBody(made, secret, base) }
    },
  ),
  route(
    'subscriptions.revoke',
    'DELETE',
    `${ACCOUNT}/subscriptions/:subscription`,
    null,
    ({ params, store, caller, now }) =>
      noContent(store.revokeSubscription(caller.account.id, params.subscription ?? '', now, caller.email)),
  ),

  route(
    'members.invite',
    'POST',
    `${ACCOUNT}/members`,
    z.strictObject({ email: MemberEmail, role: Role }),
    async (call, member) => {
      const { store, caller, now, base, post } = call
      const { account } = caller
      // Anyone can have free accounts, so their invitations are limited per person.
      if (account.plan === 'FREE') await throttle(call, 'invitationFree', toMailbox(caller.email))
      else await throttle(call, 'invitation', account.id)
      const mailbox = toMailbox(member.email)
      await throttle(call, 'invitationFor', `${account.id} ${mailbox}`)
      const { email, role, invitedBy, expiresAt } = await store.invite(account.id, member, now, caller.email)
      if (await isWithin(call, 'mail', mailbox)) {
        post({ kind: 'invitation', to: [email], account, role, invitedBy, expiresAt, link: `${base}/account` })
      }
      return { status: 201, body: { email, role, expiresAt: toIso(expiresAt) } }
    },
  ),
  route(
    'members.set_role',
    'PATCH',
    `${ACCOUNT}/members/:member`,
    z.strictObject({ role: Role }),
    async (call, { role }) => {
      const { store, caller, now } = call
      const { email, invitation } = await findPerson(call)
      const verb = invitation ? store.invite : store.setRole
      return noContent(verb(caller.account.id, { email, role }, now, caller.email))
    },
  ),
  // Members may always leave; removing others depends on both roles.
  route('members.leave', 'DELETE', `${ACCOUNT}/members/:member`, null, async (call) => {
    const { store, caller, now } = call
    const { email, invitation } = await findPerson(call)
    const verb = invitation ? store.withdrawInvitation : store.removeMember
    return noContent(verb(caller.account.id, email, now, caller.email))
  }),
]

const showKey = async (secret: string, made: Promise<Key>) => ({
  status: 201 as const,
  body: { key: toKeyBody(await made), secret },
})
export type KeyResponse = Awaited<ReturnType<typeof showKey>>['body']

/** The members and then the invited people of an account, each with an id that differs between accounts. */
async function readPeople({ store, caller: { account }, now }: MemberCall) {
  const [members, invitations] = await Promise.all([store.members(account.id), store.invitations(account.id, now)])
  const people = [
    ...members.map((member) => ({ ...member, invitation: null })),
    ...invitations.map(({ email, role, ...invitation }) => ({ email, role, invitation })),
  ]
  // A path may be logged, so the id must not reveal the email address.
  return people.map(({ email, ...person }) => ({
    email,
    ...person,
    id: `mem_${hash('sha256', `${account.id} ${email}`, 'base64url').slice(0, 16)}`,
  }))
}

async function findPerson(call: MemberCall) {
  const person = (await readPeople(call)).find(({ id }) => id === call.params.member)
  if (!person) throw notFoundForCaller()
  return person
}

export type TrailResponse = Awaited<ReturnType<typeof readTrailPage>>

async function readTrailPage({ url, store, caller }: MemberCall) {
  const { before } = readFields(TrailQuery, Object.fromEntries(url.searchParams), false)
  const entries = await store.trail(caller.account.id, TRAIL_PAGE, before)
  return {
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: toIso(at) })),
    hasMore: (entries.at(-1)?.number ?? 1) > 1,
  }
}

export type AccountResponse = Awaited<ReturnType<typeof readAccount>>

async function readAccount(call: MemberCall) {
  const { store, now, trialDays, remind } = call
  const { account, role, email } = call.caller
  const { id, name, trialEndsAt, suspended, createdAt } = account
  const plan = getPlanAt(account, now)
  const [report, people, subscriptions, mayTry] = await Promise.all([
    store.usage(id, getWindows(now)),
    readPeople(call),
    store.subscriptions(id),
    trialDays > 0 && plan === 'FREE' && store.mayStartTrial(id, email),
  ])
  if (trialEndsAt !== null) remind(id)
  const { month, requests, aiAnswers, months, keys, notices } = toUsageBody(report)
  return {
    account: { id, name, plan, trialEndsAt: toIso(trialEndsAt), suspended, createdAt: toIso(createdAt) },
    plan: PLANS[plan],
    trialDays: mayTry ? trialDays : null,
    role,
    permissions: PERMISSION_NAMES.filter((permission) => may(role, permission)),
    manages: [...MANAGES[role]],
    usage: { month, requests, aiAnswers, months },
    keys: may(role, 'keys.read') ? keys : null,
    subscriptions: may(role, 'subscriptions.read') ? subscriptions.map(toSubscriptionBody) : null,
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
