import * as z from 'zod'
import type { WebhookFilter } from '../../account/record.ts'
import type { Delivery } from '../../notify/delivery.ts'
import type { Publications } from '../../notify/webhooks.ts'
import { toIso } from '../../rules/time/moments.ts'
import { timestamp } from '../../schema/fields.ts'
import { RecordChange } from '../../schema/wire/changes.ts'
import type { PublishedChange } from '../../store/history/changes.ts'
import type { Service } from '../../store/service.ts'
import { API } from '../endpoints/endpoint.ts'

const MESSAGE_CHANGES_MAX = 100
const MESSAGE_BYTES_MAX = 256 * 1024
const version = z.string().regex(/^[0-9a-f]{16}$/)

export const ChangesMessage = z
  .strictObject({
    type: z.literal('changes.published').describe('Type of message.'),
    timestamp: timestamp.describe('When the dataset was published. The same in every attempt.'),
    data: z
      .strictObject({
        webhook: z.string().describe('Id of the webhook.'),
        version: version.describe('The published dataset version.'),
        previousVersion: version.describe('The dataset version before it.'),
        changes: z
          .array(RecordChange)
          .describe(
            `The matching changes of the publication, in the format and order of \`${API}/changes\`, limited to ${MESSAGE_CHANGES_MAX} changes and ${MESSAGE_BYTES_MAX / 1024} KiB.`,
          ),
        count: z.int().min(0).describe('Number of changes in this message.'),
        total: z.int().min(1).describe('Number of changes of the publication that match the filter.'),
        next: z
          .string()
          .nullable()
          .describe(
            `URL of the remaining changes, to be read page by page with an API key; null when the message has every change. Only a path if the service does not know its own host. The pages may repeat changes of the message, and apply only \`resource\`, \`state\` and \`change\` of the filter.`,
          ),
      })
      .describe('The publication.'),
  })
  .meta({ id: 'ChangesMessage' })

export const TestMessage = z
  .strictObject({
    type: z.literal('webhook.test').describe('Type of message.'),
    timestamp: timestamp.describe('When the test was requested.'),
    data: z.strictObject({ webhook: z.string().describe('Id of the webhook.') }).describe('The tested webhook.'),
  })
  .meta({ id: 'TestMessage' })

function isWanted({ resource, state, change, categories, types }: PublishedChange, filter: WebhookFilter): boolean {
  const has = (accepted: readonly string[] | null, values: readonly string[]): boolean =>
    accepted === null || values.some((each) => accepted.includes(each))
  return (
    has(filter.resource, [resource]) &&
    has(filter.state, [state]) &&
    has(filter.change, [change]) &&
    has(filter.category, categories) &&
    has(filter.type, types)
  )
}

/**
 * The publications for webhook delivery, from the current bake.
 * @param base public base URL of the service without a trailing slash; null if unknown
 */
export const createPublications = (service: () => Service, base: string | null): Publications => ({
  after: (until) => service().publications.after(until),
  matches: (version, filter) =>
    service()
      .publications.changes(version)
      .some((change) => isWanted(change, filter)),
  message(delivery) {
    if (delivery.kind === 'test') return testMessage(delivery)
    const { publications } = service()
    const publication = publications.find(delivery.version ?? '')
    if (!publication) return null
    const changes = publications.changes(publication.version)
    return createChangesMessage(delivery, publication, changes, base)
  },
})

const testMessage = ({ webhookId, createdAt }: Delivery): string =>
  JSON.stringify({
    type: 'webhook.test',
    timestamp: toIso(createdAt),
    data: { webhook: webhookId },
  } satisfies z.infer<typeof TestMessage>)

function createChangesMessage(
  { webhookId, filter }: Delivery,
  { version, before, until }: { version: string; before: string; until: number },
  changes: readonly PublishedChange[],
  base: string | null,
): string {
  const matching = changes.filter((change) => isWanted(change, filter))
  let bytes = 0
  const tooMany = matching.findIndex(({ body }, index) => {
    bytes += Buffer.byteLength(body) + 1
    return index >= MESSAGE_CHANGES_MAX || bytes > MESSAGE_BYTES_MAX
  })
  const shown = tooMany < 0 ? matching : matching.slice(0, tooMany)
  const rest = matching[shown.length]
  const next = rest ? getNextAddress(rest, changes, filter, { from: before, to: version }, base ?? '') : null
  const counted = JSON.stringify({ count: shown.length, total: matching.length, next }).slice(1)
  const data = JSON.stringify({ webhook: webhookId, version, previousVersion: before }).slice(0, -1)
  // The bodies are already JSON.
  return `{"type":"changes.published","timestamp":"${toIso(until)}","data":${data},"changes":[${shown.map(({ body }) => body).join(',')}],${counted}}`
}

function getNextAddress(
  rest: PublishedChange,
  changes: readonly PublishedChange[],
  { resource, state, change }: WebhookFilter,
  bounds: { from: string; to: string },
  base: string,
): string {
  const listed = changes.filter((each) => isWanted(each, { resource, state, change, category: null, type: null }))
  const query = new URLSearchParams(bounds)
  for (const [name, words] of Object.entries({ resource, state, change })) {
    if (words) query.set(name, words.join(','))
  }
  query.set('limit', String(MESSAGE_CHANGES_MAX))
  query.set('page', String(Math.floor(listed.indexOf(rest) / MESSAGE_CHANGES_MAX) + 1))
  return `${base}${API}/changes?${query}`
}
