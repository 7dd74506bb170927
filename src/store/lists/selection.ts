import { getSideTables } from '../../bake/tables/format.ts'
import type { CompletedQuery, FilterValues, Order, Resource } from '../../resources/define.ts'
import { updates } from '../../resources/filters.ts'
import { onceEach } from '../../rules/once.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Dataset } from '../open/dataset.ts'
import { type Condition, HOLDS, isOfPhase, toCondition, type Value } from './operators.ts'

/** Rows, as the parts of a SELECT. */
interface Rows {
  from: Condition
  where: Condition
}

/** A column to sort by, nulls last. */
type Key = Order[number]

/** The rows that a query selects and their order. */
export interface Selection extends Rows {
  keys: readonly Key[]
}

const UPDATED = updates.updatedSince.column
const EVERY_ROW: Condition = { sql: 'TRUE', values: [] }
const BY_ROW: readonly Key[] = [['row', 'asc']]
const BY_UPDATE: readonly Key[] = [[UPDATED, 'asc'], ...BY_ROW]
const BY_ID: Key = ['id', 'asc']
export const BY_END: readonly Key[] = [['until', 'asc'], BY_ID]

/** Turns the queries of a list into SQL. */
export function openSelections({ prepare }: Dataset, list: Resource) {
  const { name: table } = list
  const { other } = list.orders as { other: null | { by: Order | 'timed'; when: (filters: FilterValues) => boolean } }
  const readExisting = onceEach((sql: string) => prepare(sql).pluck().all() as string[])
  const findExisting = (from: string, name: string): string[] =>
    readExisting(`SELECT DISTINCT ${name} FROM ${from} WHERE ${name} IS NOT NULL`)

  /** The rows that match all filters, joined with the phases that hold where a filter or the order reads these. */
  function findMatching(filters: FilterValues, now: Instant, isTimed = false): Rows {
    const chosen = Object.entries(filters).flatMap(([parameter, value]) => {
      const filter = list.filters[parameter]
      return filter && value !== undefined ? [{ filter, value, column: filter.column ?? parameter }] : []
    })
    const conditions = chosen.flatMap(
      ({ filter, value, column }) =>
        toCondition(filter, value, { table, column, existing: findExisting, filters, now }) ?? [],
    )
    const isPhased = isTimed || chosen.some(({ filter, value }) => isOfPhase(filter, value))
    return {
      from: isPhased
        ? { sql: `(SELECT * FROM ${table}_phases WHERE ${HOLDS}) JOIN ${table} USING (row)`, values: [now, now] }
        : { sql: table, values: [] },
      where: joinConditions(conditions),
    }
  }

  /**
   * The rows of the list and its tombstones, by the time of their last change. Only the filters `state` and `updatedSince`
   * apply to tombstones.
   */
  function withRemoved(filters: FilterValues, now: Instant): Selection {
    const { from: rows, where } = findMatching(filters, now)
    const { state, updatedSince } = filters
    const isOfState = 'ifnull(state, ?) IN (SELECT value FROM json_each(?))'
    const removed = joinConditions([
      { sql: 'list = +?', values: [table] },
      ...(updatedSince === undefined
        ? []
        : [{ sql: 'at > +?', values: [updates.updatedSince.bound(updatedSince as string)] }]),
      ...(state === undefined
        ? []
        : [{ sql: isOfState, values: [list.filters.state?.none ?? '', JSON.stringify(state)] }]),
    ])
    const from = {
      sql: `(SELECT row, ${UPDATED} FROM ${rows.sql} WHERE ${where.sql} UNION ALL SELECT row, at FROM removed WHERE ${removed.sql})`,
      values: [...rows.values, ...where.values, ...removed.values],
    }
    return { from, where: EVERY_ROW, keys: BY_UPDATE }
  }

  function getKeys({ filters, sort }: CompletedQuery): readonly Key[] | 'timed' {
    if (sort) return [...sort, BY_ID]
    if (filters.updatedSince !== undefined) return BY_UPDATE
    if (!other?.when(filters)) return BY_ROW
    return other.by === 'timed' ? 'timed' : [...other.by, BY_ID]
  }

  return {
    matching: findMatching,
    select(query: CompletedQuery, now: Instant): Selection {
      if (query.filters.includeRemoved === true) return withRemoved(query.filters, now)
      const keys = getKeys(query)
      return keys === 'timed'
        ? { ...findMatching(query.filters, now, true), keys: BY_END }
        : { ...findMatching(query.filters, now), keys }
    },
    /** The number of selected rows, or another aggregate of them. */
    count({ from, where }: Rows, aggregate = 'count(*)'): number {
      return prepare(`SELECT ${aggregate} FROM ${from.sql} WHERE ${where.sql}`)
        .pluck()
        .get(...from.values, ...where.values) as number
    },
    /** The rows from position `start` (from 0) on. */
    choose({ from, where, keys }: Selection, start: number, limit: number): Condition {
      // The rows of a whole table in its own order are numbered from 1.
      if (keys === BY_ROW && where === EVERY_ROW && from.sql === table)
        return { sql: `SELECT row FROM ${table} WHERE row > +? ORDER BY row LIMIT 0 + ?`, values: [start, limit] }
      return {
        sql: `SELECT row FROM ${from.sql} WHERE ${where.sql} ORDER BY ${keys.map(orderBy).join(', ')} LIMIT 0 + ? OFFSET 0 + ?`,
        values: [...from.values, ...where.values, limit, start],
      }
    },
    /** The number of selected rows up to a row in their order, itself included; null if its place is unknown. */
    countUpTo({ from, where, keys }: Selection, row: number): number | null {
      const columns = keys.map(([column]) => column).join(', ')
      const values = prepare(`SELECT ${columns} FROM ${from.sql} WHERE row = +?`)
        .raw()
        .get(...from.values, row) as (Value | null)[] | undefined
      if (values === undefined) return null
      const before = notAfter(keys, values)
      return prepare(`SELECT count(*) FROM ${from.sql} WHERE (${where.sql}) AND ${before.sql}`)
        .pluck()
        .get(...from.values, ...where.values, ...before.values) as number
    },
  }
}

const joinConditions = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? EVERY_ROW
    : { sql: conditions.map(({ sql }) => sql).join(' AND '), values: conditions.flatMap(({ values }) => values) }

/** Columns that are never null. A clause about nulls would keep SQLite from reading them in the order of an index. */
const PRESENT: readonly string[] = ['row', 'id', 'until', UPDATED]

const orderBy = ([column, direction]: Key): string =>
  `${column} ${direction}${PRESENT.includes(column) ? '' : ' NULLS LAST'}`

/** The rows up to one with these keys, itself included. The last key is unique and never null. */
function notAfter([key, ...others]: readonly Key[], [value = null, ...rest]: readonly (Value | null)[]): Condition {
  if (!key) return EVERY_ROW
  const [column, direction] = key
  if (others.length === 0) return { sql: `${column} <= +?`, values: [value ?? ''] }
  const tied = notAfter(others, rest)
  if (value === null) return { sql: `(${column} IS NOT NULL OR ${tied.sql})`, values: tied.values }
  const before = direction === 'asc' ? '<' : '>'
  return {
    sql: `(${column} ${before}= +? AND (${column} ${before} +? OR ${tied.sql}))`,
    values: [value, value, ...tied.values],
  }
}

/** The number of occurrences of each value, by filter, most frequent first; values that do not occur are left out. */
export type Facets = { [parameter: string]: { [value: string]: number } }

/** Counts the values of filters over the rows of a list that match a condition. */
export function openFacets({ prepare }: Dataset, list: Resource) {
  const { name: table, filters } = list
  const linked = new Set(getSideTables(list, 'link').map((links) => links.table))

  function countValues(parameter: string, rows: Rows, now: Instant): { [value: string]: number } {
    const { column = parameter, op, none } = filters[parameter] ?? {}
    const isTimed = op === 'timed'
    const isLinked = linked.has(`${table}_${column}`)
    const { from, where } = isTimed || isLinked ? besides(rows, isTimed ? 'phases' : column, now) : rows
    const counted = prepare(
      `SELECT ${isLinked ? 'value' : column}, count(*) FROM ${from.sql} WHERE ${where.sql} GROUP BY 1`,
    )
      .raw()
      .all(...from.values, ...where.values) as [value: string | null, count: number][]
    return Object.fromEntries(
      counted
        .flatMap(([value, count]): [string, number][] => {
          // The rows without a value count as `none`, or are left out.
          const shown = value ?? none
          return shown === undefined ? [] : [[shown, count]]
        })
        .sort(([a, m], [b, n]) => n - m || compare(a, b)),
    )
  }

  /** What another table of the list has about some rows. */
  function besides({ from, where }: Rows, name: string, now: Instant): Rows {
    const holding = name === 'phases' ? [{ sql: HOLDS, values: [now, now] }] : []
    const sql = `row IN (SELECT row FROM ${from.sql} WHERE ${where.sql})`
    const chosen = where === EVERY_ROW ? [] : [{ sql, values: [...from.values, ...where.values] }]
    return { from: { sql: `${table}_${name}`, values: [] }, where: joinConditions([...holding, ...chosen]) }
  }

  return (parameters: readonly string[], rows: Rows, now: Instant): Facets =>
    Object.fromEntries(parameters.map((parameter) => [parameter, countValues(parameter, rows, now)]))
}
