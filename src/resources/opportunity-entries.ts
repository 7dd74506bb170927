import type { CalendarEntry, FeedEntry } from '../formats/entries.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'

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

/** `Due November 16, 2026.`: the day in the zone of the opportunity; null without one. */
const formatDue = ({ dueDate, timeZone }: Opportunity): string | null =>
  dueDate && `Due ${new Date(dueDate).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })}.`

/** An opportunity as a feed entry. */
export const opportunityPost = (opportunity: Opportunity): FeedEntry => ({
  id: opportunity.id,
  title: `${opportunity.title} (${opportunity.state ?? 'National'})`,
  text: [formatDue(opportunity), opportunity.summary].filter(Boolean).join('\n') || null,
  address: opportunity.sourceUrl,
  published: opportunity.postedDate,
  updated: opportunity.updatedAt,
  categories: [opportunity.state ?? 'National', opportunity.type, opportunity.status, ...opportunity.programCategories],
})
