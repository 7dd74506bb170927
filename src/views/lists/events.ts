import type { EventStatus } from '../../schema/vocabularies.ts'
import type { CalendarEvent } from '../../schema/wire/events.ts'
import { type Html, html, joined } from '../html.ts'
import { codeText, momentDay, momentText, words } from '../wording.ts'
import type { Listing } from './listing.ts'
import { statusMark } from './statuses.ts'

const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const isAhead = ({ status }: CalendarEvent): boolean => AHEAD.includes(status)

export const eventListing: Listing<CalendarEvent> = {
  name: 'events',
  title: 'Events',
  lead: 'Webinars, town halls and committee meetings, with recordings and slides where available.',
  noun: ['event', 'events'],
  shape: 'entries',
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    {
      parameter: 'status',
      label: 'Status',
      choices: [
        { value: AHEAD.join(','), label: 'Upcoming' },
        { value: 'PAST,RECORDING_AVAILABLE', label: 'Past' },
        { value: 'RECORDING_AVAILABLE', label: 'With a recording' },
        { value: 'CANCELLED', label: 'Canceled' },
      ],
    },
    { parameter: 'type', label: 'Type' },
  ],
  orders: [
    { label: 'Date', sort: null },
    { label: 'State', sort: 'state' },
    { label: 'Title', sort: 'title' },
  ],
  defaults: {},
  heading: ({ status, type }, place) =>
    `${status === AHEAD.join(',') ? 'Upcoming events' : 'Events'}${place}${type ? `: ${codeText(type)}` : ''}`,
  row: (event) => eventRow(event),
}

/** An entry of a list of events. @param turns how its status changes after the page is built, see `turnsText` */
export const eventRow = (event: CalendarEvent, turns: string | null = null): Html =>
  html`<li id="event-${event.id}"><time datetime="${event.startAt}">${momentDay(getMoment(event))}</time><a href="${event.registrationUrl ?? event.sourceUrl}">${event.title}</a><p>${statusMark(event.status, turns, isAhead(event) ? 'mark mark-accent' : 'mark')} ${joined(
    [
      event.startAtPrecision === 'TIME' && momentText(getMoment(event)),
      event.stateName ?? 'National',
      words(event.eventType),
      event.hostAgency,
      event.recordingUrl && html`<a href="${event.recordingUrl}">Recording</a>`,
      event.slidesUrl && html`<a href="${event.slidesUrl}">Slides</a>`,
      isAhead(event) && html`<a href="/events/${event.id}.ics">Add to calendar</a>`,
    ],
    ' · ',
  )}</p></li>`

const getMoment = ({ startAt, startAtPrecision, timeZone }: CalendarEvent) => ({
  at: startAt,
  precision: startAtPrecision,
  zone: timeZone,
})
