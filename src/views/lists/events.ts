import { compare } from '../../rules/compare.ts'
import type { EventStatus } from '../../schema/vocabularies.ts'
import type { CalendarEvent } from '../../schema/wire/events.ts'
import { html, joined } from '../html.ts'
import { momentDay, momentText, words } from '../wording.ts'
import { type Listing, NATIONAL } from './listing.ts'
import { statusMark } from './status-marks.ts'
import type { Listed } from './turns.ts'

/** The fields of an event that a list has. */
export const EVENT_FIELDS = [
  'id',
  'title',
  'state',
  'eventType',
  'status',
  'startAt',
  'startAtPrecision',
  'timeZone',
  'hostAgency',
  'registrationUrl',
  'recordingUrl',
  'slidesUrl',
  'sourceUrl',
] as const satisfies (keyof CalendarEvent)[]

/** An event in a list. */
export type ListedEvent = Pick<CalendarEvent, (typeof EVENT_FIELDS)[number]> & Listed

const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const isAhead = ({ status }: ListedEvent): boolean => AHEAD.includes(status)

/** Upcoming events first, soonest first; then past ones, latest first. */
const byDate = (a: ListedEvent, b: ListedEvent): number =>
  Number(isAhead(b)) - Number(isAhead(a)) ||
  (isAhead(a) ? compare(a.startAt, b.startAt) : compare(b.startAt, a.startAt)) ||
  compare(a.id, b.id)

export const eventListing: Listing<ListedEvent> = {
  name: 'events',
  noun: 'event',
  facets: {
    state: ({ state }) => [state ?? NATIONAL],
    status: ({ status }) => [status.toLowerCase()],
    type: ({ eventType }) => [eventType.toLowerCase()],
  },
  orders: {
    date: { label: 'Date', compare: byDate },
    state: { label: 'State', compare: (a, b) => compare(a.stateName, b.stateName) || byDate(a, b) },
    title: { label: 'Title', compare: (a, b) => compare(a.title, b.title) || byDate(a, b) },
  },
  words: ({ title, stateName, hostAgency }) => `${title} ${stateName} ${hostAgency ?? ''}`,
  row: (event) =>
    html`<li id="event-${event.id}"><time datetime="${event.startAt}">${momentDay(momentOf(event))}</time><a href="${event.registrationUrl ?? event.sourceUrl}">${event.title}</a><p>${statusMark(event.status, event.turns, isAhead(event) ? 'mark mark-accent' : 'mark')} ${joined(
      [
        event.startAtPrecision === 'TIME' && momentText(momentOf(event)),
        event.stateName,
        words(event.eventType),
        event.hostAgency,
        event.recordingUrl && html`<a href="${event.recordingUrl}">Recording</a>`,
        event.slidesUrl && html`<a href="${event.slidesUrl}">Slides</a>`,
        isAhead(event) && html`<a href="/events/${event.id}.ics">Add to calendar</a>`,
      ],
      ' · ',
    )}</p></li>`,
}

const momentOf = ({ startAt, startAtPrecision, timeZone }: ListedEvent) => ({
  at: startAt,
  precision: startAtPrecision,
  zone: timeZone,
})
