import type { FilterValues } from '../resources/define.ts'
import type { Anchor } from '../resources/query.ts'
import type { Written } from './bodies.ts'
import type { Facets } from './facets.ts'

/** One page of a list. */
export interface Page {
  /** The records as a JSON array. */
  data: string
  /** Of what the records say: pages with the same digest have the same records. */
  digest: string
  /** How many records it holds. */
  count: number
  /** How many records match in all. */
  total: number
  page: number
  limit: number
  /** The record after which the next page begins; null on the last one. */
  next: Anchor | null
  /** How often the values occur that were to be counted; null where none were. */
  facets: Facets | null
  /** The values of its filters, defaults among them. */
  filters: FilterValues
}

/** The position of a page in its list. */
export type Turn = Pick<Page, 'page' | 'next'> & { pages: number }

/** What is written around a page, and where the page stands. */
export type WrittenPage = Written & { turn: Turn }

/** Writes an answer around a page. */
export type Write = (page: Page) => Written
