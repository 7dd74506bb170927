import type { FilterValues, Resource } from './define.ts'

/** A query of a list: the parsed values of its filters, and the page. What it leaves out has the list's default. */
export interface ListQuery {
  filters?: FilterValues
  /** From 1. */
  page?: number
  limit?: number
}

/** The query with every default in its place; filters come in the order of the declaration. */
export function completed(resource: Resource, { filters = {}, page = 1, limit }: ListQuery): Required<ListQuery> {
  const values: FilterValues = {}
  for (const [parameter, filter] of Object.entries(resource.filters)) {
    const value = filters[parameter] ?? filter.default?.value
    if (value !== undefined) values[parameter] = value
  }
  return { filters: values, page, limit: limit ?? resource.page.default }
}
