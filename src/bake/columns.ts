import type { Filter, Operator, Resource } from '../resources/define.ts'
import type { AnyRow } from '../resources/row.ts'

/** Where the bake stores the data for filters. */
type Storage = 'TEXT' | 'INTEGER' | 'link' | 'texts' | 'phases' | 'none'

/** What each operator reads: an indexed column, a link table of list entries, a full-text table, or the phases. */
const STORAGE = {
  is: 'TEXT',
  among: 'TEXT',
  has: 'link',
  match: 'texts',
  timed: 'phases',
  pending: 'phases',
  atLeast: 'INTEGER',
  atMost: 'INTEGER',
  after: 'INTEGER',
  reveals: 'INTEGER',
  removed: 'none',
  named: 'none',
} as const satisfies { [Op in Operator]: Storage }

type Stored = ReturnType<NonNullable<Filter['from']>>

/** The data that a filter stores, under the name of its column. */
export interface Column<Value = Stored> {
  name: string
  storage: Storage
  read: (row: AnyRow) => Value
}

/** The stored data of a list's filters, for the given kinds of storage; filters that share a column are stored once. */
export function columnsOf<Value = Stored>(resource: Resource, ...storages: Storage[]): Column<Value>[] {
  const columns = Object.entries(resource.filters).flatMap(([parameter, { op, from, column = parameter }]) =>
    from && storages.includes(STORAGE[op])
      ? [{ name: column, storage: STORAGE[op], read: from as unknown as (row: AnyRow) => Value }]
      : [],
  )
  return [...new Map(columns.map((column) => [column.name, column])).values()]
}

/** The names of the columns that the filters with one of the operators read. */
const columnNames = ({ filters }: Resource, operators: readonly Operator[]): string[] =>
  Object.entries(filters).flatMap(([parameter, { op, column = parameter }]) => (operators.includes(op) ? [column] : []))

/** The stored data of the filters that compare values, which requests read in memory. */
export function valueColumns(resource: Resource): Column[] {
  const names = columnNames(resource, ['is', 'among', 'has', 'reveals'])
  return columnsOf(resource, 'TEXT', 'INTEGER', 'link').filter(({ name }) => names.includes(name))
}

/** The stored data of the filters that compare numbers with a limit. */
export function boundColumns(resource: Resource): Column<number | null>[] {
  const names = columnNames(resource, ['atLeast', 'atMost', 'after'])
  return columnsOf<number | null>(resource, 'INTEGER').filter(({ name }) => names.includes(name))
}

/** The timed fields that the list can be filtered by. */
export const timedColumns = (resource: Resource): string[] => columnNames(resource, ['timed'])
