import type { Filter, Operator, Resource } from '../resources/define.ts'

/** Where the bake keeps what a filter needs. */
export type Storage = 'text' | 'integer' | 'link' | 'texts' | 'phases'

/** What each operator reads: an indexed column, a link table of list entries, a full-text table, or the phases. */
export const STORAGE = {
  is: 'text',
  among: 'text',
  has: 'link',
  match: 'texts',
  timed: 'phases',
  pending: 'phases',
  atLeast: 'integer',
  atMost: 'integer',
  after: 'integer',
  reveals: 'integer',
} as const satisfies Record<Operator, Storage>

/** The filters of a resource that are stored in a given way, by the name of their column; two may share one. */
export function storedFilters(resource: Resource, ...storages: Storage[]): [column: string, filter: Filter][] {
  const filters = Object.entries(resource.filters).filter(([, { op }]) => storages.includes(STORAGE[op]))
  return [...new Map(filters.map(([parameter, filter]) => [filter.column ?? parameter, filter]))]
}
