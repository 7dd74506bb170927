import { closeSync, openSync, writeFileSync } from 'node:fs'
import type { ExportedList, Tabled } from './export-lines.ts'
import { endsPart } from './made-files.ts'

/** A list whose records are written but not yet packed. */
export interface ListDraft {
  name: string
  /** The fields of its records, in their order. */
  fields: readonly string[]
  count: number
  tabled: Tabled
  /** The file with its records as NDJSON. */
  file: string
  /** The size of each part in bytes, in file order. */
  parts: readonly number[]
}

/** Writes the records of a list into a file, part by part. */
export function draftList(
  { resource: { name }, fields, count, tabled, records }: ExportedList,
  file: string,
): ListDraft {
  const descriptor = openSync(file, 'w')
  const parts: number[] = []
  try {
    let lines: string[] = []
    const end = (): void => {
      const part = lines.join('')
      writeFileSync(descriptor, part)
      parts.push(Buffer.byteLength(part))
      lines = []
    }
    for (const record of records()) {
      lines.push(`${JSON.stringify(record)}\n`)
      if (endsPart(record, lines.length)) end()
    }
    if (lines.length > 0) end()
  } finally {
    closeSync(descriptor)
  }
  return { name, fields, count, tabled, file, parts }
}
