import { csvHeader, csvLines } from '../formats/csv.ts'
import type { Resource } from '../resources/define.ts'
import { type Fields, idOf } from '../resources/row.ts'
import { packedFile } from './packed-file.ts'
import { steadyDeflate } from './steady-deflate.ts'

/**
 * Snapshot files of an append-only list are not stored: they would take far more space than the history they are made
 * from. The bake creates them once to determine their size and hash, and the store each time they are read.
 */
export const isMade = ({ instant }: Resource): boolean => instant !== undefined

/** The formats of these files. */
export type MadeFormat = 'ndjson' | 'csv'

/** A part ends after a record whose id ends with this, so a new or changed record affects one part only. */
const PART_END = '00'
const PART_RECORDS_MAX = 2_000

/** Whether a part of a file ends after its last record. @param records the number of its records */
export const endsPart = (last: Fields, records: number): boolean =>
  records === PART_RECORDS_MAX || idOf({ item: last }).endsWith(PART_END)

/** The beginning of a file, and the text of some of its records. */
const WRITERS: {
  [Format in MadeFormat]: { head: (list: Resource) => string; part: (list: Resource, records: Fields[]) => string }
} = {
  ndjson: { head: () => '', part: (_, records) => records.map((record) => `${JSON.stringify(record)}\n`).join('') },
  csv: { head: ({ item }) => csvHeader(item), part: ({ item }, records) => csvLines(item, records) },
}

/**
 * Creates a file part by part.
 * @param write receives the file in pieces, plain and compressed; null leaves it uncompressed
 */
export function madeFile(
  list: Resource,
  format: MadeFormat,
  write: { plain: (piece: Buffer) => void; packed: ((piece: Buffer) => void) | null },
) {
  const { head, part } = WRITERS[format]
  const file = packedFile(write.packed ?? (() => {}))
  const add = (text: string): void => {
    const bytes = Buffer.from(text)
    write.plain(bytes)
    if (write.packed) file.add(bytes, steadyDeflate(bytes))
  }
  const begin = head(list)
  if (begin !== '') add(begin)
  return {
    add: (records: Fields[]): void => add(part(list, records)),
    /** Finishes the file. Returns its description. */
    finish: file.finish,
  }
}
