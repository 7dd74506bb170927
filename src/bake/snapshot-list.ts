import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, getId } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { toTimeline } from './timeline.ts'

/** A list as its snapshot files have it. */
export interface SnapshotList {
  resource: Resource
  /** The fields of its records, in order. */
  fields: readonly string[]
  count: number
  /** Its records by id, each made on demand. A field that a record does not have is missing. */
  records: () => Iterable<Fields>
  /** Whether the SQLite file has a record: all, or the newest of an append-only list. */
  isTabled: (record: Fields) => boolean
}

/** The number of newest records of an append-only list in the SQLite file. */
export const TABLED_MAX = 1_000

const TIMELINE = 'timeline'

/**
 * The records of a list as they are exported: the fields of its items and single records, with time-dependent fields as
 * of an instant, and their `timeline`. Derived fields are left out.
 */
export function toSnapshotList(resource: Resource, rows: readonly AnyRow[], at: Instant): SnapshotList {
  const sorted = rows.toSorted((a, b) => compare(getId(a), getId(b)))
  const fields = getFields(resource, rows)
  return {
    resource,
    fields,
    count: rows.length,
    *records() {
      for (const row of sorted) yield toRecord(resource, row, fields, at)
    },
    isTabled: tabledTest(resource, rows),
  }
}

function tabledTest({ instant }: Resource, rows: readonly AnyRow[]): SnapshotList['isTabled'] {
  if (!instant || rows.length <= TABLED_MAX) return () => true
  const since = rows
    .map(({ item }) => instant(item as never))
    .sort()
    .at(-TABLED_MAX) as string
  return (record) => instant(record as never) >= since
}

/** All fields of a list: those of its items, those that single records add, and its timeline. */
function getFields({ item: schema, timed, derived = [] }: Resource, rows: readonly AnyRow[]): string[] {
  const fields = new Set('shape' in schema ? Object.keys(schema.shape as object) : [])
  for (const { item, detail } of rows) {
    for (const field in item) fields.add(field)
    for (const field in detail) fields.add(field)
  }
  if (timed.length > 0 && rows.length > 0) fields.add(TIMELINE)
  return [...fields].filter((field) => !derived.includes(field))
}

/** The record of a row. */
function toRecord(
  { timed }: Resource,
  { item, detail = {}, phases = [] }: AnyRow,
  fields: readonly string[],
  at: Instant,
): Fields {
  const phase = phases.find(({ from, until }) => from <= at && at < until)?.fields ?? {}
  const unset = Object.fromEntries(timed.map((field) => [field, null]))
  const values: Fields = { ...detail, ...unset, ...item, ...phase, [TIMELINE]: toTimeline(phases) }
  return Object.fromEntries(
    fields.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  )
}
