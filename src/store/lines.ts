import type { Fields } from '../resources/row.ts'
import { pick } from '../rules/pick.ts'
import type { PagePosition } from './page.ts'

/** A page as lines, each the JSON of a record, read on demand. */
export interface Lines {
  digest: string
  position: PagePosition
  /** Whole lines. A slow reader keeps no statement open. */
  parts: Iterable<string>
}

const ROWS_AT_ONCE = 20

/** Reads rows in batches: no statement is open between two of them. */
export function* inParts(rows: readonly number[], read: (part: readonly number[]) => string): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield read(rows.slice(start, start + ROWS_AT_ONCE))
}

/** The records of a JSON array, one per line. */
export const linesOf = (data: string): string =>
  (JSON.parse(data) as object[]).map((record) => `${JSON.stringify(record)}\n`).join('')

/** The records of a JSON array with only some of their fields; removed records keep all of theirs. */
export const picked = (data: string, fields: readonly string[]): string =>
  JSON.stringify(
    (JSON.parse(data) as Fields[]).map((record) => ('removedAt' in record ? record : pick(record, fields))),
  )
