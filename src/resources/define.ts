import type { z } from 'zod'
import type { CalendarEntry, FeedEntry } from '../formats/formats.ts'
import type { Dataset } from '../records/dataset.ts'
import { pick } from '../rules/pick.ts'
import type { Freshness } from '../schema/history.ts'
import { foldId } from '../schema/params.ts'
import { idsFilter, updates } from './filters.ts'
import type { Fields, Published, Row } from './publishing.ts'

/**
 * How a filter selects rows; `store/lists/operators.ts` has the SQL. `is`: the column equals one of the values. `has`: the
 * list contains one of them, or one that `picks` accepts. `among`: the column equals an existing value that `picks` accepts.
 * `contains`: it contains the text. `match`: the words occur in the texts. `atLeast`, `atMost`, `after`: its instant is at
 * or after the bound, at or before it, strictly after it. `timed`: the field equals one of the values at the time of the
 * request; `pending`, if true: it is not null then. `reveals`, unless true: rows with the flag are excluded. `named`: the
 * record has one of the names. `removed`, if true: removed records are included. `refines`: the `picks` of another reads it.
 */
export type Operator =
  | ('is' | 'has' | 'among' | 'contains' | 'match')
  | ('atLeast' | 'atMost' | 'after')
  | ('timed' | 'pending' | 'reveals' | 'named' | 'removed' | 'refines')

type Stored = string | number | boolean | readonly string[] | null

/** A filter: its type, documentation, stored values, and how it selects rows. */
export interface Filter<OwnRow = never> {
  schema: z.ZodType
  description: string
  /** If its absence has an effect: the equivalent parsed value, and the value that excludes no records. */
  default?: { value: unknown; everything: string }
  op: Operator
  /**
   * The values that the bake stores and indexes: one value, a list for `has`, or texts for `match`. By default those of
   * `is`, `has` and `among` are the values of `fields`.
   */
  from?: (row: OwnRow) => Stored
  /** The fields of the item that it compares, by default the one with the name of the column. */
  fields?: readonly string[]
  column?: string
  /** For `is`: the value that selects the rows without one. */
  none?: string
  alias?: string
  /** For `among` and `has`: whether an existing value matches, given the values of all filters. */
  picks?: (requested: string, existing: string, filters: FilterValues) => boolean
  bound?: (value: string) => number
  /** For `atLeast` and `atMost`: the local day of the instant, `YYYY-MM-DD`, with which a bound without a time is compared. */
  day?: (row: OwnRow) => string | null
  /** Whether its values can be counted, if the operator does not decide that. */
  isCounted?: boolean
  uncached?: true
}

type Direction = 'asc' | 'desc'
/** Sort fields in order of precedence, nulls last. `id` ascending always comes last. */
export type Order<Field = string> = readonly (readonly [field: Field, direction: Direction])[]
export type FilterValues = { [parameter: string]: unknown }

export interface Orders<Field = string> {
  default: Order<Field>
  sortable: readonly Field[]
  /** A different order for some queries; `timed` sorts by the ends of the phases. */
  other: null | { name: string; by: Order<Field> | 'timed'; when: (filters: FilterValues) => boolean }
}

export interface Detail {
  parameter: { name: string; description: string }
  summary: string
  description: string
  schema: z.ZodType
  fold: (name: string) => string
  hasHistory?: true
}

export interface Resource<Item extends object = Fields, TimedField extends keyof Item = never, OwnRow = never> {
  /** The plural noun of the specification, used as path, table and tag. */
  name: string
  summary: string
  description: string
  item: z.ZodType<Item>
  /** The fields that depend on the time of the request; adjacent in the item. */
  timed: readonly TimedField[]
  /** Fields that are computed from other lists or when requested: changes only name them, the snapshot omits them. */
  derived?: readonly string[]
  /** The instant of an item, for a list whose items never change after publication. Such a list has no ledger. */
  instant?: (item: Row<Item, TimedField>['item']) => string
  example: { [parameter: string]: string }
  filters: { [parameter: string]: Filter<OwnRow> }
  orders: Orders<Exclude<keyof Item & string, TimedField>>
  /** The entries of a record in calendars and feeds; null if not offered. The other formats only need the item. */
  formats: {
    calendar: ((item: Item) => readonly CalendarEntry[]) | null
    feed: ((item: Item) => FeedEntry) | null
  }
  page: { default: number; max: number }
  /** `paged`: data and pagination; `counted`: data and count, no pages; `feed`: data, count, page and hasMore. */
  envelope: 'paged' | 'counted' | 'feed'
  /** The name of its tool for agents, if that is not `find_` and its own name. */
  tool?: string
  isFree?: true
  detail: Detail | null
  /** Completes an item with the current state of the sources, which is not part of the bake. */
  live?: (item: Item, freshness: Freshness) => Item
  /** Builds the rows of this list from the records; `published` gives access to the rows of other lists. */
  publish: (dataset: Dataset, published: Published) => OwnRow[]
}

/** A list as its file declares it: without the parts that it does not have. */
type Declaration<Item extends object, TimedField extends keyof Item, OwnRow> = Omit<
  Resource<Item, TimedField, OwnRow>,
  'timed' | 'orders' | 'formats' | 'detail' | 'envelope'
> &
  Partial<Pick<Resource<Item, TimedField, OwnRow>, 'timed' | 'envelope'>> & {
    orders: Omit<Resource<Item, TimedField>['orders'], 'other'> & Partial<Orders>
    formats?: Partial<Resource<Item>['formats']>
    detail?: Omit<Detail, 'fold'> & Partial<Pick<Detail, 'fold'>>
  }

/** Declares a list, and adds the filters of every list. Incomplete rows and declarations do not compile. */
export const defineResource =
  <
    Item extends object,
    TimedField extends keyof Item = never,
    OwnRow extends Row<Item, TimedField> = Row<Item, TimedField>,
  >() =>
  <const Definition extends Declaration<Item, TimedField, OwnRow>>(
    definition: Definition,
  ): Definition & { filters: typeof updates & { ids: ReturnType<typeof idsFilter> } } => ({
    timed: [],
    envelope: 'paged',
    ...definition,
    detail: definition.detail ? { fold: foldId, ...definition.detail } : null,
    orders: { other: null, ...definition.orders },
    formats: { calendar: null, feed: null, ...definition.formats },
    filters: {
      ...withFields(definition.filters),
      ids: idsFilter(definition.detail?.fold ?? foldId),
      ...updates,
    },
  })

/** The fields of the items of a list that a filter compares; none if the list has no such filter. */
export function getFields({ filters }: Pick<Resource, 'filters'>, parameter: string): readonly string[] {
  const { fields, column = parameter } = filters[parameter] ?? { fields: [] }
  return fields ?? [column]
}

const withFields = <Filters extends { [parameter: string]: Filter }>(filters: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([parameter, filter]) => {
      const [field = '', ...others] = getFields({ filters }, parameter)
      const from = ({ item }: { item: Fields }) =>
        others.length > 0 ? [field, ...others].flatMap((each) => item[each]) : item[field]
      return [parameter, ['is', 'has', 'among'].includes(filter.op) ? { from, ...filter } : filter]
    }),
  ) as Filters

/** The fields of a shape, in its order, out of a record and what is computed for it. */
export const fill = <Available extends object>({ shape }: { shape: object }, fields: Available): Available =>
  pick(fields, Object.keys(shape) as (keyof Available)[])

export const hasCreatedAt = (item: z.ZodType): boolean => 'shape' in item && 'createdAt' in (item.shape as object)

/** Whether the endpoint of a single record returns more than the item of the list. */
export const hasOwnDetail = ({ item, detail }: Pick<Resource, 'item' | 'detail'>): boolean =>
  detail !== null && detail.schema !== item

/** The filters of a list that can be used as facets. */
export const getFacets = ({ filters }: Pick<Resource, 'filters'>): string[] =>
  Object.entries(filters).flatMap(([parameter, { op, isCounted = ['is', 'has', 'timed'].includes(op) }]) =>
    isCounted ? [parameter] : [],
  )

export interface Anchor {
  id: string
  /** Prefix of the digest of its content, because a changed record may have moved. */
  digest: string
}

/** A query of a list: parsed filter values and the page. Omitted parts have the list's defaults. */
export interface ListQuery {
  filters?: FilterValues
  sort?: Order | undefined
  page?: number
  limit?: number
  after?: Anchor | undefined
  isDetailed?: boolean | undefined
  fields?: readonly string[] | undefined
  facets?: readonly string[] | undefined
  writing?: string | undefined
}

/** A query with all defaults filled in. Equivalent queries have the same name. */
export interface CompletedQuery extends ListQuery {
  filters: FilterValues
  page: number
  limit: number
  isDetailed: boolean
  facets: readonly string[]
  selection: string
  name: string
}

/** Completes a query with the defaults of its list, with filters in the order of the declaration. */
export function completeQuery(resource: Resource, query: ListQuery): CompletedQuery {
  if ('selection' in query) return query as CompletedQuery
  const { filters = {}, sort, page = 1, limit = resource.page.default, after, isDetailed = false, fields } = query
  const { facets = [], writing } = query
  const values: FilterValues = {}
  for (const [parameter, filter] of Object.entries(resource.filters)) {
    const value = filters[parameter] ?? filter.default?.value
    if (value !== undefined) values[parameter] = value
  }
  const selection = `${resource.name} ${JSON.stringify({ filters: values, sort })}`
  const manner = isDetailed || fields || facets.length > 0 ? { isDetailed, fields, facets } : {}
  const name = `${selection} ${JSON.stringify({ page: after ? undefined : page, limit, after, ...manner, writing })}`
  return { filters: values, sort, page, limit, after, isDetailed, fields, facets, selection, name }
}

/** Whether responses to a query may be cached: none of its filters takes free text or a moving time. */
export const isCacheable = ({ filters }: Resource, query: CompletedQuery): boolean =>
  Object.keys(query.filters).every((parameter) => !filters[parameter]?.uncached)
