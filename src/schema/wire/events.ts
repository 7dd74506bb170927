import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { DatePrecision, EventStatus, EventType } from '../vocabularies.ts'
import { address, createdAt, precision, state, stateName, string, updatedAt, zoneName } from './fields.ts'

export const CalendarEvent = z
  .strictObject({
    id: string,
    title: string,
    state,
    stateName,
    eventType: EventType,
    status: EventStatus.describe('Status at the moment of the request.'),
    startAt: timestamp,
    startAtPrecision: DatePrecision.describe('DATE when only the day is known, TIME when the time of day is.'),
    endAt: timestamp.nullable(),
    endAtPrecision: precision,
    timezone: string.describe('Abbreviation of the zone in which it is held: EST, HST.'),
    timeZone: zoneName,
    hostAgency: string.nullable(),
    description: string.nullable(),
    registrationUrl: address.nullable(),
    recordingUrl: address.nullable(),
    slidesUrl: address.nullable(),
    sourceUrl: address,
    topics: z.array(string),
    audience: z.array(string),
    confidence: string.describe(
      'OFFICIAL: held and announced by a government; ORGANIZER: announced by its own organizer; SECONDARY: read elsewhere. An open list.',
    ),
    isActive: z.boolean(),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>
