import { compare } from '../../rules/compare.ts'
import type { Document } from '../../schema/wire/documents.ts'
import { type Html, html, joined } from '../html.ts'
import { dateText, proseText, words } from '../wording.ts'
import { type Listing, NATIONAL } from './listing.ts'

/** The fields of a document that a list has. */
export const DOCUMENT_FIELDS = [
  'id',
  'title',
  'fileType',
  'category',
  'state',
  'fiscalYear',
  'highlights',
  'published',
] as const satisfies (keyof Document)[]

/** What the date of a document in a list means. */
export const DOCUMENT_DATES = 'Dates are those of publication; documents without a known date come last.'

/** A document in a list. */
export type ListedDocument = Pick<Document, (typeof DOCUMENT_FIELDS)[number]> & { stateName: string }

export const documentPath = (id: string): string => `/documents/${id}`

/** Newest publication first, unknown days last. */
const byDate = (a: ListedDocument, b: ListedDocument): number =>
  compare(b.published ?? '', a.published ?? '') || compare(a.id, b.id)

/** The publication date of a document in a list of entries. */
export const publishedText = ({ published }: Pick<Document, 'published'>): Html =>
  published === null
    ? html`<span class="when">date unknown</span>`
    : html`<time datetime="${published}">${dateText(published)}</time>`

export const documentListing: Listing<ListedDocument> = {
  name: 'documents',
  noun: 'document',
  facets: {
    state: ({ state }) => [state ?? NATIONAL],
    category: ({ category }) => [category.toLowerCase()],
    file: ({ fileType }) => [fileType.toLowerCase()],
  },
  orders: {
    newest: { label: 'Newest', compare: byDate },
    title: { label: 'Title', compare: (a, b) => compare(a.title, b.title) || byDate(a, b) },
    state: { label: 'State', compare: (a, b) => compare(a.stateName, b.stateName) || byDate(a, b) },
  },
  words: ({ title, stateName, highlights }) => `${title} ${stateName} ${highlights ?? ''}`,
  row: (entry) =>
    html`<li>${publishedText(entry)} <a href="${documentPath(entry.id)}">${entry.title}</a><p><span class="mark">${words(entry.category)}</span> ${joined(
      [entry.stateName, entry.fileType, entry.highlights && proseText(entry.highlights)],
      ' · ',
    )}</p></li>`,
}
