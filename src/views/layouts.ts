import type { Layout } from '../formats/formats.ts'
import { awards } from '../resources/awards.ts'
import { documentPost } from '../resources/document-entries.ts'
import { documents } from '../resources/documents.ts'
import { eventEntry, eventPost } from '../resources/event-entries.ts'
import { events } from '../resources/events.ts'
import { opportunities } from '../resources/opportunities.ts'
import { opportunityDeadlines, opportunityPost } from '../resources/opportunity-entries.ts'
import type { SectionName } from './lists/listing.ts'

/** What tables, calendars and feeds show of the records of each section. */
export const LAYOUTS: Record<SectionName, Layout> = {
  opportunities: { item: opportunities.item, calendar: opportunityDeadlines, feed: opportunityPost },
  awards: { item: awards.item, calendar: null, feed: null },
  documents: { item: documents.item, calendar: null, feed: documentPost },
  events: { item: events.item, calendar: eventEntry, feed: eventPost },
}
