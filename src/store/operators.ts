import type { Filter, Operator } from '../resources/define.ts'
import { parseKeyword } from '../rules/keyword.ts'
import type { Instant } from '../rules/moments.ts'

/** What a filter asks of a list: a condition over its rows with bound values; null asks nothing, NOTHING finds nothing. */
export type Clause = { sql: string; values: (string | number)[] } | null | typeof NOTHING
export const NOTHING = Symbol('no row can match')

interface Place {
  /** The table of the list. */
  table: string
  /** The name of the filter's column. */
  column: string
  /** All values that the column holds. */
  existing: () => readonly string[]
  now: Instant
}

type ToClause = (value: never, place: Place, filter: Filter) => Clause

const anyOf = (expression: string, values: readonly string[]): Clause =>
  values.length === 0 ? NOTHING : { sql: `${expression} IN (${values.map(() => '?').join(', ')})`, values: [...values] }

/** Chosen in its own index: the planner would rather read the table through, as it cannot know how much a bound finds. */
const bounded =
  (comparison: '>=' | '<=') =>
  (value: string, { table, column }: Place, { bound }: Filter) => ({
    sql: `row IN (SELECT row FROM ${table} WHERE "${column}" ${comparison} ?)`,
    values: [bound?.(value) ?? value],
  })

/** A phase holds from its beginning until just before its end; takes the instant twice. */
export const HOLDS = 'since <= ? AND until > ?'

/** How each operator becomes SQL. Names come from the registry; nothing from a request is put into the text. */
const OPERATORS = {
  is: (values: string[], { column }) => anyOf(`"${column}"`, values),
  among: (wanted: string, { column, existing }, { picks }) =>
    anyOf(
      `"${column}"`,
      existing().filter((value) => picks?.(wanted, value)),
    ),
  has: (values: string[], { table, column }) => ({
    sql: `row IN (SELECT row FROM "${table}_${column}" WHERE value IN (${values.map(() => '?').join(', ')}))`,
    values,
  }),
  timed: (values: string[], { table, column, now }) => ({
    sql: `row IN (SELECT row FROM ${table}_phases WHERE "${column}" IN (${values.map(() => '?').join(', ')}) AND ${HOLDS})`,
    values: [...values, now, now],
  }),
  pending: (wanted: boolean, { table, now }) =>
    wanted ? { sql: `row IN (SELECT row FROM ${table}_phases WHERE ${HOLDS})`, values: [now, now] } : null,
  match: (text: string, { table, column }) => {
    const { include, exclude } = parseKeyword(text)
    const matching = `(SELECT rowid FROM "${table}_${column}" WHERE "${table}_${column}" MATCH ?)`
    if (include === null && exclude === null) return NOTHING
    const parts = [include && `row IN ${matching}`, exclude && `row NOT IN ${matching}`].filter((part) => part !== null)
    return { sql: parts.join(' AND '), values: [include, exclude].filter((value) => value !== null) }
  },
  atLeast: bounded('>='),
  atMost: bounded('<='),
  after: (value: string, { column }, { bound }) => ({ sql: `"${column}" > ?`, values: [bound?.(value) ?? value] }),
  removed: () => null,
  named: (names: string[], { table }) => ({
    sql: `row IN (SELECT row FROM ${table}_names WHERE name IN (${names.map(() => '?').join(', ')}))`,
    values: names,
  }),
  reveals: (wanted: boolean, { column }) => (wanted ? null : { sql: `"${column}" = 0`, values: [] }),
} as const satisfies { [Op in Operator]: ToClause }

/** The clause of one filter with its parsed value. */
export const clauseOf = (filter: Filter, value: unknown, place: Place): Clause =>
  (OPERATORS[filter.op] as ToClause)(value as never, place, filter)
