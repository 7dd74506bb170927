import type { CalendarEntry, FeedEntry } from '../formats/formats.ts'
import { dayIn } from '../rules/time/moments.ts'
import type { ChangeEvent } from '../schema/wire/changes.ts'
import type { CalendarEvent, Document, Opportunity } from '../schema/wire/records.ts'

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

export const eventPost = (event: CalendarEvent): FeedEntry => ({
  id: event.id,
  title: `${event.title} (${formatPlace(event)}, ${dayIn(Date.parse(event.startAt), event.timeZone)})`,
  text: formatText(event) || null,
  address: event.registrationUrl ?? event.sourceUrl,
  published: event.createdAt,
  updated: event.updatedAt,
  categories: [formatPlace(event), event.eventType, event.status, ...event.topics],
})

const DEADLINES = [
  { field: 'dueDate', precision: 'dueDatePrecision', is: 'Due', suffix: '' },
  { field: 'loiDate', precision: 'loiDatePrecision', is: 'Letter of intent due', suffix: '-loi' },
  { field: 'questionDeadline', precision: 'questionDeadlinePrecision', is: 'Questions due', suffix: '-questions' },
] as const

/** The deadlines of an opportunity as calendar entries. The entry of the application deadline has the opportunity's id. */
export const opportunityDeadlines = (opportunity: Opportunity): CalendarEntry[] =>
  DEADLINES.flatMap(({ field, precision, is, suffix }) => {
    const at = opportunity[field]
    if (at === null) return []
    const { id, title, timeZone, type, status, issuingAgency, summary, sourceUrl, createdAt, updatedAt } = opportunity
    return {
      uid: `${id}${suffix}`,
      title: `${is}: ${title} (${opportunity.state ?? 'National'})`,
      start: { at, precision: opportunity[precision] ?? 'DATE' },
      end: null,
      timeZone,
      isCancelled: false,
      isBusy: false,
      description: [
        summary,
        issuingAgency && `Issued by ${issuingAgency}.`,
        `Type ${type}, status ${status}.`,
        sourceUrl,
      ]
        .filter(Boolean)
        .join('\n'),
      address: sourceUrl,
      categories: [type, ...opportunity.programCategories],
      createdAt,
      updatedAt,
    }
  })

export function opportunityPost(opportunity: Opportunity): FeedEntry {
  const { id, dueDate, timeZone, summary, state, type, status, programCategories } = opportunity
  const due = dueDate && `Due ${new Date(dueDate).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })}.`
  return {
    id,
    title: `${opportunity.title} (${state ?? 'National'})`,
    text: [due, summary].filter(Boolean).join('\n') || null,
    address: opportunity.sourceUrl,
    published: opportunity.postedDate,
    updated: opportunity.updatedAt,
    categories: [state ?? 'National', type, status, ...programCategories],
  }
}

export const documentPost = (document: Document): FeedEntry => ({
  id: document.id,
  title: `${document.title} (${document.state ?? 'National'})`,
  text: document.highlights,
  address: document.url,
  published: document.published === null ? null : document.discovered,
  updated: document.updatedAt,
  categories: [document.state ?? 'National', document.category, ...document.programCategories],
})

export const changePost = ({ id, state, type, summary, siteUrl, detail, occurredAt }: ChangeEvent): FeedEntry => ({
  id,
  title: summary,
  text: 'label' in detail && detail.label !== null ? `${summary} (${detail.label})` : summary,
  address: siteUrl ?? ('url' in detail ? detail.url : null),
  published: occurredAt,
  updated: occurredAt,
  categories: [state ?? 'National', type],
})
