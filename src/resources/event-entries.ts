import type { CalendarEntry, FeedEntry } from '../formats/entries.ts'
import { dayIn } from '../rules/time/moments.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'

const formatPlace = ({ stateName }: CalendarEvent): string => stateName ?? 'National'

const formatText = ({ description, hostAgency, registrationUrl, recordingUrl }: CalendarEvent): string =>
  [
    description,
    hostAgency && `Hosted by ${hostAgency}.`,
    registrationUrl && `Registration: ${registrationUrl}`,
    recordingUrl && `Recording: ${recordingUrl}`,
  ]
    .filter(Boolean)
    .join('\n')

/** An event as a calendar entry. */
export const eventEntry = (event: CalendarEvent): CalendarEntry[] => [
  {
    uid: event.id,
    title: `${event.title} (${formatPlace(event)})`,
    start: { at: event.startAt, precision: event.startAtPrecision },
    end: event.endAt === null ? null : { at: event.endAt, precision: event.endAtPrecision ?? 'DATE' },
    timeZone: event.timeZone,
    isCancelled: event.status === 'CANCELLED',
    isBusy: event.startAtPrecision === 'TIME',
    description: formatText(event) || null,
    address: event.registrationUrl ?? event.sourceUrl,
    categories: [event.eventType, ...event.topics],
    createdAt: event.createdAt,
    updatedAt: event.updatedAt,
  },
]

/** An event as a feed entry. */
export const eventPost = (event: CalendarEvent): FeedEntry => ({
  id: event.id,
  title: `${event.title} (${formatPlace(event)}, ${dayIn(Date.parse(event.startAt), event.timeZone)})`,
  text: formatText(event) || null,
  address: event.registrationUrl ?? event.sourceUrl,
  published: event.createdAt,
  updated: event.updatedAt,
  categories: [formatPlace(event), event.eventType, event.status, ...event.topics],
})
