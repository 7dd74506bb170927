import * as z from 'zod'
import { AccountRefusal } from '../../account/actions.ts'
import type { Subscriptions } from '../../account/verbs.ts'
import { FORMAT_NAMES } from '../../formats/formats.ts'
import { StoreUnavailable } from '../../metering/admission.ts'
import { within } from '../../metering/deadline.ts'
import { newId, newSubscriptionSecret } from '../../metering/keys.ts'
import { PLANS } from '../../metering/plans.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { asApiError } from '../account/route.ts'
import { readJson } from '../request/body.ts'
import { ApiError } from '../response/errors.ts'
import { API, type Endpoint, type EndpointDeps, type Grant, type Inquiry, NOTHING, SIGNED } from './endpoint.ts'
import {
  NewSubscription,
  newSubscriptionBody,
  readSubscription,
  SubscriptionBody,
  SubscriptionResponse,
  SubscriptionsResponse,
  subscriptionBody,
} from './subscription-schemas.ts'

const PATH = `${API}/subscriptions`
const EXAMPLE = {
  list: 'opportunities',
  format: 'ics',
  query: 'state=NE&status=OPEN,CLOSING_SOON',
  name: 'Team calendar',
}

/** An inquiry about the signed addresses of the caller's account, free of charge. */
function createInquiry(
  deps: EndpointDeps,
  name: string,
  work: (verbs: Subscriptions, usage: NonNullable<Grant['usage']>, now: Instant) => Promise<object>,
  status?: 201,
): Inquiry {
  return {
    name,
    caching: 'none',
    cost: NOTHING,
    ...(status && { status }),
    async respond({ usage, windows, deadline }) {
      if (!usage || !deps.subscriptions) throw new StoreUnavailable('The key store is unavailable.')
      try {
        const working = work(deps.subscriptions, usage, windows.now)
        return JSON.stringify(await within(deadline, working))
      } catch (error) {
        if (error instanceof AccountRefusal && error.code === 'subscription_unknown') {
          throw new ApiError('NOT_FOUND', `${error.message} ${PATH} lists all of them.`)
        }
        throw asApiError(error)
      }
    },
  }
}

const listEndpoint: Endpoint = {
  method: 'GET',
  path: PATH,
  needsAccount: true,
  tag: 'subscriptions',
  summary: 'Signed addresses of your account',
  description: 'The signed addresses of the account, with the last use of each. Free of charge.',
  query: {},
  response: SubscriptionsResponse,
  isLive: true,
  async handle(_request, _bake, _now, deps) {
    return createInquiry(deps, 'subscriptions', async (verbs, { accountId, plan }) => ({
      subscriptions: (await verbs.subscriptions(accountId)).map(subscriptionBody),
      limit: PLANS[plan].subscriptions,
    }))
  },
}

const createEndpoint: Endpoint = {
  method: 'POST',
  path: PATH,
  needsAccount: true,
  slug: 'subscriptions/create',
  tag: 'subscriptions',
  summary: 'Create a signed address',
  description:
    'Turns a query of a list and a format into a URL that needs no API key, for calendars, feed readers, spreadsheets and automations. It reads only that query in that format, until it is revoked. The address is shown only once. Free of charge; requests to the address are metered to the account.',
  query: {},
  body: SubscriptionBody,
  response: NewSubscription,
  status: 201,
  example: { body: EXAMPLE },
  isLive: true,
  async handle({ raw, base }, _bake, _now, deps) {
    const given = await readJson(raw, 'the subscription', JSON.stringify({ list: 'opportunities', format: 'ics' }))
    const request = readSubscription(given)
    return createInquiry(
      deps,
      'subscriptions',
      async (verbs, { accountId, keyId }, now) => {
        const { secret, ...draft } = (deps.newSecret ?? newSubscriptionSecret)()
        const made = await verbs.createSubscription(accountId, { ...draft, ...request, id: newId('sub') }, now, keyId)
        return newSubscriptionBody(made, secret, base())
      },
      201,
    )
  },
}

const revokeEndpoint: Endpoint = {
  method: 'DELETE',
  path: `${PATH}/:id`,
  needsAccount: true,
  slug: 'subscriptions/revoke',
  tag: 'subscriptions',
  summary: 'Revoke a signed address',
  description:
    'Revokes a signed address. It stops working everywhere within 30 seconds. Revoking it again changes nothing. Free of charge.',
  query: {},
  parameter: { name: 'id', description: 'Id of the signed address, such as `sub_4Jq0ZtX8vWn1LsRb`, not its secret.' },
  example: { name: 'sub_4Jq0ZtX8vWn1LsRb' },
  response: SubscriptionResponse,
  isLive: true,
  async handle({ name }, _bake, _now, deps) {
    return createInquiry(deps, 'subscriptions', async (verbs, { accountId, keyId }, now) =>
      subscriptionBody(await verbs.revokeSubscription(accountId, name, now, keyId)),
    )
  },
}

/** Reads a signed address. `signed.ts` serves it, because the address itself is the credential. */
const signedEndpoint: Endpoint = {
  method: 'GET',
  path: `${SIGNED}/:address`,
  tag: 'subscriptions',
  summary: 'Read a signed address',
  description:
    'The response to the query of a signed address, in its format. Needs no key and accepts no parameters. A full response counts as one request of the account; a 304 is free.',
  query: {},
  parameter: {
    name: 'address',
    description: 'The secret and the format, as at the end of `address` of a new signed address: `rhp_sub_….ics`.',
  },
  example: { name: 'rhp_sub_YOUR_ADDRESS.ics' },
  response: z.record(z.string(), z.unknown()).describe('For the format `json`: the response of the list.'),
  formats: FORMAT_NAMES,
  isSigned: true,
  async handle() {
    throw new ApiError('NOT_FOUND', 'No such signed address exists.')
  },
}

/** The endpoints to list, create, revoke and read signed addresses. */
export const subscriptionEndpoints: readonly Endpoint[] = [listEndpoint, createEndpoint, revokeEndpoint, signedEndpoint]
