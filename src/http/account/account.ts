import { readMembers } from '../../account/caller.ts'
import { findOrganizationDomain } from '../../account/mailbox.ts'
import { MANAGES, may, PERMISSION_NAMES } from '../../account/permissions.ts'
import { PLANS, planAt } from '../../metering/plans.ts'
import { windowsAt } from '../../metering/windows.ts'
import { toIso } from '../../rules/time/moments.ts'
import { subscriptionBody } from '../endpoints/subscription-schemas.ts'
import { usageBody } from '../endpoints/usage.ts'
import { notFoundForCaller } from './errors.ts'
import { throttle } from './limits.ts'
import { forMember, type MemberCall, noContent, OF_ACCOUNT, type Route, readFields } from './route.ts'
import { type AccountResponse, NameBody, NoBody, TrailQuery, type TrailResponse } from './schemas.ts'

const TRAIL_PAGE = 50

/** The routes of one account for its members. */
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
    async run({ url, store, caller }) {
      const { before } = readFields(TrailQuery, Object.fromEntries(url.searchParams))
      const entries = await store.trail(caller.account.id, TRAIL_PAGE, before)
      const body: TrailResponse = {
        entries: entries.map(({ at, ...entry }) => ({ ...entry, at: toIso(at) })),
        hasMore: (entries.at(-1)?.number ?? 1) > 1,
      }
      return { body }
    },
  }),
]

async function accountBody({ store, caller, now, trialDays, remind }: MemberCall): Promise<AccountResponse> {
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
