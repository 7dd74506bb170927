import type { ListAlert } from '../../notify/list-alerts.ts'
import { NATIONAL_ZONE } from '../../rules/program.ts'
import { DAY_MS, type Instant, toLocalDay } from '../../rules/time/moments.ts'
import type { RecordChange } from '../../schema/wire/changes.ts'
import { WHOLE_LIST } from '../../store/lists/reader.ts'
import { inTurn } from '../../store/open/dataset.ts'
import type { Service } from '../../store/service.ts'
import { type Entry, formatFacts } from '../../views/entries.ts'
import { formatHeading, getListing } from '../../views/lists/list-page.ts'
import { type Listing, SECTION_NAMES, type SectionName } from '../../views/lists/listing.ts'
import { formatChanges } from '../../views/records/parts.ts'
import { toWords } from '../../views/wording.ts'
import { readHoldings } from '../pages/holdings.ts'
import { parseListQuery } from '../pages/list-query.ts'

export interface NewsLine {
  title: string
  /** A path of the service, or the URL of another site. */
  path: string
  /** What a row of the list says of it. */
  facts: string
  /** What changed; null for a new record. */
  changed: string | null
}

export interface News {
  heading: string
  path: string
  added: NewsLine[]
  changed: NewsLine[]
  /** Deadlines that came to be 14 or 3 days away. */
  closing: NewsLine[]
}

const CLOSING_DAYS = [14, 3] as const

/** A list with a query, as its page and its files understand it; null for a list that has no page. */
export function readAlertList(list: string, query: string, now: Instant) {
  const name = SECTION_NAMES.find((each) => each === list)
  if (!name) return null
  // As for a file, nothing is filtered that the query does not name.
  const listing = { ...getListing(name), defaults: {} }
  const { chosen, request, problems, search } = parseListQuery(listing, new URLSearchParams(query), now)
  const path = `/${name}${search && `?${search}`}`
  return { name, chosen, request, problems, search, path, heading: formatHeading(listing as Listing<never>, chosen) }
}

type Item = { id: string; timeZone?: string; dueDate?: string | null; status?: string }
type AlertList = NonNullable<ReturnType<typeof readAlertList>>

/** Reads what is new for an alert; null when nothing is. Each record stands once, and each change is told once. */
export async function readNews(
  { list, query, announced, lookedAt }: Pick<ListAlert, 'list' | 'query' | 'announced' | 'lookedAt'>,
  service: Service,
  now: Instant,
): Promise<News | null> {
  const [read, before] = [readAlertList(list, query, now), readAlertList(list, query, lookedAt)]
  if (!read || !before || read.problems.length > 0) return null
  const { name, heading, path, chosen } = read
  const changes = readChanges(service, name, announced)
  // Some records enter a list as time passes: an announced call opens.
  const isTimed = name === 'opportunities' || chosen.status !== undefined
  const ids = isTimed ? undefined : [...changes.keys()]
  const items = await inTurn(() => readItems(service, read, now, ids))
  const present = isTimed && new Set((await inTurn(() => readItems(service, before, lookedAt))).map(({ id }) => id))

  const { recipientPath } = await readHoldings(service, now)
  const listing = getListing(name)
  const toLine = (item: Item, changed: string | null = null): NewsLine => ({
    ...toNewsLine(listing.entry(item, { recipientPath, now })),
    changed,
  })
  const news: News = { heading, path, added: [], changed: [], closing: [] }
  for (const item of items) {
    const itemChanges = changes.get(item.id) ?? []
    const isNew = itemChanges.some(({ change }) => change === 'CREATED') || (present && !present.has(item.id))
    const changed = isNew ? '' : itemChanges.flatMap(({ fields }) => formatChange(fields, item) ?? []).join(' ')
    if (isNew) news.added.push(toLine(item))
    else if (changed) news.changed.push(toLine(item, changed))
    else if (name === 'opportunities' && isClosing(item, lookedAt, now)) news.closing.push(toLine(item))
  }
  return news.added.length + news.changed.length + news.closing.length > 0 ? news : null
}

function formatChange(fields: RecordChange['fields'], { timeZone = NATIONAL_ZONE, status }: Item): string | null {
  return formatChanges(fields, timeZone) ?? ('timeline' in fields && status ? `Status: ${toWords(status)}.` : null)
}

/** The changes of a list's records in the publications after an instant, oldest first, by record. */
function readChanges({ publications }: Service, name: SectionName, after: Instant): Map<string, RecordChange[]> {
  const changes = publications
    .after(after)
    .flatMap(({ version }) => publications.changes(version))
    .filter(({ resource }) => resource === name)
    .map(({ body }): RecordChange => JSON.parse(body))
  return Map.groupBy(changes, ({ id }) => id)
}

function readItems(service: Service, { name, request }: AlertList, now: Instant, ids?: readonly string[]): Item[] {
  const { isDetailed } = getListing(name)
  const { filters, sort } = request
  const narrowed = ids && { ids: filters.ids ? ids.filter((id) => (filters.ids as string[]).includes(id)) : ids }
  if (narrowed?.ids.length === 0) return []
  return JSON.parse(
    service.readers[name].list({ filters: { ...filters, ...narrowed }, sort, limit: WHOLE_LIST, isDetailed }, now).data,
  )
}

/** Whether the deadline of a call came to be 14 or 3 days away between two instants, counted in local days. */
function isClosing({ dueDate, status, timeZone = NATIONAL_ZONE }: Item, before: Instant, now: Instant): boolean {
  if (!dueDate || status === 'CLOSED') return false
  const due = Date.parse(toLocalDay(Date.parse(dueDate), timeZone))
  const countDaysLeft = (at: Instant) => Math.round((due - Date.parse(toLocalDay(at, timeZone))) / DAY_MS)
  const left = countDaysLeft(now)
  return left >= 0 && CLOSING_DAYS.some((days) => left <= days && countDaysLeft(before) > days)
}

export const toNewsLine = (entry: Entry): Omit<NewsLine, 'changed'> => ({
  title: entry.title,
  path: entry.path ?? '',
  facts: formatFacts(entry),
})
