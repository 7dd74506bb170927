import type { FeedEntry } from '../formats/entries.ts'
import type { Document } from '../schema/wire/documents.ts'

/** A document as a feed entry. */
export const documentPost = (document: Document): FeedEntry => ({
  id: document.id,
  title: `${document.title} (${document.state ?? 'National'})`,
  text: document.highlights,
  address: document.url,
  published: document.published === null ? null : document.discovered,
  updated: document.updatedAt,
  categories: [document.state ?? 'National', document.category, ...document.programCategories],
})
