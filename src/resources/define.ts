import type { z } from 'zod'
import type { Phase } from '../rules/phases.ts'

/** One published record: its wire item, and what the item alone does not tell. */
export interface Published<Item> {
  /** The item as the list answers it; a field that depends on time holds any value of its type. */
  item: Item
  /** For a resource with a timed field: its values over time. A record without a phase at an instant has null. */
  phases?: Phase<string>[]
  /** The body of the single record, where that is another shape than the item. */
  detail?: object
  /** The ids by which the single record is found. */
  names?: string[]
}

/** How a filter chooses rows; `store/operators.ts` gives each its SQL, `bake/tables.ts` what it stores. */
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
  /** Without true, rows whose mark is set are left out. */
  | 'reveals'

type Stored = string | number | boolean | readonly string[] | null

/** Everything about one filter: its type, its documentation, what the bake stores for it, how it chooses rows. */
export interface Filter<Record = never> {
  schema: z.ZodType
  describe: string
  op: Operator
  /** What the bake stores and indexes: a value, a list for `has`, the texts for `match`. */
  from?: (published: Record) => Stored
  /** The name of the stored column, where two filters share one. */
  column?: string
  /** Another name of the parameter. */
  alias?: string
  /** For `among`: whether an existing value is meant. */
  picks?: (wanted: string, existing: string) => boolean
  /** Turns the parsed value into what is compared with the column. */
  bound?: (value: string) => number
  /** The value that shows every row, for a filter that hides some when it is absent. */
  everything?: string
  /** Answers with this filter are not to be cached. */
  uncached?: true
}

type Direction = 'asc' | 'desc'
/** Fields of the item, compared in turn, nulls last; `id` ascending always comes last. */
export type Order = readonly (readonly [field: string, direction: Direction])[]

/** The parsed query of a list: its filters by name, and the page. */
export interface ListQuery {
  filters: { [name: string]: unknown }
  page: number
  limit: number
}

export interface Resource<Record = never> {
  /** The plural noun of the specification: the path, the table, the tag of the documents. */
  name: string
  summary: string
  description: string
  item: z.ZodType
  filters: { [parameter: string]: Filter<Record> }
  order: Order
  /** Another order, for some queries; `timed` is by the timed field. */
  otherOrder?: { name: string; by: Order | 'timed'; when: (filters: ListQuery['filters']) => boolean }
  page: { default: number; max: number }
  /** `paged`: data and pagination; `counted`: data and count, no pages; `feed`: data, count, page and hasMore. */
  envelope: 'paged' | 'counted' | 'feed'
  /** Whether answers cost nothing but the minute. */
  isFree?: true
  /** The field of the item that depends on the moment of the request. */
  timed?: string
  /** The endpoint of a single record. */
  detail?: {
    parameter: string
    /** What the parameter takes. */
    describe: string
    summary: string
    description: string
    schema: z.ZodType
    /** Brings what the caller wrote into the form of the stored names. */
    fold: (name: string) => string
  }
}

/** Declares a resource; the type of its published records is checked in its filters. */
export const defineResource =
  <Record extends Published<unknown>>() =>
  <const Definition extends Resource<Record>>(definition: Definition): Definition =>
    definition
