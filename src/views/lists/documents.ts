import { STATE_NAMES } from '../../schema/vocabularies.ts'
import type { Document } from '../../schema/wire/records.ts'
import type { Entry } from '../entries.ts'
import { codeText, dateText, proseText, shortText, words } from '../wording.ts'
import type { Listing } from './listing.ts'

export const DOCUMENT_DATES = 'Dates are those of publication; documents without a known date come last.'

const HIGHLIGHTS_MAX = 140

export const documentPath = (id: string): string => `/documents/${id}`

export const getDay = (day: string | null): Entry['when'] =>
  day === null ? { text: 'date unknown' } : { text: dateText(day), at: day }

type ListedDocument = Pick<Document, 'id' | 'title' | 'published' | 'category' | 'fileType' | 'highlights'>

/** An entry of a list of documents. @param place where it is from, in a list of several states */
export const documentEntry = (document: ListedDocument, place: string | null = null): Entry => ({
  title: document.title,
  path: documentPath(document.id),
  when: getDay(document.published),
  mark: { text: words(document.category) },
  facts: [place, document.fileType, document.highlights && proseText(shortText(document.highlights, HIGHLIGHTS_MAX))],
})

export const documentListing: Listing<Document> = {
  name: 'documents',
  title: 'Documents',
  lead: `Announcements, plans, guidance and award lists from states and federal agencies. ${DOCUMENT_DATES}`,
  noun: ['document', 'documents'],
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    { parameter: 'category', label: 'Kind' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'fileType', label: 'File type' },
  ],
  orders: [
    { label: 'Newest', sort: '-published' },
    { label: 'Title', sort: 'title' },
    { label: 'State', sort: 'state' },
  ],
  defaults: {},
  heading: ({ category }, place) => `Documents${place}${category ? `: ${codeText(category)}` : ''}`,
  entry: (document) => documentEntry(document, document.state === null ? 'National' : STATE_NAMES[document.state]),
}
