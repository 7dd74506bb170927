import { hash } from 'node:crypto'
import * as z from 'zod'
import { isSigned } from '../../account/account.ts'
import { MANAGES, may, PERMISSION_NAMES } from '../../account/actions.ts'
import { findOrganizationDomain, toMailbox } from '../../account/person.ts'
import { DisplayName, type Key, MemberEmail, Role } from '../../account/record.ts'
import { generateId, generateKey } from '../../metering/keys.ts'
import { getPlanAt, PLAN_NAMES, PLANS, PlanName } from '../../metering/plans.ts'
import { getWindows } from '../../metering/windows.ts'
import { createInvitationMail } from '../../notify/mail.ts'
import { pick } from '../../rules/pick.ts'
import { toIso, withTimestamps } from '../../rules/time/moments.ts'
import { wholeNumber } from '../../schema/params.ts'
import { readSubscription, toNewSubscriptionBody, toSubscriptionBody } from '../endpoints/subscriptions.ts'
import { toKeyBody, toUsageBody } from '../endpoints/usage.ts'
import { parseJsonObject, readBytes, requireJson } from '../request/body.ts'
import { readFields } from '../request/problems.ts'
import { ApiError } from '../response/errors.ts'
import {
  ACCOUNT,
  findKeyId,
  isWithin,
  type MemberCall,
  NoBody,
  notFoundForCaller,
  type Route,
  route,
  throttle,
} from './route.ts'

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

const RoleBody = z.strictObject({ role: Role })
const AnyBody = z.record(z.string(), z.unknown())
const MemberBody = z.strictObject({ email: MemberEmail, role: Role })

/** The routes for an account, its members, keys and signed addresses, and for the payment provider. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  route('signature', 'POST', '/api/account/billing', null, 200, async (call) => {
    const { request, store, billingSecret, now, aside } = call
    if (billingSecret === null) throw notFoundForCaller()
    const bytes = await aside(() => readBytes(request))
    if (!isSigned(request.headers.get('x-billing-signature') ?? '', bytes, billingSecret, now)) {
      throw new ApiError('SIGNATURE_INVALID', 'X-Billing-Signature is missing, wrong or too old.')
    }
    requireJson(request, 'the event')
    const { account, occurredAt, ...event } = readFields(BillingBody, parseJsonObject(bytes, '{"id": "evt_1"}'), false)
    return { outcome: await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now) }
  }),

  route('account.read', 'GET', ACCOUNT, null, 200, readAccount),
  route('account.rename', 'PATCH', ACCOUNT, NameBody, 204, ({ store, caller, now }, { name }) =>
    store.rename(caller.account.id, name, now, caller.email),
  ),
  route('trial.start', 'POST', `${ACCOUNT}/trial`, NoBody, 204, async (call) => {
    const { store, caller, now, trialDays } = call
    if (trialDays === 0) throw notFoundForCaller()
    const domain = findOrganizationDomain(caller.email)
    if (domain !== null && (await store.mayStartTrial(caller.account.id, caller.email))) {
      await throttle(call, 'trial', domain, `Too many trials were started today by people at ${domain}.`)
    }
    return store.startTrial(caller.account.id, trialDays, now, caller.email)
  }),
  route('trail.read', 'GET', `${ACCOUNT}/trail`, null, 200, readTrailPage),

  route('keys.create', 'POST', `${ACCOUNT}/keys`, NameBody, 201, async ({ store, caller, now }, { name }) => {
    const { secret, ...draft } = generateKey()
    const key = { ...draft, id: generateId('key'), name }
    return toKeyWithSecret(await store.createKey(caller.account.id, key, now, caller.email), secret)
  }),
  route('keys.rotate', 'POST', `${ACCOUNT}/keys/:key/rotate`, NoBody, 201, async (call) => {
    const { store, caller, now } = call
    const key = await findKeyId(call)
    const { secret, ...draft } = generateKey()
    return toKeyWithSecret(await store.rotateKey(key, { ...draft, id: generateId('key') }, now, caller.email), secret)
  }),
  route('keys.revoke', 'DELETE', `${ACCOUNT}/keys/:key`, null, 204, async (call) =>
    call.store.revokeKey(await findKeyId(call), call.now, call.caller.email),
  ),

  // Errors in the request are those of the API.
  route('subscriptions.create', 'POST', `${ACCOUNT}/subscriptions`, AnyBody, 201, async (call, sent) => {
    const { store, caller, now, base } = call
    const { secret, ...draft } = generateKey('subscription')
    const subscription = { ...draft, ...readSubscription(sent), id: generateId('sub') }
    const made = await store.createSubscription(caller.account.id, subscription, now, caller.email)
    return toNewSubscriptionBody(made, secret, base)
  }),
  route('subscriptions.revoke', 'DELETE', `${ACCOUNT}/subscriptions/:subscription`, null, 204, (call) => {
    const { params, store, caller, now } = call
    return store.revokeSubscription(caller.account.id, params.subscription ?? '', now, caller.email)
  }),

  route('members.invite', 'POST', `${ACCOUNT}/members`, MemberBody, 201, async (call, member) => {
    const { store, caller, now, base, post } = call
    const { account } = caller
    // Anyone can have free accounts, so their invitations are limited per person.
    if (account.plan === 'FREE') await throttle(call, 'invitationFree', toMailbox(caller.email))
    else await throttle(call, 'invitation', account.id)
    const mailbox = toMailbox(member.email)
    await throttle(call, 'invitationFor', `${account.id} ${mailbox}`)
    const invitation = await store.invite(account.id, member, now, caller.email)
    if (await isWithin(call, 'mail', mailbox)) post(createInvitationMail(account.id, invitation, `${base}/account`))
    return withTimestamps(pick(invitation, ['email', 'role', 'expiresAt']))
  }),
  route('members.set_role', 'PATCH', `${ACCOUNT}/members/:member`, RoleBody, 204, async (call, { role }) => {
    const { store, caller, now } = call
    const { email, invitation } = await findPerson(call)
    const verb = invitation ? store.invite : store.setRole
    return verb(caller.account.id, { email, role }, now, caller.email)
  }),
  // Members may always leave; removing others depends on both roles.
  route('members.leave', 'DELETE', `${ACCOUNT}/members/:member`, null, 204, async (call) => {
    const { store, caller, now } = call
    const { email, invitation } = await findPerson(call)
    const verb = invitation ? store.withdrawInvitation : store.removeMember
    return verb(caller.account.id, email, now, caller.email)
  }),
]

const toKeyWithSecret = (key: Key, secret: string) => ({ key: toKeyBody(key), secret })
export type KeyResponse = ReturnType<typeof toKeyWithSecret>

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
  const entries = await store.trail(caller.account.id, 50, before)
  return {
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: toIso(at) })),
    hasMore: (entries.at(-1)?.number ?? 1) > 1,
  }
}

export type AccountResponse = Awaited<ReturnType<typeof readAccount>>

async function readAccount(call: MemberCall) {
  const { store, now, trialDays, remind } = call
  const { account, role, email } = call.caller
  const { id, trialEndsAt } = account
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
    account: { ...withTimestamps(pick(account, ['id', 'name', 'trialEndsAt', 'suspended', 'createdAt'])), plan },
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
          invitation: invitation && withTimestamps(pick(invitation, ['invitedBy', 'expiresAt'])),
        }))
      : null,
    notices: may(role, 'notices.read') ? notices : null,
  }
}
