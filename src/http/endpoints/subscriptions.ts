import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { AccountRefusal } from '../../account/actions.ts'
import { DisplayName, type SubscribedQuery, type Subscription } from '../../account/record.ts'
import type { Subscriptions } from '../../account/verbs.ts'
import { FORMAT_NAMES, getFormats } from '../../formats/formats.ts'
import { type Deadline, StoreUnavailable, type Usage } from '../../metering/admission.ts'
import { generateId, generateKey, hashKey, isWellFormed, type KeyHash } from '../../metering/keys.ts'
import { within } from '../../metering/outage.ts'
import { PLANS } from '../../metering/plans.ts'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import { type Instant, withTimestamps } from '../../rules/time/moments.ts'
import { timestamp } from '../../schema/fields.ts'
import { listOf, orNull } from '../../schema/wire/fields.ts'
import { toApiError } from '../account/route.ts'
import type { Exchange } from '../exchange.ts'
import { readJson } from '../request/body.ts'
import { type Caller, invalidAddress, readCallerSubnet, type ServeDeps } from '../request/callers.ts'
import { createListParser, refuseParameters, withoutSuffix } from '../request/parameters.ts'
import { checkFields, type Problems } from '../request/problems.ts'
import { ApiError, methodNotAllowed } from '../response/errors.ts'
import type { Reply } from '../response/headers.ts'
import { guard, type Served, serveAs } from '../serve.ts'
import { getListEndpoints } from './detail.ts'
import { API, type Endpoint, type EndpointDeps, type Inquiry, isMethod, SIGNED } from './endpoint.ts'
import { refuseInFormat } from './list.ts'
import { toAccountInquiry } from './usage.ts'

const QUERY_LENGTH_MAX = 2_000
const QUERY_WRONG = `Must be a query string of at most ${QUERY_LENGTH_MAX} characters.`
const NAME_WRONG = 'Must be one line of 1 to 100 characters.'
const list = z.enum(RESOURCE_NAMES).describe('The list to read.')
const format = z.enum(FORMAT_NAMES).describe('The format of the response, which is also the extension of the address.')

export const SubscriptionBody = z
  .strictObject({
    list,
    format,
    query: z
      .string(QUERY_WRONG)
      .max(QUERY_LENGTH_MAX, QUERY_WRONG)
      .transform((query) => query.replace(/^\?/, ''))
      .optional()
      .describe(
        'The query string of the list, without the question mark: `state=NE&status=OPEN`. Without `limit`, the response has as many records as the maximum page size.',
      ),
    name: z
      .string(NAME_WRONG)
      .min(1, NAME_WRONG)
      .max(100, NAME_WRONG)
      .refine((name) => DisplayName.safeParse(name).success, NAME_WRONG)
      .trim()
      .optional()
      .describe('Purpose, such as `Team calendar`. Defaults to the name of the list and the format.'),
  })
  .meta({ id: 'SubscriptionBody' })

const SubscriptionResponse = z
  .strictObject({
    id: z.string().describe('Id of the signed address.'),
    name: z.string().describe('Purpose.'),
    list,
    format,
    query: z.string().describe('Query string of the list.'),
    prefix: z.string().describe('The first characters of its secret.'),
    lastFour: z.string().describe('The last four characters of its secret.'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('Time of the last request, to the minute.'),
    revokedAt: timestamp.nullable().describe('When it was revoked; null if not revoked.'),
  })
  .meta({ id: 'Subscription' })

const SubscriptionsResponse = z
  .strictObject({
    subscriptions: listOf(
      SubscriptionResponse,
      'The signed addresses, oldest first, including the latest revoked ones.',
    ),
    limit: z.int().min(0).describe('Maximum number that the plan allows; revoked ones do not count.'),
  })
  .meta({ id: 'Subscriptions' })

export const NewSubscription = SubscriptionResponse.extend({
  address: z.string().describe('The address, which is shown only once. Anyone who has it can read it.'),
  calendarAddress: orNull(
    z.string(),
    'The same address with `webcal:`, which calendar apps open directly; null for other formats.',
  ),
}).meta({ id: 'NewSubscription' })
export type NewSubscription = z.infer<typeof NewSubscription>

export const toSubscriptionBody = (subscription: Subscription): z.infer<typeof SubscriptionResponse> => ({
  ...withTimestamps(subscription),
  ...(getSubscribed(subscription) ?? { list: 'opportunities', format: 'json' }),
})

/** The response for a new signed address. @param base base URL of the service, without a trailing slash */
export function toNewSubscriptionBody(subscription: Subscription, secret: string, base: string): NewSubscription {
  const shown = toSubscriptionBody(subscription)
  const address = `${base}${SIGNED}/${secret}.${shown.format}`
  return {
    ...shown,
    address,
    calendarAddress: shown.format === 'ics' ? address.replace(/^https?:/, 'webcal:') : null,
  }
}

/** The list and format of a signed address; null if this release does not know them. */
function getSubscribed({ list: name, format: written }: Pick<SubscribedQuery, 'list' | 'format'>) {
  const parsed = { list: list.safeParse(name).data, format: format.safeParse(written).data }
  return parsed.list && parsed.format ? { list: parsed.list, format: parsed.format } : null
}

/** Reads the request for a signed address. @throws ApiError with every problem, including those of its query */
export function readSubscription(sent: { [field: string]: unknown }): SubscribedQuery & { name: string } {
  const { problems, data } = checkFields(SubscriptionBody, sent)
  const [name, chosenFormat] = [list.safeParse(sent.list).data, format.safeParse(sent.format).data]
  const query = SubscriptionBody.shape.query.safeParse(sent.query)
  if (name && chosenFormat) {
    const supportedValues = getFormats(getResource(name).formats)
    if (!supportedValues.includes(chosenFormat)) {
      problems.add('format', chosenFormat, 'Not a supported value.', { supportedValues })
    }
  }
  const listRequest =
    name && query.success ? collect(problems, () => createListParser(getResource(name))(query.data ?? '')) : null
  if (listRequest?.cursor !== undefined) {
    problems.add('query.cursor', listRequest.cursor, 'Not supported in signed addresses, because cursors expire.')
  } else if (listRequest && chosenFormat) collect(problems, () => refuseInFormat(listRequest, chosenFormat))
  problems.throwIfAny()
  const read = data as z.infer<typeof SubscriptionBody>
  const parameters = new URLSearchParams(read.query)
  if (listRequest?.limit === undefined) parameters.set('limit', String(getResource(read.list).page.max))
  return {
    list: read.list,
    format: read.format,
    name: read.name ?? `${read.list}.${read.format}`,
    // Commas need no escaping in a query and are more readable.
    query: parameters.toString().replaceAll('%2C', ','),
  }
}

function collect<Result>(problems: Problems, work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.extras.errors) throw error
    for (const { parameter, value, message, ...more } of error.extras.errors) {
      problems.add(`query.${parameter}`, value, message, more)
    }
    return null
  }
}

const PATH = `${API}/subscriptions`
const EXAMPLE = {
  list: 'opportunities',
  format: 'ics',
  query: 'state=NE&status=OPEN,CLOSING_SOON',
  name: 'Team calendar',
}

const createInquiry = (
  { subscriptions }: EndpointDeps,
  work: (verbs: Subscriptions, usage: Usage, now: Instant) => Promise<object>,
): Inquiry =>
  toAccountInquiry('subscriptions', async (usage, { now }) => {
    if (!subscriptions) throw new StoreUnavailable('The key store is unavailable.')
    return work(subscriptions, usage, now).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal && error.code === 'subscription_unknown')) throw toApiError(error)
      throw new ApiError('NOT_FOUND', `${error.message} ${PATH} lists all of them.`)
    })
  })

const listEndpoint: Endpoint = {
  method: 'GET',
  path: PATH,
  needsAccount: true,
  tag: 'subscriptions',
  summary: 'Signed addresses of your account',
  description: 'The signed addresses of the account, with the last use of each. Free of charge.',
  query: {},
  response: SubscriptionsResponse,
  async handle(_request, _bake, _now, deps) {
    return createInquiry(deps, async (verbs, { accountId, plan }) => ({
      subscriptions: (await verbs.subscriptions(accountId)).map(toSubscriptionBody),
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
  async handle({ raw, base }, _bake, _now, deps) {
    const content = await readJson(raw, 'the subscription', JSON.stringify({ list: 'opportunities', format: 'ics' }))
    const request = readSubscription(content)
    return createInquiry(deps, async (verbs, { accountId, keyId }, now) => {
      const { secret, ...draft } = generateKey('subscription')
      const made = await verbs.createSubscription(
        accountId,
        { ...draft, ...request, id: generateId('sub') },
        now,
        keyId,
      )
      return toNewSubscriptionBody(made, secret, base())
    })
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
  async handle({ name }, _bake, _now, deps) {
    return createInquiry(deps, async (verbs, { accountId, keyId }, now) =>
      toSubscriptionBody(await verbs.revokeSubscription(accountId, name, now, keyId)),
    )
  },
}

/** Reads a signed address. `signedAddresses` serves it, because the address itself is the credential. */
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

export const subscriptionEndpoints: readonly Endpoint[] = [listEndpoint, createEndpoint, revokeEndpoint, signedEndpoint]

/**
 * Serves signed addresses: the secret grants access to one query of a list. The query never changes, so it is read from the
 * store once and cached; the address itself is checked on each request, like a key.
 */
export function createSignedAddresses(deps: ServeDeps): (exchange: Exchange) => Promise<Reply> {
  const queries = new LRUCache<KeyHash, SubscribedQuery>({ max: 10_000 })

  async function findSubscribedQuery(caller: Caller, deadline: Deadline): Promise<SubscribedQuery> {
    const cached = queries.get(caller.key)
    if (cached) return cached
    const { subscriptions } = deps
    if (!subscriptions) throw new StoreUnavailable('Signed addresses need a key store.')
    const subscribedQuery = await deps.callers.ask(
      caller,
      () => within(deadline, subscriptions.subscribedQuery(caller.key)),
      (query) => query !== null,
    )
    if (!subscribedQuery) throw invalidAddress()
    queries.set(caller.key, subscribedQuery)
    return subscribedQuery
  }

  async function respond(exchange: Exchange): Promise<Reply> {
    const { c } = exchange
    const { name: secret, format } = withoutSuffix(c.req.param('address') ?? '')
    if (!isWellFormed(secret, 'subscription')) throw invalidAddress()
    const subnet = () => readCallerSubnet(c, deps)
    const caller: Caller = { key: hashKey(secret), subnet, now: deps.clock(), isAddress: true }
    const { query, ...cached } = await findSubscribedQuery(caller, exchange.deadline)
    const read = getSubscribed(cached)
    if (read?.format !== format || !read) throw invalidAddress()
    const served: Served = {
      async handle(request, bake, now) {
        if (!isMethod('GET', c.req.method)) throw methodNotAllowed(c.req.method, ['GET', 'OPTIONS'])
        refuseParameters(request.search)
        const selfUrl = () => `${request.base()}${SIGNED}/${secret}.${read.format}`
        const [{ handle }] = getListEndpoints(read.list)
        const inquiry = await handle({ ...request, search: query, selfUrl }, bake, now, deps)
        // Links to other pages would need a key, so there are none.
        const headers = { 'Content-Disposition': `inline; filename="${read.list}.${read.format}"` }
        return { ...inquiry, respond: async (grant) => ({ ...(await inquiry.respond(grant)), headers }) }
      },
    }
    return serveAs(caller, exchange, deps, served, read.format)
  }

  return (exchange) => guard(exchange, deps, () => respond(exchange))
}
