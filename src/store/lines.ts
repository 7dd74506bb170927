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
