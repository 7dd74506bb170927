import { z } from 'zod'
import { DisplayName, type SubscribedQuery, type Subscription } from '../account/record.ts'
import { FORMAT_NAMES, FORMATS, formatsOf } from '../formats/formats.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import { isoOf } from '../rules/moments.ts'
import { timestamp } from '../schema/fields.ts'
import { nearest } from '../schema/params.ts'
import { SIGNED } from './endpoints/endpoint.ts'
import { refuseInFormat } from './endpoints/formatted.ts'
import { ApiError } from './errors.ts'
import { type ListRequest, listParser } from './parameters.ts'
import { Problems } from './problems.ts'

/** Signed addresses: what is asked for one, and what is told of it. */

const QUERY_LENGTH_MAX = 2_000

const list = z.enum(RESOURCE_NAMES).describe('The list that it reads.')
const format = z.enum(FORMAT_NAMES).describe('The format that it answers in, which is also the end of the address.')

export const SubscriptionBody = z
  .strictObject({
    list,
    format,
    query: z
      .string()
      .max(QUERY_LENGTH_MAX)
      .optional()
      .describe(
        'The query of the list, as it stands after the `?` of its address: `state=NE&status=OPEN`. Without `limit` the address answers as many records as a page of the list can hold.',
      ),
    name: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('What it is for, such as `Team calendar`; the name of the list and the format when left out.'),
  })
  .meta({ id: 'SubscriptionBody' })

export const SubscriptionAnswer = z
  .strictObject({
    id: z.string().describe('Its id, by which it is revoked.'),
    name: z.string().describe('What it is for.'),
    list,
    format,
    query: z.string().describe('The query that it answers.'),
    prefix: z.string().describe('The beginning of its secret.'),
    lastFour: z.string().describe('The last four characters of its secret.'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('The minute of its last request.'),
    revokedAt: timestamp.nullable().describe('When it was revoked; null while it works.'),
  })
  .meta({ id: 'Subscription' })

export const SubscriptionsAnswer = z
  .strictObject({
    subscriptions: z.array(SubscriptionAnswer).describe('The oldest first, the latest of the revoked ones too.'),
    limit: z.int().min(0).describe('How many of them the plan allows at once; revoked ones do not count.'),
  })
  .meta({ id: 'Subscriptions' })

export const NewSubscription = SubscriptionAnswer.extend({
  address: z.string().describe('The address, which is shown this once: whoever knows it can read it.'),
  calendarAddress: z
    .string()
    .nullable()
    .describe('The same with `webcal:`, which calendar programs open by themselves; null for other formats.'),
}).meta({ id: 'NewSubscription' })
export type NewSubscription = z.infer<typeof NewSubscription>

/** A signed address in the words of the API. */
export const subscriptionAnswer = (subscription: Subscription): z.infer<typeof SubscriptionAnswer> => ({
  ...subscription,
  ...(subscribedOf(subscription) ?? { list: 'opportunities', format: 'json' }),
  createdAt: isoOf(subscription.createdAt),
  lastUsedAt: isoOf(subscription.lastUsedAt),
  revokedAt: isoOf(subscription.revokedAt),
})

/** A new one, with its address. @param base address of the service, without a slash at its end */
export function newSubscriptionAnswer(subscription: Subscription, secret: string, base: string): NewSubscription {
  const shown = subscriptionAnswer(subscription)
  const address = `${base}${SIGNED}/${secret}.${FORMATS[shown.format].suffix}`
  return {
    ...shown,
    address,
    calendarAddress: shown.format === 'ics' ? address.replace(/^https?:/, 'webcal:') : null,
  }
}

/** What an address reads, if this release knows its list and format. */
export function subscribedOf({ list: name, format: written }: Pick<SubscribedQuery, 'list' | 'format'>) {
  const known = { list: list.safeParse(name).data, format: format.safeParse(written).data }
  return known.list && known.format ? { list: known.list, format: known.format } : null
}

/** What an address is to answer, found valid. */
export interface SubscriptionWish extends SubscribedQuery {
  name: string
}

/** Reads the wish for an address. @throws ApiError with every problem of it, those of its query among them */
export function readSubscription(given: { [field: string]: unknown }): SubscriptionWish {
  const problems = new Problems()
  const names = Object.keys(SubscriptionBody.shape)
  for (const field of Object.keys(given)) if (!names.includes(field)) problems.unknown(field, given[field], names)
  const chosenList = chosen(problems, 'list', given.list, RESOURCE_NAMES)
  const offered = chosenList ? formatsOf(resource(chosenList).formats) : FORMAT_NAMES
  const chosenFormat = chosen(problems, 'format', given.format, offered)
  const name = nameOf(given.name, problems)
  const query = queryOf(given.query, problems)
  const wish = chosenList && query !== null ? parsed(chosenList, query, problems) : null
  if (wish && chosenFormat) collect(problems, () => refuseInFormat(wish, chosenFormat))
  problems.throwIfAny()
  if (!chosenList || !chosenFormat || !wish) throw new Error('A wish without problems has a list and a format.')
  return {
    list: chosenList,
    format: chosenFormat,
    name: name ?? `${chosenList}.${FORMATS[chosenFormat].suffix}`,
    query: completeQuery(query ?? '', wish, chosenList),
  }
}

function chosen<Value extends string>(
  problems: Problems,
  field: string,
  value: unknown,
  values: readonly Value[],
): Value | null {
  const found = values.find((each) => each === value)
  if (found !== undefined) return found
  const didYouMean = typeof value === 'string' ? nearest(value, values) : undefined
  const message = value === undefined ? 'Is missing.' : 'Is not supported here.'
  problems.add(field, value ?? null, message, { supportedValues: [...values], ...(didYouMean && { didYouMean }) })
  return null
}

function nameOf(value: unknown, problems: Problems): string | null {
  if (value === undefined) return null
  const result = DisplayName.safeParse(value)
  if (result.success) return result.data
  problems.add('name', value, 'Must be one line of 1 to 100 characters.')
  return null
}

function queryOf(value: unknown, problems: Problems): string | null {
  if (value === undefined) return ''
  if (typeof value === 'string' && value.length <= QUERY_LENGTH_MAX) return value.replace(/^\?/, '')
  problems.add('query', value, `Must be the query of an address, a text of at most ${QUERY_LENGTH_MAX} characters.`)
  return null
}

function parsed(name: ResourceName, query: string, problems: Problems): ListRequest | null {
  const wish = collect(problems, () => listParser(resource(name))(query))
  if (wish?.cursor === undefined) return wish
  problems.add('query.cursor', wish.cursor, 'Ends with its page, and an address lasts: leave it out.')
  return null
}

/** Does what may refuse parameters of the query, and keeps what was wrong with them. */
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

/** The query as it is kept: with its `limit`, so that its holder sees how much it answers. */
function completeQuery(query: string, { limit }: ListRequest, name: ResourceName): string {
  const parameters = new URLSearchParams(query)
  if (limit === undefined) parameters.set('limit', String(resource(name).page.max))
  // Commas are plain in a query, and readable.
  return parameters.toString().replaceAll('%2C', ',')
}
