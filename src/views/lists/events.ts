import type { EventStatus } from '../../schema/vocabularies.ts'
import type { CalendarEvent } from '../../schema/wire/records.ts'
import type { Entry } from '../entries.ts'
import { codeText, momentDay, momentText, words } from '../wording.ts'
import type { Listing } from './listing.ts'
import { getStatusMark } from './statuses.ts'

const AHEAD: readonly EventStatus[] = ['UPCOMING', 'TODAY']
const isAhead = ({ status }: CalendarEvent): boolean => AHEAD.includes(status)

export const eventListing: Listing<CalendarEvent> = {
  name: 'events',
  title: 'Events',
  lead: 'Webinars, town halls and committee meetings, with recordings and slides where available.',
  noun: ['event', 'events'],
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
  entry: (event) => eventEntry(event),
}

/** An entry of a list of events. @param turns how its status changes after the page is built, see `turnsText` */
export function eventEntry(event: CalendarEvent, turns: string | null = null): Entry {
  const { id, title, startAt, startAtPrecision, timeZone, recordingUrl, slidesUrl } = event
  const start = { at: startAt, precision: startAtPrecision, zone: timeZone }
  return {
    id: `event-${id}`,
    title,
    path: event.registrationUrl ?? event.sourceUrl,
    when: { text: momentDay(start) ?? '', at: startAt },
    mark: { ...getStatusMark(event.status, turns), ...(isAhead(event) && { kind: 'accent' }) },
    facts: [
      startAtPrecision === 'TIME' && momentText(start),
      event.stateName ?? 'National',
      words(event.eventType),
      event.hostAgency,
      recordingUrl !== null && { text: 'Recording', path: recordingUrl },
      slidesUrl !== null && { text: 'Slides', path: slidesUrl },
      isAhead(event) && { text: 'Add to calendar', path: `/events/${id}.ics` },
    ],
  }
}
