import * as z from 'zod'
import { DisplayName, type SubscribedQuery, type Subscription } from '../../account/record.ts'
import { FORMAT_NAMES, getFormats } from '../../formats/formats.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../../resources/index.ts'
import { toIso } from '../../rules/time/moments.ts'
import { timestamp } from '../../schema/fields.ts'
import { type ListRequest, listParser } from '../request/parameters.ts'
import type { Problems } from '../request/problems.ts'
import { checkFields } from '../request/problems.ts'
import { ApiError } from '../response/errors.ts'
import { SIGNED } from './endpoint.ts'
import { refuseInFormat } from './formatted.ts'

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

export const SubscriptionResponse = z
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

export const SubscriptionsResponse = z
  .strictObject({
    subscriptions: z
      .array(SubscriptionResponse)
      .describe('The signed addresses, oldest first, including the latest revoked ones.'),
    limit: z.int().min(0).describe('Maximum number that the plan allows; revoked ones do not count.'),
  })
  .meta({ id: 'Subscriptions' })

export const NewSubscription = SubscriptionResponse.extend({
  address: z.string().describe('The address, which is shown only once. Anyone who has it can read it.'),
  calendarAddress: z
    .string()
    .nullable()
    .describe('The same address with `webcal:`, which calendar apps open directly; null for other formats.'),
}).meta({ id: 'NewSubscription' })
export type NewSubscription = z.infer<typeof NewSubscription>

/** Converts a signed address to its API format. */
export const subscriptionBody = (subscription: Subscription): z.infer<typeof SubscriptionResponse> => ({
  ...subscription,
  ...(getSubscribed(subscription) ?? { list: 'opportunities', format: 'json' }),
  createdAt: toIso(subscription.createdAt),
  lastUsedAt: toIso(subscription.lastUsedAt),
  revokedAt: toIso(subscription.revokedAt),
})

/** The response for a new signed address. @param base base URL of the service, without a trailing slash */
export function newSubscriptionBody(subscription: Subscription, secret: string, base: string): NewSubscription {
  const shown = subscriptionBody(subscription)
  const address = `${base}${SIGNED}/${secret}.${shown.format}`
  return {
    ...shown,
    address,
    calendarAddress: shown.format === 'ics' ? address.replace(/^https?:/, 'webcal:') : null,
  }
}

/** The list and format of a signed address; null if this release does not know them. */
export function getSubscribed({ list: name, format: written }: Pick<SubscribedQuery, 'list' | 'format'>) {
  const known = { list: list.safeParse(name).data, format: format.safeParse(written).data }
  return known.list && known.format ? { list: known.list, format: known.format } : null
}

export interface SubscriptionRequest extends SubscribedQuery {
  name: string
}

/** Reads the request for a signed address. @throws ApiError with every problem, including those of its query */
export function readSubscription(sent: { [field: string]: unknown }): SubscriptionRequest {
  const { problems, data } = checkFields(SubscriptionBody, sent)
  const [name, chosenFormat] = [list.safeParse(sent.list).data, format.safeParse(sent.format).data]
  const query = SubscriptionBody.shape.query.safeParse(sent.query)
  if (name && chosenFormat) {
    const supportedValues = getFormats(resource(name).formats)
    if (!supportedValues.includes(chosenFormat)) {
      problems.add('format', chosenFormat, 'Not a supported value.', { supportedValues })
    }
  }
  const listRequest = name && query.success ? readQuery(name, query.data ?? '', problems) : null
  if (listRequest && chosenFormat) collect(problems, () => refuseInFormat(listRequest, chosenFormat))
  problems.throwIfAny()
  const read = data as z.infer<typeof SubscriptionBody>
  return {
    list: read.list,
    format: read.format,
    name: read.name ?? `${read.list}.${read.format}`,
    query: completeQuery(read.query ?? '', listRequest as ListRequest, read.list),
  }
}

function readQuery(name: ResourceName, query: string, problems: Problems): ListRequest | null {
  const listRequest = collect(problems, () => listParser(resource(name))(query))
  if (listRequest?.cursor === undefined) return listRequest
  problems.add('query.cursor', listRequest.cursor, 'Not supported in signed addresses, because cursors expire.')
  return null
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

function completeQuery(query: string, { limit }: ListRequest, name: ResourceName): string {
  const parameters = new URLSearchParams(query)
  if (limit === undefined) parameters.set('limit', String(resource(name).page.max))
  // Commas need no escaping in a query and are more readable.
  return parameters.toString().replaceAll('%2C', ',')
}
