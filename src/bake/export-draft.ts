import { type DraftFile, writeDraft } from './draft-file.ts'
import type { ExportedList, Tabled } from './export-lines.ts'
import { endsPart } from './made-files.ts'

/** A list whose records are written but not yet packed. */
export interface ListDraft extends DraftFile {
  name: string
  /** The fields of its records, in their order. */
  fields: readonly string[]
  count: number
  tabled: Tabled
}

/** Writes the records of a list into a file. */
export const draftList = (
  { resource: { name }, fields, count, tabled, records }: ExportedList,
  file: string,
): ListDraft => ({ name, fields, count, tabled, ...writeDraft(file, records(), endsPart) })
