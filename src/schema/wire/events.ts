import * as z from 'zod'
import { timestamp } from '../fields.ts'
import { DatePrecision, EventStatus, EventType } from '../vocabularies.ts'
import {
  address,
  createdAt,
  listOf,
  orNull,
  precision,
  state,
  stateName,
  string,
  updatedAt,
  zoneName,
} from './fields.ts'

export const CalendarEvent = z
  .strictObject({
    id: string.describe('Permanent id of the event.'),
    title: string.describe('Title of the event.'),
    state,
    stateName,
    eventType: EventType.describe('Type of event.'),
    status: EventStatus.describe('Status at the time of the request.'),
    startAt: timestamp.describe('Start time.'),
    startAtPrecision: DatePrecision.describe('DATE when only the day is known, TIME when the time is known.'),
    endAt: orNull(timestamp, 'End time; null when unknown.'),
    endAtPrecision: precision,
    timezone: string.describe('Time zone abbreviation, such as EST or HST.'),
    timeZone: zoneName,
    hostAgency: orNull(string, 'Name of the host.'),
    description: orNull(string, 'Description.'),
    registrationUrl: orNull(address, 'URL to register at.'),
    recordingUrl: orNull(address, 'URL of the recording.'),
    slidesUrl: orNull(address, 'URL of the slides.'),
    sourceUrl: address.describe('URL of the page that announces it.'),
    topics: listOf(string, 'Topics.'),
    audience: listOf(string, 'Intended audience.'),
    confidence: string.describe(
      'OFFICIAL: hosted and announced by a government; ORGANIZER: announced by its organizer; SECONDARY: found in another source. An open list.',
    ),
    isActive: z.boolean().describe('False for an event that is excluded from the default list.'),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>
