import { getDayColumn } from '../../bake/tables/format.ts'
import type { Filter, FilterValues, Operator } from '../../resources/define.ts'
import { parseKeyword } from '../../rules/text/keyword.ts'
import { type Instant, isBareDate } from '../../rules/time/moments.ts'

export type Value = string | number

/**
 * A condition over the rows of a list, as a fragment of SQL with its bound values. Values are bound as `+?`: SQLite plans a
 * statement anew for each value that is compared as such.
 */
export interface Condition {
  sql: string
  values: readonly Value[]
}

/** The row of a phase holds from `since` until just before `until`. Takes the instant twice. */
export const HOLDS = '+since <= +? AND until > +?'

const NOTHING: Condition = { sql: 'FALSE', values: [] }

interface FilterContext {
  /** The table of the list, and the column of the filter. */
  table: string
  column: string
  /** All values of a column of a table. */
  existing: (from: string, name: string) => readonly string[]
  /** The values of all filters. */
  filters: FilterValues
  now: Instant
}

type ToCondition = (value: never, context: FilterContext, filter: Filter) => Condition | null

function isAnyOf(column: string, values: readonly string[]): Condition {
  const [first] = values
  if (first === undefined) return NOTHING
  if (values.length === 1) return { sql: `${column} = +?`, values: [first] }
  return { sql: `${column} IN (SELECT value FROM json_each(+?))`, values: [JSON.stringify(values)] }
}

const isWithin = ({ sql, values }: Condition, rows: string): Condition => ({
  sql: `row IN (SELECT row FROM ${rows} WHERE ${sql})`,
  values,
})

/** Rows with one of several values, as a set of rows: SQLite then reads them in the order of the list. */
const isAnyRowOf = ({ table, column }: FilterContext, values: readonly string[]): Condition =>
  values.length > 1 ? isWithin(isAnyOf(column, values), table) : isAnyOf(column, values)

/** Whether a filter with this value reads the phase that holds, which its rows are joined with. */
export const isOfPhase = ({ op }: Filter, value: unknown): boolean =>
  op === 'pending' ? value === true : op === 'timed' && (value as unknown[]).length === 1

// A set of rows too: the planner cannot know how little a bound leaves, and would rather read the whole table.
const isBounded =
  (comparison: '>=' | '<='): ToCondition =>
  (value: string, { table, column }, { bound, day }) =>
    isWithin(
      day && isBareDate(value)
        ? { sql: `${getDayColumn(column)} ${comparison} +?`, values: [value] }
        : { sql: `${column} ${comparison} +?`, values: [bound?.(value) ?? value] },
      table,
    )

/** How each operator becomes SQL. Names come from the declarations; nothing from a request is written into the text. */
const OPERATORS = {
  is(chosen: string[], context, { none }) {
    const { table, column } = context
    const values = chosen.filter((value) => value !== none)
    if (values.length === chosen.length) return isAnyRowOf(context, values)
    if (values.length === 0) return { sql: `${column} IS NULL`, values: [] }
    const present = isAnyOf(column, values)
    return isWithin({ sql: `${column} IS NULL OR ${present.sql}`, values: present.values }, table)
  },
  among: (sought: string, context, { picks }) =>
    isAnyRowOf(
      context,
      context.existing(context.table, context.column).filter((value) => picks?.(sought, value, context.filters)),
    ),
  contains: (text: string, { table, column }) =>
    text === '' ? NOTHING : isWithin({ sql: `instr(${column}, ?) > 0`, values: [text] }, table),
  has(sought: string | string[], { table, column, existing, filters }, { picks }) {
    const links = `${table}_${column}`
    const values =
      typeof sought === 'string' ? existing(links, 'value').filter((value) => picks?.(sought, value, filters)) : sought
    return isWithin(isAnyOf('value', values), links)
  },
  timed(statuses: string[], { table, column, now }) {
    const { sql, values } = isAnyOf(column, statuses)
    if (statuses.length === 1) return { sql, values }
    return isWithin({ sql: `${sql} AND ${HOLDS}`, values: [...values, now, now] }, `${table}_phases`)
  },
  pending: (isWanted: boolean, { column }) => (isWanted ? { sql: `${column} IS NOT NULL`, values: [] } : null),
  match(text: string, { table, column }) {
    const { include, exclude } = parseKeyword(text)
    if (include === null && exclude === null) return NOTHING
    const matching = `(SELECT rowid FROM ${table}_${column} WHERE ${table}_${column} MATCH ?)`
    const parts = [include && `row IN ${matching}`, exclude && `row NOT IN ${matching}`]
    return {
      sql: parts.filter((part) => part !== null).join(' AND '),
      values: [include, exclude].filter((value) => value !== null),
    }
  },
  atLeast: isBounded('>='),
  atMost: isBounded('<='),
  after: (value: string, { column }, { bound }) => ({ sql: `${column} > +?`, values: [bound?.(value) ?? value] }),
  named(names: string[], { table }) {
    const ids = isAnyOf('id', names)
    const others = isAnyOf('name', names)
    return {
      sql: `row IN (SELECT row FROM ${table} WHERE ${ids.sql} UNION ALL SELECT row FROM ${table}_names WHERE ${others.sql})`,
      values: [...ids.values, ...others.values],
    }
  },
  reveals: (isWanted: boolean, { column }) => (isWanted ? null : { sql: `${column} = 0`, values: [] }),
  removed: () => null,
  refines: () => null,
} as const satisfies { [Op in Operator]: ToCondition }

/** The condition of a filter, given its parsed value; null if it keeps every row. */
export const toCondition = (filter: Filter, value: unknown, context: FilterContext): Condition | null =>
  (OPERATORS[filter.op] as ToCondition)(value as never, context, filter)
