import type { Resource } from '../resources/define.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { timelineOf } from './timeline.ts'

/** A list as it is exported. */
export interface ExportedList {
  resource: Resource
  /** The fields of its records, in their order. */
  fields: readonly string[]
  /** By id. */
  records: readonly Fields[]
}

/** One file of the snapshot, as it is and packed. */
export interface ExportFile {
  name: string
  /** The list that it holds; null for all of them. */
  resource: string | null
  format: 'ndjson' | 'csv' | 'sqlite' | 'json'
  /** How many records it holds; null for the description of the others. */
  records: number | null
  /** The fields of its records, or the columns of its table. */
  fields: readonly string[]
  bytes: number
  sha256: string
  packed: Buffer
  packedSha256: string
}

/**
 * The records of a list as they are exported: what its items and single records say, with the fields that depend on the
 * moment as they are at an instant, and their `timeline`. Fields that are computed from other lists are left out.
 */
export function exportedList(resource: Resource, rows: readonly AnyRow[], at: Instant): ExportedList {
  const { item: schema, timed, derived = [] } = resource
  const unset = Object.fromEntries(timed.map((field) => [field, null]))
  const fields = new Set('shape' in schema ? Object.keys(schema.shape as object) : [])
  const records = rows
    .toSorted((a, b) => compare(idOf(a), idOf(b)))
    .map((row) => {
      const phase = row.phases?.find(({ from, until }) => from <= at && at < until)
      const all: Fields = { ...row.item, ...unset, ...phase?.fields, ...ownOf(row) }
      if (timed.length > 0) all.timeline = timelineOf(row.phases ?? [])
      for (const field of Object.keys(all)) if (!derived.includes(field)) fields.add(field)
      return all
    })
  const order = [...fields].filter((field) => !derived.includes(field))
  return { resource, fields: order, records: records.map((record) => inOrder(record, order)) }
}

/** What the detail of a record adds to its item. */
const ownOf = ({ item, detail = {} }: AnyRow): Fields =>
  Object.fromEntries(Object.entries(detail).filter(([field]) => !Object.hasOwn(item, field)))

const inOrder = (record: Fields, order: readonly string[]): Fields =>
  Object.fromEntries(order.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]))
