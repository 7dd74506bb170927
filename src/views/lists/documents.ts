import { STATE_NAMES } from '../../schema/vocabularies.ts'
import type { Document } from '../../schema/wire/documents.ts'
import { type Html, html, joined } from '../html.ts'
import { codeText, dateText, proseText, shortText, words } from '../wording.ts'
import type { Listing } from './listing.ts'

/** What the date of a document in a list means. */
export const DOCUMENT_DATES = 'Dates are those of publication; documents without a known date come last.'

const HIGHLIGHTS_MAX = 140

export const documentPath = (id: string): string => `/documents/${id}`

/** The publication date of a document in a list of entries. */
export const publishedText = ({ published }: Pick<Document, 'published'>): Html =>
  published === null
    ? html`<span class="when">date unknown</span>`
    : html`<time datetime="${published}">${dateText(published)}</time>`

export const documentListing: Listing<Document> = {
  name: 'documents',
  title: 'Documents',
  lead: `Announcements, plans, guidance and award lists from states and federal agencies. ${DOCUMENT_DATES}`,
  noun: ['document', 'documents'],
  shape: 'entries',
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
  row: (entry) =>
    html`<li>${publishedText(entry)} <a href="${documentPath(entry.id)}">${entry.title}</a><p><span class="mark">${words(entry.category)}</span> ${joined(
      [
        entry.state === null ? 'National' : STATE_NAMES[entry.state],
        entry.fileType,
        entry.highlights && proseText(shortText(entry.highlights, HIGHLIGHTS_MAX)),
      ],
      ' · ',
    )}</p></li>`,
}
