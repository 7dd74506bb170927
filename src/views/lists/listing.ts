import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import type { Entry } from '../entries.ts'
import type { Html } from '../html.ts'
import type { Heading } from '../tables.ts'

export const SECTION_NAMES = ['opportunities', 'awards', 'documents', 'events', 'activities', 'commitments'] as const
export type SectionName = (typeof SECTION_NAMES)[number]

export const PAGE_SIZE = 50

export interface Choice {
  value: string
  label: string
}

/** A filter of a list page. Its parameter is that of the API, so that a page, its files and the API have the same query. */
export interface ListFilter {
  parameter: string
  label: string
  /** The choices; without them, those values that occur in the list, with their counts. */
  choices?: readonly Choice[]
  /** The filter whose choice narrows these choices down; without it there are too many to show. */
  within?: string
  /** The label of no choice, if it is not All. */
  blank?: string
  isText?: true
  /** Whether headings add its choice in parentheses, because they do not say it themselves. */
  isNoted?: true
  /** The records that no choice of this filter finds. */
  omits?: string
}

/** The filters that every list has. */
export const WORDS_AND_STATE: readonly ListFilter[] = [
  { parameter: 'q', label: 'Search', isText: true },
  { parameter: 'state', label: 'State' },
]

/** The values of a list page's filters, by parameter: the text of its query. */
export type Chosen = { readonly [parameter: string]: string | undefined }

/** ` for Workforce development`: the chosen subject after a preposition; empty without one. */
export function formatSubject(preposition: string, { programCategory = '' }: Chosen): string {
  const subject = CATEGORIES[programCategory as CategoryId]?.label
  return subject ? ` ${preposition} ${subject}` : ''
}

/** A list as pages show it. */
export interface Listing<Item> {
  name: SectionName
  title: string
  lead: string
  /** Singular and plural noun for its records. */
  noun: readonly [one: string, many: string]
  links?: readonly { text: string; path: string }[]
  /** Whether its rows show what only the single record has. */
  isDetailed?: true
  filters: readonly ListFilter[]
  /** The values of `sort` of the API by their labels, the default first; null for the list's own order. */
  orders: { readonly [label: string]: string | null }
  /** The filters of the page without a query. */
  defaults?: { readonly [parameter: string]: string }
  /** A filter of addresses that takes the place of the defaults. */
  insteadOfDefaults?: string
  /** The heading for some filters in a place: `Open calls in Nebraska`. The words of a search are added to it. */
  heading: (chosen: Chosen, place: string) => string
  entry: (item: Item, context: { recipientPath: (awardId: string) => string; now: number }) => Entry
  table?: { heads: readonly Heading[]; row: (item: Item, entry: Entry) => Html }
}
