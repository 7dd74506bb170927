import ical, { type ICalCalendar, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { dateAfter, dayIn } from '../rules/moments.ts'
import { encodedAddressOf } from './address.ts'
import type { CalendarEntry } from './entries.ts'
import type { Frame } from './frame.ts'
import { lineOf } from './text.ts'

// Suggested refresh interval for calendar clients.
const REFRESH_SECONDS = 6 * 60 * 60

/** A calendar (RFC 5545) without alarms. Dates without a time are all-day entries; others are in their time zone. */
export function calendarOf(entries: readonly CalendarEntry[], { title, address }: Frame): string {
  const calendar = ical({
    name: lineOf(title),
    prodId: { company: 'Rural Health Program Data Service', product: 'API', language: 'EN' },
    source: encodedAddressOf(address),
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: zoneOf },
  })
  for (const entry of entries) add(calendar, entry)
  return `${calendar.toString()}\r\n`
}

const zoneOf = (zone: string): string => tzlib_get_ical_block(zone)[0] ?? ''

function add(calendar: ICalCalendar, entry: CalendarEntry): void {
  calendar.createEvent({
    id: entry.uid,
    ...spanOf(entry),
    sequence: revisionOf(entry),
    stamp: entry.updatedAt,
    created: entry.createdAt,
    lastModified: entry.updatedAt,
    summary: lineOf(entry.title),
    description: entry.description === null ? null : entry.description.split('\n').map(lineOf).join('\n'),
    url: encodedAddressOf(entry.address),
    categories: entry.categories.map((name) => ({ name: lineOf(name) })),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: entry.isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    busystatus: entry.isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
  })
}

/** Increases with every change of the record: the seconds between its first and latest publication. */
const revisionOf = ({ createdAt, updatedAt }: CalendarEntry): number =>
  Math.max(0, Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000))

/** The time span of an entry. All-day entries end on the day after their last day. */
function spanOf({ start, end, timeZone }: CalendarEntry) {
  const dayOf = (at: string) => dayIn(Date.parse(at), timeZone)
  const ends = end !== null && Date.parse(end.at) > Date.parse(start.at) ? end : null
  if (start.precision === 'DATE') {
    const lastDay = dayOf(ends?.at ?? start.at)
    return {
      allDay: true,
      start: Temporal.PlainDate.from(dayOf(start.at)),
      end: Temporal.PlainDate.from(dateAfter(lastDay, 1)),
    }
  }
  // An end known only as the same day adds nothing.
  const isKnown = ends !== null && (ends.precision === 'TIME' || dayOf(ends.at) !== dayOf(start.at))
  return {
    timezone: timeZone,
    start: Temporal.Instant.from(start.at),
    ...(isKnown && { end: Temporal.Instant.from(ends.at) }),
  }
}
