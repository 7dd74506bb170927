import type { FilterValues, Order, Resource } from './define.ts'

/** The record after which a page begins. */
export interface Anchor {
  id: string
  /** Prefix of the digest of its content, because a changed record may have moved. */
  digest: string
}

/** A query of a list: parsed filter values and the page. Omitted parts have the list's defaults. */
export interface ListQuery {
  filters?: FilterValues
  /** Overrides the order of the list. */
  sort?: Order | undefined
  /** From 1. */
  page?: number
  limit?: number
  /** The record after which the page begins; replaces `page`. */
  after?: Anchor | undefined
  /** Whether each record includes the response of its own endpoint. */
  isDetailed?: boolean | undefined
  /** The requested fields; all by default. */
  fields?: readonly string[] | undefined
  /** The filters whose values to count. */
  facets?: readonly string[] | undefined
  /** The output format, if not JSON. */
  writing?: string | undefined
}

/** A query with all defaults filled in. Equivalent queries have the same name. */
export class CompletedQuery {
  readonly filters: FilterValues
  readonly sort: Order | undefined
  readonly page: number
  readonly limit: number
  readonly after: Anchor | undefined
  readonly isDetailed: boolean
  readonly fields: readonly string[] | undefined
  readonly facets: readonly string[]
  /** Identifies the selected records and their order. */
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

/** Completes a query with the defaults of its list, with filters in the order of the declaration. */
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

/** Whether responses to a query may be cached: none of its filters takes free text or a moving time. */
export const isCacheable = ({ filters }: Resource, query: CompletedQuery): boolean =>
  Object.keys(query.filters).every((parameter) => !filters[parameter]?.uncached)
