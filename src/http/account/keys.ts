import * as z from 'zod'
import { createKey, type KeyShown, revokeKey, rotateKey } from '../../account/caller.ts'
import { newId, newSubscriptionSecret } from '../../metering/keys.ts'
import { newSubscriptionBody, readSubscription } from '../endpoints/subscription-schemas.ts'
import { keyBody } from '../endpoints/usage.ts'
import { forMember, noContent, OF_ACCOUNT, type Outcome, type Route } from './route.ts'
import { type KeyResponse, NameBody, NoBody } from './schemas.ts'

/** Routes for the keys of an account. */
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

const shown = ({ key, secret }: KeyShown): Outcome => ({
  status: 201,
  body: { key: keyBody(key), secret } satisfies KeyResponse,
})

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
