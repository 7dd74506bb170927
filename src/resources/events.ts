import type { CalendarEntry, FeedEntry } from '../formats/formats.ts'
import type { Places } from '../rules/awards/places.ts'
import {
  chooseEventZone,
  getAbbreviation,
  getPrecision,
  startOfLocalDay,
  startOfNextLocalDay,
  toDeadlineInstant,
  toIso,
  toLocalDay,
  toStartInstant,
} from '../rules/time/moments.ts'
import { getEventStatus, getEventTurns, getPhases } from '../rules/time/status.ts'
import { flag } from '../schema/params.ts'
import type { EventRecord } from '../schema/records.ts'
import { EVENT_STATUSES, EVENT_TYPES, type EventStatus } from '../schema/vocabularies.ts'
import { CalendarEvent } from '../schema/wire/records.ts'
import { defineResource, fill } from './define.ts'
import { bounds, choice, keyword, off, place } from './filters.ts'
import type { Row } from './publishing.ts'

type EventRow = Row<CalendarEvent, 'status'>
const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const START = bounds('startAt', true)

export const events = defineResource<CalendarEvent, 'status'>()({
  name: 'events',
  summary: 'Calendar events',
  description:
    'Town halls, webinars and other events of the program. Soonest first with `from` or when filtered to UPCOMING and TODAY only, otherwise latest first.',
  item: CalendarEvent,
  timed: ['status'],
  example: { type: 'WEBINAR,TOWN_HALL', limit: '2' },
  filters: {
    ...place,
    status: { ...choice(EVENT_STATUSES, 'event status', 'statuses', 'Status at the time of the request'), op: 'timed' },
    type: {
      ...choice(EVENT_TYPES, 'event type', 'types', 'Event type (the `eventType` field)'),
      column: 'eventType',
    },
    from: { ...START.since, alias: 'startAfter' },
    to: { ...START.until, alias: 'startBefore' },
    q: {
      ...keyword('title, hostAgency, description and state'),
      from: ({ item }) => [item.title, item.hostAgency ?? '', item.description ?? '', item.stateName ?? ''],
    },
    includeInactive: {
      schema: flag,
      description: '`true` includes inactive events.',
      default: off('true'),
      op: 'reveals',
      column: 'inactive',
      from: ({ item }) => !item.isActive,
    },
  },
  orders: {
    default: [['startAt', 'desc']],
    sortable: ['startAt', 'endAt', 'state', 'eventType', 'title', 'createdAt', 'updatedAt'],
    other: {
      name: 'soonest',
      by: [['startAt', 'asc']],
      when: ({ from, status }) =>
        from !== undefined || (Array.isArray(status) && status.every((value) => AHEAD.includes(value))),
    },
  },
  formats: { calendar: toCalendarEntry, feed: toEventPost },
  page: { default: 25, max: 100 },
  detail: {
    parameter: { name: 'id', description: 'Id of the event.' },
    summary: 'One event',
    description: 'The event with this id.',
    schema: CalendarEvent,
  },
  publish: ({ records }, { places }) => records.events.map((record) => toRow(record, places)),
})

function toRow(record: EventRecord, places: Places): EventRow {
  const zone = chooseEventZone(record.startAt, record.timezone, places.getZone(record.state))
  const start = toStartInstant(record.startAt, zone)
  const end = record.endAt === null ? null : toDeadlineInstant(record.endAt, zone)
  const times = {
    dayStart: startOfLocalDay(start, zone),
    last: end ?? startOfNextLocalDay(start, zone) - 1,
    cancelled: record.cancelled,
    recorded: record.recordingUrl !== null,
  }
  return {
    item: fill(CalendarEvent, {
      ...record,
      stateName: places.getName(record.state),
      startAt: toIso(start),
      startAtPrecision: getPrecision(record.startAt),
      endAt: toIso(end),
      endAtPrecision: getPrecision(record.endAt),
      timezone: getAbbreviation(zone, start),
      timeZone: zone,
    }),
    names: [record.id],
    dated: toIso(toStartInstant(record.lastChanged, zone)),
    phases: getPhases(getEventTurns(times), (now) => ({ status: getEventStatus(times, now) })),
  }
}

function toCalendarEntry(event: CalendarEvent): CalendarEntry[] {
  const { id, startAt, startAtPrecision, endAt, endAtPrecision, timeZone, eventType, createdAt, updatedAt } = event
  return [
    {
      uid: id,
      title: `${event.title} (${event.stateName ?? 'National'})`,
      start: { at: startAt, precision: startAtPrecision },
      end: endAt === null ? null : { at: endAt, precision: endAtPrecision ?? 'DATE' },
      timeZone,
      isCancelled: event.status === 'CANCELLED',
      isBusy: startAtPrecision === 'TIME',
      description: formatText(event),
      address: event.registrationUrl ?? event.sourceUrl,
      categories: [eventType, ...event.topics],
      createdAt,
      updatedAt,
    },
  ]
}

function toEventPost(event: CalendarEvent): FeedEntry {
  const place = event.stateName ?? 'National'
  return {
    id: event.id,
    title: `${event.title} (${place}, ${toLocalDay(Date.parse(event.startAt), event.timeZone)})`,
    text: formatText(event),
    address: event.registrationUrl ?? event.sourceUrl,
    published: event.createdAt,
    updated: event.updatedAt,
    categories: [place, event.eventType, event.status, ...event.topics],
  }
}

const formatText = ({ description, hostAgency, registrationUrl, recordingUrl }: CalendarEvent): string | null =>
  [
    description,
    hostAgency && `Hosted by ${hostAgency}.`,
    registrationUrl && `Registration: ${registrationUrl}`,
    recordingUrl && `Recording: ${recordingUrl}`,
  ]
    .filter(Boolean)
    .join('\n') || null
