import type { Anchor, FilterValues } from '../../resources/define.ts'
import type { Written } from './bodies.ts'
import type { Facets } from './facets.ts'

/** A limit above the length of every list. */
export const WHOLE_LIST = Number.MAX_SAFE_INTEGER

/** One page of a list. */
export interface Page {
  /** The JSON of each record. */
  records: readonly string[]
  /** The records as a JSON array. */
  data: string
  /** Of the records' content: pages with the same digest have the same records. */
  digest: string
  /** Number of records on the page. */
  count: number
  /** Number of matching records in total. */
  total: number
  page: number
  limit: number
  /** The record after which the next page starts; null on the last one. */
  next: Anchor | null
  /** The facet counts; null if none were requested. */
  facets: Facets | null
  /** The values of its filters, including defaults. */
  filters: FilterValues
}

/** The position of a page in its list. */
export type PagePosition = Pick<Page, 'page' | 'next'> & { pages: number }

/** A rendered page with its size in UTF-8, which takes longer to count than to send, and its position. */
export type WrittenPage = Written & { bytes: number; position: PagePosition }

/** Renders a page. */
export type Write = (page: Page) => Written
