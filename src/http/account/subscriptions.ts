import { z } from 'zod'
import { newId, newSubscriptionSecret } from '../../metering/keys.ts'
import { newSubscriptionBody, readSubscription } from '../subscriptions.ts'
import { forMember, noContent, OF_ACCOUNT, type Route } from './route.ts'

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
