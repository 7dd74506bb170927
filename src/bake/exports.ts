import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { columnsOf } from '../formats/columns.ts'
import { csvOf } from '../formats/csv.ts'
import { RESOURCE_NAMES, resource } from '../resources/index.ts'
import type { AnyRow } from '../resources/row.ts'
import { datapackageOf } from './datapackage.ts'
import { type ExportedList, type ExportFile, exportedList } from './export-lines.ts'
import type { Publication } from './publish.ts'

/** The files of the snapshot of a publication: every list as NDJSON and CSV, all in one SQLite file, and what they are. */
export function exportsOf(publication: Publication): ExportFile[] {
  const last = publication.step.ledger.publications.at(-1)
  if (!last) throw new Error('There is no publication to export.')
  const lists = RESOURCE_NAMES.map((name) =>
    exportedList(resource(name), publication[name] as AnyRow[], Date.parse(last.at)),
  )
  const files = lists.flatMap((list) => [ndjsonFile(list), csvFile(list)])
  files.push(sqliteFile(lists))
  const description = Buffer.from(`${JSON.stringify(datapackageOf(files, lists, last), null, 1)}\n`)
  files.push(fileOf('datapackage.json', null, 'json', null, [], description))
  return files
}

function ndjsonFile({ resource: { name }, fields, records }: ExportedList): ExportFile {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return fileOf(`${name}.ndjson`, name, 'ndjson', records.length, fields, Buffer.from(text))
}

function csvFile({ resource: { name, item }, records }: ExportedList): ExportFile {
  const text = [...csvOf(item, records, { hasMark: false, fields: null })].join('')
  const columns = columnsOf(item).map((column) => column.name)
  return fileOf(`${name}.csv`, name, 'csv', records.length, columns, Buffer.from(text))
}

/** A table for each list. Lists and objects within a record are JSON. */
function sqliteFile(lists: readonly ExportedList[]): ExportFile {
  const db = new Database(':memory:')
  try {
    db.pragma('page_size = 4096')
    for (const { resource, fields, records } of lists) {
      const columns = columnNames(fields).map((name) => `"${name}"`)
      db.exec(`CREATE TABLE "${resource.name}" (${columns.join(', ')})`)
      const insert = db.prepare(`INSERT INTO "${resource.name}" VALUES (${columns.map(() => '?').join(', ')})`)
      db.transaction(() => {
        for (const record of records) insert.run(...fields.map((field) => cellOf(record[field])))
      })()
      if (fields.includes('id')) db.exec(`CREATE UNIQUE INDEX "${resource.name}_by_id" ON "${resource.name}" ("id")`)
    }
    const total = lists.reduce((sum, { records }) => sum + records.length, 0)
    return fileOf('dataset.sqlite', null, 'sqlite', total, [], db.serialize())
  } finally {
    db.close()
  }
}

/** The names of columns: SQLite does not tell `timeZone` from `timezone`, so the second of such a pair ends in `_2`. */
const columnNames = (fields: readonly string[]): string[] => {
  const folded = fields.map((field) => field.toLowerCase())
  return fields.map((field, index) => (folded.indexOf(field.toLowerCase()) < index ? `${field}_2` : field))
}

function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

function fileOf(
  name: string,
  list: string | null,
  format: ExportFile['format'],
  records: number | null,
  fields: readonly string[],
  content: Buffer,
): ExportFile {
  const packed = gzipSync(content)
  const [sha256, packedSha256] = [hash('sha256', content), hash('sha256', packed)]
  return { name, resource: list, format, records, fields, bytes: content.length, sha256, packed, packedSha256 }
}
