import ical, { type ICalCalendar, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { dateAfter, dayIn } from '../rules/time/moments.ts'
import type { CalendarEntry, Frame } from './entries.ts'
import { formatLine, parseEncodedAddress } from './text.ts'

// Suggested refresh interval for calendar clients.
const REFRESH_SECONDS = 6 * 60 * 60

/** A calendar (RFC 5545) without alarms. Dates without a time are all-day entries; others are in their time zone. */
export function formatCalendar(entries: readonly CalendarEntry[], { title, address }: Frame): string {
  const calendar = ical({
    name: formatLine(title),
    prodId: { company: 'Rural Health Program Data Service', product: 'API', language: 'EN' },
    source: parseEncodedAddress(address),
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: formatZone },
  })
  for (const entry of entries) add(calendar, entry)
  return `${calendar.toString()}\r\n`
}

const formatZone = (zone: string): string => tzlib_get_ical_block(zone)[0] ?? ''

function add(calendar: ICalCalendar, entry: CalendarEntry): void {
  calendar.createEvent({
    id: entry.uid,
    ...toSpan(entry),
    sequence: getRevision(entry),
    stamp: entry.updatedAt,
    created: entry.createdAt,
    lastModified: entry.updatedAt,
    summary: formatLine(entry.title),
    description: entry.description === null ? null : entry.description.split('\n').map(formatLine).join('\n'),
    url: parseEncodedAddress(entry.address),
    categories: entry.categories.map((name) => ({ name: formatLine(name) })),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: entry.isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    busystatus: entry.isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
  })
}

/** Increases with every change of the record: the seconds between its first and latest publication. */
const getRevision = ({ createdAt, updatedAt }: CalendarEntry): number =>
  Math.max(0, Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000))

/** The time span of an entry. All-day entries end on the day after their last day. */
function toSpan({ start, end, timeZone }: CalendarEntry) {
  const toDay = (at: string) => dayIn(Date.parse(at), timeZone)
  const ends = end !== null && Date.parse(end.at) > Date.parse(start.at) ? end : null
  if (start.precision === 'DATE') {
    const lastDay = toDay(ends?.at ?? start.at)
    return {
      allDay: true,
      start: Temporal.PlainDate.from(toDay(start.at)),
      end: Temporal.PlainDate.from(dateAfter(lastDay, 1)),
    }
  }
  // An end known only as the same day adds nothing.
  const isKnown = ends !== null && (ends.precision === 'TIME' || toDay(ends.at) !== toDay(start.at))
  return {
    timezone: timeZone,
    start: Temporal.Instant.from(start.at),
    ...(isKnown && { end: Temporal.Instant.from(ends.at) }),
  }
}
