import type { FilterValues, Order, Resource } from './define.ts'

/** A record after which a page begins. */
export interface Anchor {
  id: string
  /** The beginning of the digest of what it says: a record that changed may stand elsewhere. */
  digest: string
}

/** A query of a list: the parsed values of its filters, and the page. What it leaves out has the list's default. */
export interface ListQuery {
  filters?: FilterValues
  /** Another order than that of the list. */
  sort?: Order | undefined
  /** From 1. */
  page?: number
  limit?: number
  /** The record after which the page begins; `page` says nothing then. */
  after?: Anchor | undefined
  /** Whether each record carries what its own endpoint answers. */
  isDetailed?: boolean | undefined
  /** The fields of the records that are wanted; all where it is left out. */
  fields?: readonly string[] | undefined
  /** The filters whose values are counted. */
  facets?: readonly string[] | undefined
  /** Names how the answer is written, where that is not in JSON. */
  writing?: string | undefined
}

/** A query with every default in its place. Queries that mean the same have the same name. */
export class CompletedQuery {
  readonly filters: FilterValues
  readonly sort: Order | undefined
  readonly page: number
  readonly limit: number
  readonly after: Anchor | undefined
  readonly isDetailed: boolean
  readonly fields: readonly string[] | undefined
  readonly facets: readonly string[]
  /** Names the records that it chooses, in their order. */
  readonly selection: string
  readonly name: string
  constructor(list: string, filters: FilterValues, limit: number, query: ListQuery) {
    const { sort, page = 1, after, isDetailed = false, fields, facets = [], writing } = query
    this.filters = filters
    this.sort = sort
    this.page = page
    this.limit = limit
    this.after = after
    this.isDetailed = isDetailed
    this.fields = fields
    this.facets = facets
    this.selection = `${list} ${JSON.stringify({ filters, sort })}`
    const manner = isDetailed || fields || facets.length > 0 ? { isDetailed, fields, facets } : {}
    this.name = `${this.selection} ${JSON.stringify({ page: after ? undefined : page, limit, after, ...manner, writing })}`
  }
}

/** Completes a query with the defaults of its list; filters come in the order of the declaration. */
export function completed(resource: Resource, query: ListQuery): CompletedQuery {
  if (query instanceof CompletedQuery) return query
  const { filters = {}, limit = resource.page.default } = query
  const values: FilterValues = {}
  for (const [parameter, filter] of Object.entries(resource.filters)) {
    const value = filters[parameter] ?? filter.default?.value
    if (value !== undefined) values[parameter] = value
  }
  return new CompletedQuery(resource.name, values, limit, query)
}

/** Whether answers to a query may be kept: none of its filters takes free text or a moving moment. */
export const isKept = ({ filters }: Resource, query: CompletedQuery): boolean =>
  Object.keys(query.filters).every((parameter) => !filters[parameter]?.uncached)
