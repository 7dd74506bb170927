import type Database from 'better-sqlite3'
import { columnsOf } from '../formats/columns.ts'
import { csvHeader, csvLines } from '../formats/csv.ts'
import { RESOURCE_NAMES, resource } from '../resources/index.ts'
import { type AnyRow, type Fields, idOf } from '../resources/row.ts'
import { type DescribedList, datapackageOf, typeNotes } from './datapackage.ts'
import type { Derived } from './derived.ts'
import { type ExportedList, type ExportFile, exportedList } from './export-lines.ts'
import { openTables } from './export-tables.ts'
import { type ExportWriter, openExportWriter } from './exports-table.ts'
import { packedPart, unpackedPart } from './packed-file.ts'
import type { Publication } from './publish.ts'

/**
 * Writes the files of the snapshot of a publication: every list as NDJSON and CSV, all in one SQLite file, and what they
 * are. Files are written part by part, and none is held as a whole.
 * @param draft where the SQLite file may be written on the way
 * @returns how many files there are
 */
export function writeExports(db: Database.Database, publication: Publication, derived: Derived, draft: string): number {
  const last = publication.step.ledger.publications.at(-1)
  if (!last) throw new Error('There is no publication to export.')
  const writer = openExportWriter(db)
  const files: ExportFile[] = []
  const described: DescribedList[] = []
  const tables = openTables(draft)
  try {
    for (const name of RESOURCE_NAMES) {
      const list = exportedList(resource(name), publication[name] as AnyRow[], Date.parse(last.at))
      const notes = typeNotes(list.fields)
      files.push(...writeList(writer, files.length, list, derived, [notes.add, tables.open(list)]))
      described.push({ resource: list.resource, typeOf: notes.typeOf })
    }
    // It is the largest file, and changes as a whole every night.
    const packed = writer.open(files.length, 'fast')
    const records = tables.finish(packed.add)
    files.push({ name: 'dataset.sqlite', resource: null, format: 'sqlite', records, fields: [], ...packed.finish() })
  } finally {
    tables.discard()
  }
  const description = `${JSON.stringify(datapackageOf(files, described, last), null, 1)}\n`
  const packed = writer.open(files.length)
  packed.add(Buffer.from(description))
  files.push({
    name: 'datapackage.json',
    resource: null,
    format: 'json',
    records: null,
    fields: [],
    ...packed.finish(),
  })
  writer.describe(files)
  return files.length
}

/** A part ends after a record whose id ends with this, so a new or changed record affects one part only. */
const PART_END = '00'
const PART_RECORDS_MAX = 2_000

/** Writes a list as NDJSON and CSV. @param others further consumers of each record */
function writeList(
  writer: ExportWriter,
  first: number,
  { resource: { name, item }, fields, count, records }: ExportedList,
  derived: Derived,
  others: readonly ((record: Fields) => void)[],
): ExportFile[] {
  const lines = writer.open(first)
  const table = writer.open(first + 1)
  table.add(Buffer.from(csvHeader(item)))
  let part: Fields[] = []
  function end(): void {
    const text = Buffer.from(part.map((record) => `${JSON.stringify(record)}\n`).join(''))
    lines.add(
      text,
      derived.bytes('packed', text, () => packedPart(text)),
    )
    let cells: Buffer | undefined
    const packed = derived.bytes(`packed table of ${name}`, text, () => {
      cells = Buffer.from(csvLines(item, part))
      return packedPart(cells)
    })
    table.add(cells ?? unpackedPart(packed), packed)
    part = []
  }
  for (const record of records()) {
    for (const take of others) take(record)
    part.push(record)
    if (part.length === PART_RECORDS_MAX || idOf({ item: record }).endsWith(PART_END)) end()
  }
  if (part.length > 0) end()
  const head = { resource: name, records: count }
  const columns = columnsOf(item).map((column) => column.name)
  return [
    { name: `${name}.ndjson`, format: 'ndjson', fields, ...head, ...lines.finish() },
    { name: `${name}.csv`, format: 'csv', fields: columns, ...head, ...table.finish() },
  ]
}
