import { z } from 'zod'
import { timestamp } from '../fields.ts'
import { DatePrecision, EventStatus, EventType } from '../vocabularies.ts'
import { address, createdAt, precision, state, stateName, string, updatedAt, zoneName } from './fields.ts'

export const CalendarEvent = z
  .strictObject({
    id: string.describe('Id of the event, the same at all times.'),
    title: string.describe('What the event is called.'),
    state,
    stateName,
    eventType: EventType.describe('What kind of event it is.'),
    status: EventStatus.describe('Status at the moment of the request.'),
    startAt: timestamp.describe('When it begins.'),
    startAtPrecision: DatePrecision.describe('DATE when only the day is known, TIME when the time of day is.'),
    endAt: timestamp.nullable().describe('When it ends; null when unknown.'),
    endAtPrecision: precision,
    timezone: string.describe('Abbreviation of the zone in which it is held: EST, HST.'),
    timeZone: zoneName,
    hostAgency: string.nullable().describe('Who holds it.'),
    description: string.nullable().describe('What it is about.'),
    registrationUrl: address.nullable().describe('Where to register.'),
    recordingUrl: address.nullable().describe('Where its recording is.'),
    slidesUrl: address.nullable().describe('Where its slides are.'),
    sourceUrl: address.describe('The page that announces it.'),
    topics: z.array(string).describe('What it treats.'),
    audience: z.array(string).describe('Whom it is for.'),
    confidence: string.describe(
      'OFFICIAL: held and announced by a government; ORGANIZER: announced by its own organizer; SECONDARY: read elsewhere. An open list.',
    ),
    isActive: z.boolean().describe('False for an event that is kept but no longer listed.'),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Event' })
export type CalendarEvent = z.infer<typeof CalendarEvent>
