import type Database from 'better-sqlite3'
import type { Resource } from '../resources/define.ts'
import { instantsBlob, instantsOf, numbersBlob, numbersOf } from './blobs.ts'
import { packedNumbers, unpackedNumbers } from './packed-numbers.ts'

/**
 * The numbers of a column: the ranks of rows in a sort order, the positions of their values and where those of each row
 * start, their numbers for range filters, the rows in another order, a part of their phases, or prefixes of their ids.
 */
export type ColumnKind = 'rank' | 'value' | 'start' | 'number' | 'order' | 'phase' | 'head'

/** Adds a column to a list; its numbers belong to `labels` if it has any. */
export type AddColumn = (
  kind: ColumnKind,
  name: string,
  numbers: Uint32Array | Float64Array,
  labels?: readonly string[],
) => void

/** Opens `columns`, the table of the numbers that requests read as a whole and keep in memory. */
export function columnWriter(db: Database.Database, resource: Resource): AddColumn {
  db.exec(
    'CREATE TABLE IF NOT EXISTS columns (list TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, labels TEXT, numbers BLOB NOT NULL, PRIMARY KEY (list, kind, name)) STRICT',
  )
  const insert = db.prepare('INSERT INTO columns VALUES (?, ?, ?, ?, ?)')
  return (kind, name, numbers, labels) =>
    insert.run(resource.name, kind, name, labels ? JSON.stringify(labels) : null, blobOf(resource, kind, numbers))
}

/** Whether the numbers of a column are packed: those of an append-only list, except prefixes, which do not shrink. */
const isPacked = ({ instant }: Resource, kind: ColumnKind): boolean => instant !== undefined && kind !== 'head'

function blobOf(list: Resource, kind: ColumnKind, numbers: Uint32Array | Float64Array): Buffer {
  if (isPacked(list, kind)) return packedNumbers(numbers)
  return numbers instanceof Float64Array ? instantsBlob(numbers) : numbersBlob(numbers)
}

/** The numbers of a column. */
export const columnNumbers = (list: Resource, kind: ColumnKind, blob: Buffer): Uint32Array =>
  isPacked(list, kind) ? Uint32Array.from(unpackedNumbers(blob)) : numbersOf(blob)
export const columnInstants = (list: Resource, kind: ColumnKind, blob: Buffer): Float64Array =>
  isPacked(list, kind) ? unpackedNumbers(blob) : instantsOf(blob)
