import type { Filter, Operator, Resource } from '../../resources/define.ts'
import type { AnyRow } from '../../resources/publishing.ts'

/** Where the values of a filter are stored. */
type Storage = 'TEXT' | 'INTEGER' | 'link' | 'words' | 'phases' | 'names' | 'none'

/** What each operator reads: a column of its list's table, or another table of the list. */
const STORAGE = {
  is: 'TEXT',
  among: 'TEXT',
  contains: 'TEXT',
  has: 'link',
  match: 'words',
  timed: 'phases',
  pending: 'phases',
  atLeast: 'INTEGER',
  atMost: 'INTEGER',
  after: 'INTEGER',
  reveals: 'INTEGER',
  named: 'names',
  removed: 'none',
  refines: 'none',
} as const satisfies { [Op in Operator]: Storage }

export type Cell = string | number | null

/** A column of the table of a list. */
export interface Column {
  name: string
  type: 'TEXT' | 'INTEGER' | 'REAL'
  read: (row: AnyRow) => Cell
}

/** A table beside that of a list: the values of a list-valued filter, or the texts of a keyword filter. */
export interface SideTable {
  /** The name of the table. */
  table: string
  read: (row: AnyRow) => readonly string[]
}

/** The stored values of filters, by the name of their column. Filters that share a column store it once. */
const storedBy = ({ filters }: Resource, storages: readonly Storage[]): [name: string, filter: Filter][] => [
  ...new Map(
    Object.entries(filters)
      .filter(([, { op, from }]) => from !== undefined && storages.includes(STORAGE[op]))
      .map(([parameter, filter]) => [filter.column ?? parameter, filter]),
  ),
]

/** The column with the local days of a column of instants. */
export const getDayColumn = (column: string): string => `${column}Day`

/** The column of phases with the state of their row, so that one index finds the open opportunities of a state. */
export const STATE_OF_PHASE = 'inState'

/** The columns that a list is filtered by. */
export const filterColumns = (list: Resource): Column[] =>
  storedBy(list, ['TEXT', 'INTEGER']).flatMap(([name, { op, from, day }]): Column[] => {
    const read = from as unknown as (row: AnyRow) => Cell | boolean
    const column: Column = {
      name,
      type: STORAGE[op] as 'TEXT' | 'INTEGER',
      read(row) {
        const value = read(row)
        return typeof value === 'boolean' ? Number(value) : value
      },
    }
    return day ? [column, { name: getDayColumn(name), type: 'TEXT', read: day as unknown as Column['read'] }] : [column]
  })

const sideTables = (list: Resource, storage: Storage): SideTable[] =>
  storedBy(list, [storage]).map(([name, { from }]) => ({
    table: `${list.name}_${name}`,
    read: from as unknown as SideTable['read'],
  }))

/** The tables of list-valued filters. */
export const linkTables = (list: Resource): SideTable[] => sideTables(list, 'link')

/** The full-text tables of keyword filters. */
export const wordTables = (list: Resource): SideTable[] => sideTables(list, 'words')

/**
 * The columns of a list's table with its JSON: in two parts around the fields that depend on the time. An append-only list
 * has none, because it would soon be larger than all others: its bodies are packed lines.
 */
export const bodyColumns = ({ timed, instant }: Resource): string[] =>
  instant ? [] : timed.length > 0 ? ['body_head', 'body_tail'] : ['body']

/** The table with the bodies of an append-only list. */
export const packedBodies = ({ name }: Resource): string => `${name}_bodies`
