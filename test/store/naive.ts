import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import type { PublishedLists } from '../../src/bake/publication.ts'
import { getResource, type ResourceName } from '../../src/resources/index.ts'
import { mergeNotices } from '../../src/rules/notices/families.ts'
import { NATIONAL_ZONE } from '../../src/rules/program.ts'
import { toDeadlineInstant, toStartInstant } from '../../src/rules/time/moments.ts'
import { getDeadlines } from '../../src/rules/time/status.ts'
import type { DocumentRecord, EventRecord, NoticeRecord, StateRecord } from '../../src/schema/records.ts'
import { baked } from '../api.ts'
import { type Asked, type Item, matches, parseValues, type Query } from './matches.ts'

/**
 * The lists again without a database: every filter, order and status written out over all published items, according to
 * the specification. The service must return the same.
 */

export interface Naive {
  publication: PublishedLists
  /** The matching items, in order. `q` is given in its parts. */
  list: (name: ResourceName, query: Query, q: readonly Asked[] | null, now: number) => Item[]
  /** The instants at which the timed field of a list changes, ascending; those of all lists for one without. */
  listTurns: (name: ResourceName) => number[]
}

const DAY_MS = 86_400_000
/** How many days the word of a source holds: of a call without a due date, of a rolling one, and of a forecast. */
const HOLDS_DAYS = [45, 60, 90]
const FORTNIGHT = 14 * DAY_MS

export async function openNaive(folder: string): Promise<Naive> {
  const { publication } = await baked(folder)
  const read = <Row>(kind: string): Row[] =>
    readFileSync(path.join(folder, 'records', `${kind}.ndjson`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const zones = new Map(read<StateRecord>('states').map(({ code, timezone }) => [code as string, timezone]))
  const getZone = (state: string | null) => (state === null ? NATIONAL_ZONE : (zones.get(state) as string))

  const notices = new Map(mergeNotices(read<NoticeRecord>('notices')).map(({ notice }) => [notice.id, notice]))
  const events = new Map(read<EventRecord>('events').map((event) => [event.id, event]))
  const deadlines = new Map(
    read<DocumentRecord>('documents').map((record) => [record.id, getDeadlines(record, getZone(record.state))]),
  )

  function opportunityFields({ id, dueDate, postedDate }: Item, now: number): Timed {
    const { state, amended, amendedAt, sourceStatus, ...notice } = notices.get(id) as NoticeRecord
    const standing = (status: string, statusBasis: string) => ({ status, statusBasis })
    if (notice.opportunityType === 'AWARD') return standing('CLOSED', 'AWARDED')
    if (dueDate !== null && Date.parse(dueDate) < now) return standing('CLOSED', 'DUE_DATE')
    if (sourceStatus === 'AWARDED') return standing('CLOSED', 'AWARDED')
    if (sourceStatus !== null && !['OPEN', 'FORECAST'].includes(sourceStatus)) return standing('CLOSED', 'SOURCE')
    const confirmed = notice.confirmedAt && toStartInstant(notice.confirmedAt, getZone(state))
    const isForgotten = (days: number) => !isNumber(confirmed) || now > confirmed + days * DAY_MS
    if (sourceStatus === 'FORECAST') {
      const expected = notice.expectedBy && toDeadlineInstant(notice.expectedBy, getZone(state))
      if (isForgotten(90) || (isNumber(expected) && expected < now)) return standing('CLOSED', 'UNCONFIRMED')
    }
    if (postedDate !== null && Date.parse(postedDate) > now) return standing('UPCOMING', 'POSTED')
    if (sourceStatus === 'FORECAST') return standing('UPCOMING', 'SOURCE')
    if (dueDate === null && isForgotten(notice.rolling ? 60 : 45)) return standing('CLOSED', 'UNCONFIRMED')
    if (dueDate !== null && Date.parse(dueDate) <= now + FORTNIGHT) return standing('CLOSING_SOON', 'DUE_DATE')
    const age = amendedAt === null ? 0 : now - toStartInstant(amendedAt, getZone(state))
    if (amended && age >= 0 && age <= FORTNIGHT) return standing('AMENDED', 'AMENDED')
    return standing('OPEN', notice.rolling ? 'ROLLING' : dueDate === null ? 'SOURCE' : 'DUE_DATE')
  }

  /** The calendar date in the zone of the event's own abbreviation. */
  function localDay(timezone: string, instant: number): string {
    const offset = OFFSETS[timezone]
    if (offset === undefined) throw new Error(`the offset of ${timezone} is not known here`)
    return new Date(instant + offset * 3_600_000).toISOString().slice(0, 10)
  }

  function eventStatus({ id, startAt, endAt, timezone, recordingUrl }: Item, now: number): string {
    if ((events.get(id) as EventRecord).cancelled) return 'CANCELLED'
    const start = Date.parse(startAt)
    const isOver = endAt === null ? localDay(timezone, now) > localDay(timezone, start) : Date.parse(endAt) < now
    if (isOver) return recordingUrl === null ? 'PAST' : 'RECORDING_AVAILABLE'
    return localDay(timezone, now) >= localDay(timezone, start) ? 'TODAY' : 'UPCOMING'
  }

  function nextDeadline({ id }: Item, now: number): string | null {
    const next = deadlines.get(id)?.filter((deadline) => deadline > now) ?? []
    return next.length > 0 ? new Date(Math.min(...next)).toISOString() : null
  }

  const timed: { [name: string]: (item: Item, now: number) => Timed } = {
    opportunities: opportunityFields,
    events: (item, now) => ({ status: eventStatus(item, now) }),
    documents: (item, now) => ({ nextDeadline: nextDeadline(item, now) }),
  }

  const turns: { [name: string]: (number | null)[] } = {
    opportunities: [...notices.values()].flatMap(({ state, postedDate, dueDate, amendedAt, ...notice }) => {
      const expected = notice.expectedBy && toDeadlineInstant(notice.expectedBy, getZone(state))
      const confirmed = notice.confirmedAt && toStartInstant(notice.confirmedAt, getZone(state))
      const forgotten = HOLDS_DAYS.map((days) => confirmed && confirmed + days * DAY_MS)
      const due = dueDate && toDeadlineInstant(dueDate, getZone(state))
      const amended = amendedAt && toStartInstant(amendedAt, getZone(state))
      const posted = postedDate && toStartInstant(postedDate, getZone(state))
      return [
        due,
        due && due - FORTNIGHT,
        posted,
        expected,
        ...forgotten,
        amended,
        amended && amended + FORTNIGHT,
      ].filter(isNumber)
    }),
    events: publication.events.flatMap(({ item }) => {
      const { startAt, endAt, timezone } = item as { startAt: string; endAt: string | null; timezone: string }
      const day = midnight(timezone, Date.parse(startAt))
      return [Date.parse(startAt), endAt === null ? null : Date.parse(endAt), day, day + DAY_MS]
    }),
    documents: [...deadlines.values()].flat(),
  }

  return {
    publication,
    listTurns(name) {
      const instants = (turns[name] ?? Object.values(turns).flat()).filter(isNumber)
      return [...new Set(instants)].sort((a, b) => a - b)
    },
    list(name, query, q, now) {
      const fieldsAt = timed[name]
      const { live } = getResource(name)
      // No source of the tests' datasets was ever queried.
      const addLive = (item: Item) => (live ? (live(item, { sources: [], pages: [] }) as Item) : item)
      return (publication[name] as { item: Item }[])
        .map(({ item }) => (fieldsAt ? inOrder(name, { ...item, ...fieldsAt(item, now) }) : addLive(item)))
        .filter((item) => matches(name)(item, query, q))
        .sort((a, b) => compareBy(parseOrder(name, query), a, b))
    },
  }
}

/** The fields of an item in the order of its schema. */
function inOrder(name: ResourceName, item: Item): Item {
  const { shape } = getResource(name).item as z.ZodObject
  return Object.fromEntries(Object.keys(shape).map((field) => [field, item[field]])) as Item
}

/** The time-dependent fields of an item. */
type Timed = { [field: string]: string | null }

const isNumber = (value: unknown): value is number => typeof value === 'number'

const OFFSETS: Record<string, number> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
}

const midnight = (timezone: string, instant: number): number => {
  const offset = (OFFSETS[timezone] ?? 0) * 3_600_000
  return Math.floor((instant + offset) / DAY_MS) * DAY_MS - offset
}

type Order = readonly (readonly [field: string, direction: 1 | -1])[]

const AHEAD = ['UPCOMING', 'TODAY']

/** The order of a list for a query; `id` ascending always comes last. */
export const parseOrder = (name: ResourceName, query: Query): Order =>
  query.sort !== undefined
    ? query.sort.split(',').map((key) => [key.replace('-', ''), key.startsWith('-') ? -1 : 1] as const)
    : query.updatedSince !== undefined
      ? [['updatedAt', 1]]
      : (ORDERS[name]?.(query) ??
        getResource(name).orders.default.map(([field, direction]) => [field, direction === 'asc' ? 1 : -1] as const))

const ORDERS: { [Name in ResourceName]?: (query: Query) => Order } = {
  states: () => [['name', 1]],
  awards: () => [
    ['fiscalYear', -1],
    ['federalAmount', -1],
  ],
  documents: ({ upcoming }) => [upcoming === 'true' ? ['nextDeadline', 1] : ['discovered', -1]],
  opportunities: () => [['updatedAt', -1]],
  events: ({ from, status }) => {
    const isAhead = status !== undefined && parseValues(status).every((value) => AHEAD.includes(value))
    return [['startAt', from !== undefined || isAhead ? 1 : -1]]
  },
  activities: () => [
    ['state', 1],
    ['fiscalYear', -1],
    ['title', 1],
  ],
  activity: ({ since }) => [['occurredAt', since === undefined ? -1 : 1]],
  coverage: () => [['state', 1]],
}

/** The texts that are sorted in any letter case. */
const TITLES = ['title', 'name', 'awardeeName', 'policy']

/** Compares two items in an order, nulls last, then by id. */
export function compareBy(order: Order, a: Item, b: Item): number {
  for (const [field, direction] of order) {
    const [first, second] = [a[field], b[field]].map((value) =>
      TITLES.includes(field) ? value?.toLowerCase() : field === 'region' ? Number(value) : value,
    )
    if (first === second) continue
    if (a[field] === null) return 1
    if (b[field] === null) return -1
    return (first < second ? -1 : 1) * direction
  }
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
