import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import type { DraftFile } from './draft-file.ts'
import { timelineOf } from './timeline.ts'

/** A list as it is exported. */
export interface ExportedList {
  /** The fields of its records, in order. */
  fields: readonly string[]
  count: number
  /** Which of them the SQLite file contains: all, or the newest of an append-only list. */
  tabled: Tabled
  /** By id. Each record is created on demand and not kept. */
  records: () => Iterable<Fields>
}

/** A list whose records are written but not yet packed. */
export interface ListDraft extends DraftFile, Omit<ExportedList, 'records'> {
  name: string
}

/** The records of a list in the SQLite file. */
export interface Tabled {
  count: number
  /** The time of the oldest one; null if all are included. */
  since: string | null
}

/** The number of newest records of an append-only list in the SQLite file, which every bake stores whole. */
export const TABLED_MAX = 1_000

/** One file of the snapshot, without its content. */
export interface ExportFile {
  name: string
  /** The list in it; null for all of them. */
  resource: string | null
  format: 'ndjson' | 'csv' | 'sqlite' | 'json'
  /** Number of records; null for the description of the other files. */
  records: number | null
  /** The fields of its records, or the columns of its table. */
  fields: readonly string[]
  /** Where its compressed content begins in the pack; null if it is created when it is read. */
  start: number | null
  bytes: number
  sha256: string
  packedBytes: number
  packedSha256: string
}

const TIMELINE = 'timeline'

/**
 * The exported records of a list: the fields of its items and single records, with time-dependent fields as of an
 * instant, and their `timeline`. Derived fields are left out.
 */
export function exportedList(resource: Resource, rows: readonly AnyRow[], at: Instant): ExportedList {
  const sorted = rows.toSorted((a, b) => compare(idOf(a), idOf(b)))
  const fields = fieldsOf(resource, rows)
  const blank = blankOf(fields)
  return {
    fields,
    count: rows.length,
    tabled: tabledOf(resource, rows),
    *records() {
      for (const row of sorted) yield recordOf(resource, row, blank, at)
    },
  }
}

function tabledOf({ instant }: Resource, rows: readonly AnyRow[]): Tabled {
  if (!instant || rows.length <= TABLED_MAX) return { count: rows.length, since: null }
  const newest = rows.map(({ item }) => instant(item as never)).sort()
  return { count: TABLED_MAX, since: newest.at(-TABLED_MAX) ?? null }
}

/** All fields of a list: those of its items, those that single records add, and its timeline. */
function fieldsOf({ item: schema, timed, derived = [] }: Resource, rows: readonly AnyRow[]): string[] {
  const fields = new Set('shape' in schema ? Object.keys(schema.shape as object) : [])
  for (const { item, detail } of rows) {
    for (const field in item) fields.add(field)
    for (const field in detail) fields.add(field)
  }
  if (timed.length > 0 && rows.length > 0) fields.add(TIMELINE)
  return [...fields].filter((field) => !derived.includes(field))
}

/**
 * A record without values, for records to be copies of: an object to which many fields were added one by one takes twice
 * as long to turn into JSON.
 */
const blankOf = (fields: readonly string[]): Fields =>
  JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, null]))))

/** The record of a row. A field that it does not have is undefined. */
function recordOf({ timed }: Resource, { item, detail = {}, phases = [] }: AnyRow, blank: Fields, at: Instant): Fields {
  const phase = phases.find(({ from, until }) => from <= at && at < until)?.fields ?? {}
  const record = { ...blank }
  for (const field in blank) {
    if (Object.hasOwn(phase, field)) record[field] = phase[field]
    else if (Object.hasOwn(item, field)) record[field] = item[field]
    else if ((timed as readonly string[]).includes(field)) record[field] = null
    else if (field === TIMELINE) record[field] = timelineOf(phases)
    else record[field] = (detail as Fields)[field]
  }
  return record
}
