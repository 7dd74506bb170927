import { zstdDecompressSync } from 'node:zlib'
import type { default as Database } from 'better-sqlite3'
import type { Filter, Operator, Resource } from '../../resources/define.ts'
import type { AnyRow } from '../../resources/publishing.ts'

/** The format of the baked database; increased by one when the tables change in a way that older code cannot read. */
export const FORMAT = 33

/** The name under which the ledger has the rows of a list that are only on file; one that is published then counts as gone. */
export const getHeldList = (list: string): string => `${list}.held`

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
} as const satisfies { [Op in Operator]: string }
type Storage = (typeof STORAGE)[Operator]

export type Cell = string | number | null

/** A column of the table of a list. */
export interface Column {
  name: string
  type: 'TEXT' | 'INTEGER' | 'ANY COLLATE NOCASE'
  read: (row: AnyRow) => Cell | boolean
}

/** The stored values of filters, by the name of their column. Filters that share a column store it once. */
const getStoredBy = ({ filters }: Resource, storages: readonly Storage[]): [name: string, filter: Filter][] => [
  ...new Map(
    Object.entries(filters)
      .filter(([, { op, from }]) => from !== undefined && storages.includes(STORAGE[op]))
      .map(([parameter, filter]) => [filter.column ?? parameter, filter]),
  ),
]

/** The column with the local days of a column of instants. */
export const getDayColumn = (column: string): string => `${column}Day`

/** The columns that a list is filtered by. */
export const filterColumns = (list: Resource): Column[] =>
  getStoredBy(list, ['TEXT', 'INTEGER']).flatMap(([name, { op, from, day }]): Column[] => {
    const column = { name, type: STORAGE[op] as 'TEXT' | 'INTEGER', read: from as unknown as Column['read'] }
    return day ? [column, { name: getDayColumn(name), type: 'TEXT', read: day as unknown as Column['read'] }] : [column]
  })

/** The tables of list-valued filters (`link`), or the full-text tables of keyword filters (`words`), with their values. */
export const getSideTables = (list: Resource, storage: 'link' | 'words') =>
  getStoredBy(list, [storage]).map(([name, { from }]) => ({
    table: `${list.name}_${name}`,
    read: from as unknown as (row: AnyRow) => readonly string[],
  }))

/**
 * The columns of a list's table with its JSON: in two parts around the fields that depend on the time. The append-only list
 * of events has none: its JSON is in the changes.
 */
export const getBodyColumns = ({ timed, instant }: Resource): string[] =>
  instant ? [] : timed.length > 0 ? ['body_head', 'body_tail'] : ['body']

/** Few enough that reading one of them is quick, and enough that they resemble each other. */
export const LINES_TOGETHER = 128

/** SQL for the JSON of a row of `changes`. */
export const CHANGE_BODY = `line_of((SELECT lines FROM change_bodies WHERE part = (changes.row - 1) / ${LINES_TOGETHER}),
  (changes.row - 1) % ${LINES_TOGETHER})`

/** Teaches a database the function `line_of(lines, number)`, which `CHANGE_BODY` calls. */
export function readPackedLines(db: Database.Database): void {
  // Consecutive rows are usually in the same part.
  let last: { packed: Buffer; lines: readonly string[] } | null = null
  db.function('line_of', { deterministic: true }, (packed, number) => {
    if (!Buffer.isBuffer(packed)) throw new Error('The bake lacks a row.')
    if (!last?.packed.equals(packed)) last = { packed, lines: zstdDecompressSync(packed).toString().split('\n') }
    return last.lines[number as number]
  })
}
