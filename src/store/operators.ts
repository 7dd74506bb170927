import { nameKey } from '../bake/names.ts'
import type { Filter, Operator, Resource } from '../resources/define.ts'
import { parseKeyword } from '../rules/keyword.ts'
import type { Instant } from '../rules/moments.ts'
import { Bits } from './bits.ts'
import type { Dataset } from './dataset.ts'
import type { Numbers } from './numbers.ts'
import type { Spans } from './spans.ts'
import type { Values } from './values.ts'

/** The data that filters read. */
export interface Indexes {
  values: Values
  numbers: Numbers
  spans: Spans
  /** The rows that match a full-text expression over a filter's texts, or names. */
  matching: (column: string, expression: string) => Bits
  named: (names: readonly string[]) => Bits
  /** The rows that are not in a set. */
  except: (set: Bits) => Bits
}

interface Place extends Indexes {
  /** The name of the filter's column. */
  column: string
  now: Instant
}

/** The rows that a filter keeps; null for all of them. */
type Chosen = Bits | null

type ToRows = (value: never, place: Place, filter: Filter) => Chosen | typeof NOTHING
export const NOTHING = Symbol('no row can match')

const among = ({ values, column }: Place, isWanted: (label: string) => boolean) =>
  values.rowsWith(column, isWanted) ?? NOTHING

const bounded =
  (holds: (number: number, bound: number) => boolean) =>
  (value: string, { numbers, column }: Place, { bound }: Filter) => {
    const limit = bound?.(value) ?? Number(value)
    return numbers.rowsWhere(column, (number) => holds(number, limit))
  }

/** How each operator selects rows. */
const OPERATORS = {
  is: (wanted: string[], place) => among(place, (label) => wanted.includes(label)),
  among: (wanted: string, place, { picks }) => among(place, (label) => picks?.(wanted, label) ?? false),
  has: (wanted: string | string[], place, { picks }) =>
    among(place, (label) => (typeof wanted === 'string' ? (picks?.(wanted, label) ?? false) : wanted.includes(label))),
  timed: (wanted: string[], { spans, column, now }) => spans.rowsWith(column, wanted, now),
  pending: (wanted: boolean, { spans, now }) => (wanted ? spans.pending(now) : null),
  match(text: string, { matching, except, column }) {
    const { include, exclude } = parseKeyword(text)
    if (include === null && exclude === null) return NOTHING
    const left = exclude === null ? null : except(matching(column, exclude))
    if (include === null) return left
    const found = matching(column, include)
    return left ? Bits.all([found, left]) : found
  },
  atLeast: bounded((number, limit) => number >= limit),
  atMost: bounded((number, limit) => number <= limit),
  after: bounded((number, limit) => number > limit),
  removed: () => null,
  named: (names: string[], { named }) => named(names),
  reveals: (wanted: boolean, place) => (wanted ? null : among(place, (label) => label === 'false')),
} as const satisfies { [Op in Operator]: ToRows }

/** The rows that one filter keeps, given its parsed value. */
export const rowsBy = (filter: Filter, value: unknown, place: Place): Chosen | typeof NOTHING =>
  (OPERATORS[filter.op] as ToRows)(value as never, place, filter)

/** Opens the lookups for full-text filters and names. */
export function openLookups(
  { db, manifest }: Dataset,
  { name: table }: Resource,
  feed: { rowOf: (id: string) => { row: number } | null } | null,
): Pick<Indexes, 'matching' | 'named' | 'except'> {
  const all = manifest.counts[table] ?? 0
  const names = feed ? null : db.prepare<[Buffer], number>(`SELECT row FROM ${table}_names WHERE name = ?`).pluck()
  const rowOf = (name: string) => (feed ? feed.rowOf(name)?.row : names?.get(nameKey(name)))
  const setOf = (rows: readonly number[]): Bits => {
    const bits = Bits.none(all)
    for (const row of rows) bits.add(row)
    return bits
  }
  return {
    matching: (column, expression) =>
      setOf(
        db
          .prepare<[string], number>(`SELECT rowid FROM "${table}_${column}" WHERE "${table}_${column}" MATCH ?`)
          .pluck()
          .all(expression),
      ),
    named: (wanted) => setOf(wanted.flatMap((name) => rowOf(name) ?? [])),
    except: (set) => Bits.except(all, set),
  }
}
