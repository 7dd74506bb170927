import { closeSync, openSync, writeFileSync } from 'node:fs'
import { type Fields, idOf } from '../resources/row.ts'
import type { ExportedList } from './export-lines.ts'

/** A list whose records are written but not yet packed. */
export interface ListDraft {
  name: string
  /** The fields of its records, in their order. */
  fields: readonly string[]
  count: number
  /** The file with its records as NDJSON. */
  file: string
  /** The size of each part in bytes, in file order. */
  parts: readonly number[]
}

/** A part ends after a record whose id ends with this, so a new or changed record affects one part only. */
const PART_END = '00'
const PART_RECORDS_MAX = 2_000

/** Writes the records of a list into a file, part by part. */
export function draftList({ resource: { name }, fields, count, records }: ExportedList, file: string): ListDraft {
  const descriptor = openSync(file, 'w')
  const parts: number[] = []
  try {
    let lines: string[] = []
    const end = (): void => {
      const part = Buffer.from(lines.join(''))
      writeFileSync(descriptor, part)
      parts.push(part.length)
      lines = []
    }
    for (const record of records()) {
      lines.push(`${JSON.stringify(record)}\n`)
      if (lines.length === PART_RECORDS_MAX || endsPart(record)) end()
    }
    if (lines.length > 0) end()
  } finally {
    closeSync(descriptor)
  }
  return { name, fields, count, file, parts }
}

const endsPart = (record: Fields): boolean => idOf({ item: record }).endsWith(PART_END)
