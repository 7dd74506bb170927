import type { Turn } from './page.ts'

/** A page as lines, each the JSON of a record, which are read as they are wanted. */
export interface Lines {
  digest: string
  turn: Turn
  /** Whole lines. Whoever takes them slowly keeps no statement open. */
  parts: Iterable<string>
}

const ROWS_AT_ONCE = 20

/** Reads rows some at a time: no statement is open between two parts. */
export function* inParts(rows: readonly number[], read: (part: readonly number[]) => string): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield read(rows.slice(start, start + ROWS_AT_ONCE))
}

/** The records of a JSON array, a line each. */
export const linesOf = (data: string): string =>
  (JSON.parse(data) as object[]).map((record) => `${JSON.stringify(record)}\n`).join('')
