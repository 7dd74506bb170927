import type { FilterValues, Resource } from './define.ts'

/** A query of a list: the parsed values of its filters, and the page. What it leaves out has the list's default. */
export interface ListQuery {
  filters?: FilterValues
  /** From 1. */
  page?: number
  limit?: number
}

/** A query with every default in its place. Queries that mean the same have the same name. */
export class CompletedQuery {
  readonly filters: FilterValues
  readonly page: number
  readonly limit: number
  readonly name: string
  constructor(list: string, filters: FilterValues, page: number, limit: number) {
    this.filters = filters
    this.page = page
    this.limit = limit
    this.name = `${list} ${JSON.stringify({ filters, page, limit })}`
  }
}

/** Completes a query with the defaults of its list; filters come in the order of the declaration. */
export function completed(resource: Resource, query: ListQuery): CompletedQuery {
  if (query instanceof CompletedQuery) return query
  const { filters = {}, page = 1, limit = resource.page.default } = query
  const values: FilterValues = {}
  for (const [parameter, filter] of Object.entries(resource.filters)) {
    const value = filters[parameter] ?? filter.default?.value
    if (value !== undefined) values[parameter] = value
  }
  return new CompletedQuery(resource.name, values, page, limit)
}

/** Whether answers to a query may be kept: none of its filters takes free text or a moving moment. */
export const isKept = ({ filters }: Resource, query: CompletedQuery): boolean =>
  Object.keys(query.filters).every((parameter) => !filters[parameter]?.uncached)
