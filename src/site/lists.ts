import type { Award } from '../resources/awards.ts'
import type { FilterValues } from '../resources/define.ts'
import type { ResourceName } from '../resources/index.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { DAY_MS, type Instant } from '../rules/time/moments.ts'
import { CHANGE_TYPES, VERIFICATIONS } from '../schema/vocabularies.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import type { CalendarEvent, Opportunity } from '../schema/wire/records.ts'
import { WHOLE_LIST } from '../store/lists/reader.ts'
import type { Service } from '../store/service.ts'
import { type Entry, formatEntries, formatTurns, type Turn } from '../views/entries.ts'
import { formatAmount, toAwardPath, toDocumentPath, toEventEntry } from '../views/lists/listings.ts'
import { toOpportunityEntry, toOpportunityPath } from '../views/lists/opportunities.ts'
import { type Recipient, toRecipients } from '../views/recipients.ts'
import { formatLongDate, toWords } from '../views/wording.ts'

const keptReads = new WeakMap<Service, Map<string, unknown>>()

/** What is read or sorted once and kept, because many pages need it. */
function keepRead<Read>(service: Service, now: Instant, what: string, read: () => Read): Read {
  const serviceReads = keptReads.get(service) ?? new Map<string, unknown>()
  keptReads.set(service, serviceReads)
  const place = `${what} ${now}`
  if (!serviceReads.has(place)) serviceReads.set(place, read())
  return serviceReads.get(place) as Read
}

/** Every item of a list. */
export const readAll = <Item>(service: Service, name: ResourceName, now: Instant): readonly Item[] =>
  keepRead(service, now, name, () => parseItems<Item>(service.readers[name].list({ limit: WHOLE_LIST }, now)))

/** The records of a list with some filters. */
export const readFiltered = <Item>(
  { readers }: Service,
  name: ResourceName,
  now: Instant,
  filters: FilterValues,
): Item[] => parseItems(readers[name].list({ filters, limit: WHOLE_LIST }, now))

export const parseItems = <Item>({ data }: { data: string }): Item[] => JSON.parse(data)

/** Every recipient of the dataset with verified awards. */
export const readAllRecipients = (service: Service, now: Instant): readonly Recipient[] =>
  keepRead(service, now, 'recipients', () => {
    const rows = readFiltered<Award>(service, 'awards', now, { verification: [...VERIFICATIONS] })
    return toRecipients(rows).filter(({ awards }) => awards.length > 0)
  })

/** Writes entries of a list on a page that is built, which its script keeps up to date. */
const createFormat =
  <Item extends { id: string }>(list: TimedList, toEntry: (item: Item, turns: string | null) => Entry) =>
  (service: Service, now: Instant, items: readonly Item[]): string => {
    const turns = findTurnsAfter(service, now, list)
    return formatEntries(items.map((item) => toEntry(item, turns.get(item.id) ?? null))).text
  }
export const formatOpportunities = createFormat<Opportunity>('opportunities', toOpportunityEntry)
export const formatEvents = createFormat<CalendarEvent>('events', toEventEntry)

/** The latest changes as entries; those of one day that read alike are one entry with their number. */
export function readLatestChanges({ readers }: Pick<Service, 'readers'>, now: Instant, limit: number): Entry[] {
  const list = readers.activity.list({ filters: { type: [...CHANGE_TYPES] }, limit: 100 }, now)
  const changes = parseItems<ChangeEvent>(list).map((change) => {
    const { type, state, detail, occurredAt: at } = change
    const title = change.summary.replace(/^New ([A-Z]+|document): /, '')
    const facts = [state ?? 'National', type === 'AWARD_UPDATED' && detail.reason === null && formatAmount(detail)]
    return { when: { text: formatLongDate(at), at }, title, path: toPath(change), mark: { text: toWords(type) }, facts }
  })
  const alike = Map.groupBy(changes, ({ when, title, facts }) => [when.text, title, ...facts].join())
  return [...alike.values()].slice(0, limit).flatMap(([first, ...others]) => {
    return first ? { ...first, facts: [...first.facts, others.length > 0 && `${others.length + 1} changes`] } : []
  })
}

function toPath({ type, detail, siteUrl }: ChangeEvent): string | null {
  if (type === 'NEW_OPPORTUNITY' || type === 'OPPORTUNITY_UPDATED') return toOpportunityPath(detail.opportunityId)
  if (type === 'NEW_DOCUMENT') return toDocumentPath(detail.documentId)
  if (type === 'NEW_AWARD' || type === 'AWARD_UPDATED') return toAwardPath(detail.awardId)
  return 'url' in detail ? detail.url : siteUrl
}

/** The time zone of a state's dates, taken from its opportunities. */
export const findZone = (service: Service, now: Instant, state: string): string =>
  readAll<Opportunity>(service, 'opportunities', now).find((item) => item.state === state)?.timeZone ?? NATIONAL_ZONE

/** How far ahead a page knows its statuses. A site that is older than this is not renewed at all. */
const AHEAD_MS = 60 * DAY_MS

type TimedList = 'opportunities' | 'events'

/**
 * How the statuses of a list change after an instant, by the ids of its records, for AHEAD_MS: what the list itself
 * says at each instant at which anything in it changes.
 */
export const findTurnsAfter = (service: Service, now: Instant, list: TimedList): ReadonlyMap<string, string> =>
  keepRead(service, now, `turns of ${list}`, () => readTurns(service.readers[list], now))

function readTurns(reader: Service['readers'][TimedList], now: Instant): Map<string, string> {
  const readStatuses = (at: Instant) =>
    parseItems<{ id: string; status: string }>(reader.list({ limit: WHOLE_LIST, fields: ['id', 'status'] }, at))
  const last = new Map(readStatuses(now).map(({ id, status }) => [id, status]))
  const turns = new Map<string, Turn[]>()
  for (let at = reader.until(now); at < now + AHEAD_MS; at = reader.until(at)) {
    for (const { id, status } of readStatuses(at)) {
      if (last.get(id) === status) continue
      last.set(id, status)
      turns.set(id, [...(turns.get(id) ?? []), { at, status }])
    }
  }
  return new Map([...turns].map(([id, each]) => [id, formatTurns(each)]))
}
