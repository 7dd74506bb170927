import { ACTORS } from '../../account/actions.ts'
import { isSigned } from '../../account/billing.ts'
import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'
import { toIso } from '../../rules/time/moments.ts'
import { jsonObject, readBytes, requireJson } from '../request/body.ts'
import { ApiError } from '../response/errors.ts'
import { notFoundForCaller } from './errors.ts'
import { forPerson, forSigner, noContent, type PersonCall, type Route, readFields } from './route.ts'
import { AccountsQuery, type AccountsResponse, BillingBody, type BillingResponse, PlanBody } from './schemas.ts'

/** Signed events from the payment provider. */
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
      const { account, occurredAt, ...event } = readFields(BillingBody, jsonObject(bytes, '{"id": "evt_1"}'))
      const outcome = await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now)
      return { body: { outcome } satisfies BillingResponse }
    },
  }),
]

const ACCOUNTS_SHOWN = 50

/** Whether the signed-in person is the operator. The session proves that they own the email address. */
export const isOperator = ({ operatorEmail, session }: PersonCall): boolean => session.email === operatorEmail

/** Routes for the operator. Anyone else gets a 404. */
export const OPERATOR_ROUTES: readonly Route[] = [
  forPerson({
    method: 'GET',
    path: '/api/account/operator/accounts',
    async run(call) {
      mustOperate(call)
      return { body: await accountsBody(call) }
    },
  }),
  forPerson({
    method: 'PATCH',
    path: '/api/account/operator/accounts/:account{acct_[0-9A-Za-z]+}',
    body: PlanBody,
    async run(call, { plan }) {
      mustOperate(call)
      // Members can read the trail, which must not reveal the operator's email address.
      return noContent(call.store.setPlan(call.params.account ?? '', plan, call.now, ACTORS.maintainer))
    },
  }),
]

function mustOperate(call: PersonCall): void {
  if (!isOperator(call)) throw notFoundForCaller()
}

/** The newest accounts whose id or name contains the search text. */
async function accountsBody({ url, store }: PersonCall): Promise<AccountsResponse> {
  const { q } = readFields(AccountsQuery, Object.fromEntries(url.searchParams))
  const wanted = q.toLowerCase()
  const found = (await store.accountSummaries())
    .filter(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted))
    .reverse()
  const accounts = await Promise.all(
    found.slice(0, ACCOUNTS_SHOWN).map(async ({ id }) => {
      const [account, members] = await Promise.all([store.account(id), store.members(id)])
      if (!account) return []
      const { createdAt, trialEndsAt, ...rest } = account
      const owners = members.filter(({ role }) => role === 'OWNER').map(({ email }) => email)
      // The plan that was set, which the operator can change.
      return [{ ...rest, trialEndsAt: toIso(trialEndsAt), createdAt: toIso(createdAt), owners }]
    }),
  )
  return {
    total: found.length,
    accounts: accounts.flat(),
    plans: PLAN_NAMES.map((name) => ({ name, label: PLANS[name].label })),
  }
}
