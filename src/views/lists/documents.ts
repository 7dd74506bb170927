import { compare } from '../../rules/compare.ts'
import type { Document } from '../../schema/wire/documents.ts'
import { html, joined } from '../html.ts'
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
  'discovered',
] as const satisfies (keyof Document)[]

/** What the date of a document in a list means. */
export const DOCUMENT_DATES =
  'Dates are those of publication or, if that is unknown, of when a document was first seen.'

/** A document in a list. */
export type ListedDocument = Pick<Document, (typeof DOCUMENT_FIELDS)[number]> & { stateName: string }

export const documentPath = (id: string): string => `/documents/${id}`

const byDate = (a: ListedDocument, b: ListedDocument): number =>
  compare(b.discovered, a.discovered) || compare(a.id, b.id)

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
    html`<li><time datetime="${entry.discovered}">${dateText(entry.discovered)}</time><a href="${documentPath(entry.id)}">${entry.title}</a><p><span class="mark">${words(entry.category)}</span> ${joined(
      [entry.stateName, entry.fileType, entry.highlights && proseText(entry.highlights)],
      ' · ',
    )}</p></li>`,
}
