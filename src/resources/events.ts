import { z } from 'zod'
import { timestamp } from '../schema/fields.ts'
import { flag, listOf } from '../schema/params.ts'
import { EVENT_STATUSES, EVENT_TYPES, EventStatus, EventType } from '../schema/vocabularies.ts'
import { address, state as stateCode, stateName, string } from '../schema/wire/fields.ts'
import { defineResource, type Published } from './define.ts'
import { keyword, lowerBound, state, upperBound } from './filters.ts'

export const CalendarEvent = z
  .strictObject({
    id: string,
    title: string,
    state: stateCode,
    stateName,
    eventType: EventType,
    status: EventStatus.describe('Status at the moment of the request.'),
    startAt: timestamp,
    endAt: timestamp.nullable(),
    timezone: string.describe('Abbreviation of the zone in which it is held: EST, HST.'),
    hostAgency: string.nullable(),
    description: string.nullable(),
    registrationUrl: address.nullable(),
    recordingUrl: address.nullable(),
    slidesUrl: address.nullable(),
    sourceUrl: address,
    topics: z.array(string),
    audience: z.array(string),
    confidence: string.describe('OFFICIAL, SECONDARY, …; an open list.'),
    isActive: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>

export type PublishedEvent = Published<CalendarEvent>

const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const startMs = ({ item }: PublishedEvent) => Date.parse(item.startAt)

export const events = defineResource<PublishedEvent>()({
  name: 'events',
  summary: 'Calendar events',
  description:
    'Town halls, webinars and other dates of the program. Soonest first when `from` is given or only UPCOMING and TODAY are asked for, else latest first.',
  item: CalendarEvent,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    status: {
      schema: listOf(EVENT_STATUSES, 'event status'),
      describe: 'Status at the moment of the request, or a comma-separated list of them.',
      op: 'timed',
    },
    type: {
      schema: listOf(EVENT_TYPES, 'event type'),
      describe: 'Event type (the `eventType` field), or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.eventType,
    },
    from: {
      ...lowerBound(
        'Inclusive lower bound on `startAt`, ISO 8601; a bare date begins at midnight in America/New_York.',
      ),
      column: 'startAt',
      from: startMs,
    },
    to: {
      ...upperBound('Inclusive upper bound on `startAt`, ISO 8601; a bare date lasts to its end in America/New_York.'),
      column: 'startAt',
      from: startMs,
    },
    q: {
      ...keyword('title, hostAgency and description'),
      from: ({ item }) => [item.title, item.hostAgency ?? '', item.description ?? ''],
    },
    includeInactive: {
      schema: flag,
      describe: '`true` includes inactive events.',
      op: 'reveals',
      from: ({ item }) => !item.isActive,
      everything: 'true',
    },
  },
  order: [['startAt', 'desc']],
  otherOrder: {
    name: 'soonest',
    by: [['startAt', 'asc']],
    when: ({ from, status }) =>
      from !== undefined || (Array.isArray(status) && status.every((value) => AHEAD.includes(value))),
  },
  page: { default: 25, max: 100 },
  envelope: 'paged',
  timed: 'status',
})
