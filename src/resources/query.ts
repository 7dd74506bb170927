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
export interface CompletedQuery extends ListQuery {
  filters: FilterValues
  page: number
  limit: number
  isDetailed: boolean
  facets: readonly string[]
  /** Identifies the selected records and their order. */
  selection: string
  name: string
}

/** Completes a query with the defaults of its list, with filters in the order of the declaration. */
export function completed(resource: Resource, query: ListQuery): CompletedQuery {
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
