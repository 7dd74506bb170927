import type { z } from 'zod'
import type { CalendarEntry, FeedEntry } from '../formats/entries.ts'
import type { Dataset } from '../records/dataset.ts'
import type { Freshness } from '../schema/history.ts'
import { foldId } from '../schema/params.ts'
import { idsFilter, updates } from './filters.ts'
import type { Published } from './publishing.ts'
import type { Fields, Row } from './row.ts'

/** How a filter chooses rows; `store/operators.ts` gives each its SQL, `bake/columns.ts` what it stores. */
export type Operator =
  /** The column equals one of the values. */
  | 'is'
  /** The list holds one of the values. */
  | 'has'
  /** The column holds one of its existing values that the filter's `picks` accepts. */
  | 'among'
  /** The timed field holds one of the values at the moment of the request. */
  | 'timed'
  /** With true: the timed field is not null at the moment of the request. */
  | 'pending'
  /** The words occur in the texts. */
  | 'match'
  /** The instant is at or after the bound, at or before it, or strictly after it. */
  | 'atLeast'
  | 'atMost'
  | 'after'
  /** Unless true, rows whose flag is set are left out. */
  | 'reveals'
  /** The record is found by one of the names. */
  | 'named'
  /** With true: records that were removed are told of too. */
  | 'removed'

type Stored = string | number | boolean | readonly string[] | null

/** What an absent parameter means. */
export interface Default {
  /** The parsed value that it stands for. */
  value: unknown
  /** What to send so that the parameter leaves nothing out. */
  everything: string
}

/** Everything about one filter: its type, its documentation, what the bake stores for it, how it chooses rows. */
export interface Filter<OwnRow = never> {
  schema: z.ZodType
  description: string
  /** What its absence means; null: it then chooses nothing. */
  default: Default | null
  op: Operator
  /** What the bake stores and indexes: a value, a list for `has`, the texts for `match`. */
  from?: (row: OwnRow) => Stored
  /** The name of the stored column, where it is not that of the parameter. */
  column?: string
  /** Another name of the parameter. */
  alias?: string
  /** For `among`: whether an existing value is meant. */
  picks?: (wanted: string, existing: string) => boolean
  /** Turns the parsed value into what is compared with the column. */
  bound?: (value: string) => number
  /** Whether its values can be counted, where that does not follow from the operator. */
  isCounted?: boolean
  /** Answers with this filter are not cached. */
  uncached?: true
}

type Direction = 'asc' | 'desc'
/** Fields of the item, compared in turn, nulls last; `id` ascending always comes last. */
export type Order<Field = string> = readonly (readonly [field: Field, direction: Direction])[]

/** The parsed values of filters, by parameter. */
export type FilterValues = { [parameter: string]: unknown }

/** The orders of a list. */
export interface Orders<Field = string> {
  default: Order<Field>
  /** The fields by which the list can be sorted. */
  sortable: readonly Field[]
  /** Another order for some queries; `timed` is by the ends of the phases. */
  other: null | { name: string; by: Order<Field> | 'timed'; when: (filters: FilterValues) => boolean }
}

/** The endpoint of a single record. */
export interface Detail {
  parameter: { name: string; description: string }
  summary: string
  description: string
  schema: z.ZodType
  /** Brings what the caller wrote into the form of the stored names. */
  fold: (name: string) => string
}

/** How the records of a list are found by full-text search. */
export interface Searchable<OwnRow = never> {
  /** The shape of a record that was found. */
  item: z.ZodType
  present: (row: OwnRow) => object
}

/** What calendars and feeds show of a record; null where the list is none. The other formats need the item alone. */
interface Formats<Item> {
  calendar: ((item: Item) => readonly CalendarEntry[]) | null
  feed: ((item: Item) => FeedEntry) | null
}

/** Everything about one list. */
export interface Resource<Item extends object = Fields, TimedField extends keyof Item = never, OwnRow = never> {
  /** The plural noun of the specification: the path, the table, the tag of the documents. */
  name: string
  summary: string
  description: string
  /** What is promised of this list beyond what holds for all: sentences of the documents. */
  promises: readonly string[]
  item: z.ZodType<Item>
  /** The fields that depend on the moment of the request; neighbors in the item. */
  timed: readonly TimedField[]
  /**
   * Fields of item or detail that are computed from other lists or at the moment of the request. Their changes are told by
   * name, without values, and the snapshot leaves them out.
   */
  derived?: readonly string[]
  /** The instant of an item, in a list whose items never change once they are published. Such a list has no ledger. */
  instant?: (item: Row<Item, TimedField>['item']) => string
  /** What the documents show: a query, and a record as the list may answer it. */
  example: { query: { [parameter: string]: string }; item: Item }
  filters: { [parameter: string]: Filter<OwnRow> }
  orders: Orders<Exclude<keyof Item & string, TimedField>>
  formats: Formats<Item>
  page: { default: number; max: number }
  /** `paged`: data and pagination; `counted`: data and count, no pages; `feed`: data, count, page and hasMore. */
  envelope: 'paged' | 'counted' | 'feed'
  /** Whether answers cost nothing but a request of the minute. */
  isFree?: true
  detail: Detail | null
  searchable?: Searchable<OwnRow>
  /** Completes an item with what is known of the sources at the moment, which is no part of the bake. */
  live?: (item: Item, freshness: Freshness) => Item
  /** Turns the records into the rows of this list; rows of other lists are had through `published`. */
  publish: (dataset: Dataset, published: Published) => OwnRow[]
}

/** The filters that every list has. */
type CommonFilters = typeof updates & { ids: ReturnType<typeof idsFilter> }

/**
 * Declares a list, which gets the filters by which every list is kept up with and its records are fetched together. What its rows lack, and what the
 * declaration lacks, does not compile.
 */
export const defineResource =
  <
    Item extends object,
    TimedField extends keyof Item = never,
    OwnRow extends Row<Item, TimedField> = Row<Item, TimedField>,
  >() =>
  <const Definition extends Resource<Item, TimedField, OwnRow>>(
    definition: Definition,
  ): Definition & { filters: CommonFilters } => ({
    ...definition,
    filters: { ...definition.filters, ids: idsFilter(definition.detail?.fold ?? foldId), ...updates },
  })

/** Whether the items of a list say when they were first published. */
export const hasCreatedAt = (item: z.ZodType): boolean => 'shape' in item && 'createdAt' in (item.shape as object)
