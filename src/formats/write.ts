import { formatCalendar } from './calendar.ts'
import { formatCsv } from './csv.ts'
import type { Frame } from './entries.ts'
import { formatAtom, formatJsonFeed } from './feed.ts'
import type { Format, Layout } from './formats.ts'

/** The records to write, with options. */
export interface Writing {
  layout: Layout
  records: readonly object[]
  frame: Frame
  /** Whether a table begins with a byte-order mark. */
  hasMark: boolean
  /** The fields that a table shows; all where it is null. */
  fields: readonly string[] | null
}

const toEntries = <Entry>(records: readonly object[], make: ((record: never) => Entry) | null): Entry[] =>
  make === null ? [] : records.map((record) => make(record as never))

/** The writers by format, which return the text in parts. JSON has none, because each list has its own envelope. */
const WRITERS = {
  ndjson: ({ records }) => formatLines(records),
  csv: ({ layout, records, hasMark, fields }) => formatCsv(layout.item, records, { hasMark, fields }),
  ics: ({ layout, records, frame }) => [formatCalendar(toEntries(records, layout.calendar).flat(), frame)],
  atom: ({ layout, records, frame }) => [formatAtom(toEntries(records, layout.feed), frame)],
  jsonfeed: ({ layout, records, frame }) => [formatJsonFeed(toEntries(records, layout.feed), frame)],
} as const satisfies { [Name in Exclude<Format, 'json'>]: (writing: Writing) => Iterable<string> }

/** Writes records in any format except JSON, in parts. This file is large: load it on first use. */
export const written = (format: Exclude<Format, 'json'>, writing: Writing): Iterable<string> => WRITERS[format](writing)

function* formatLines(records: readonly object[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`
}
