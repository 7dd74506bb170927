import { hash } from 'node:crypto'
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { getColumns } from '../../formats/columns.ts'
import { csvHeader, csvLines } from '../../formats/csv.ts'
import type { Publication as PublicationEntry } from '../../ledger/shapes.ts'
import { flush } from '../../records/file-bytes.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import type { AnyRow, Fields } from '../../resources/row.ts'
import type { Publication } from '../publish/publish.ts'
import { type DescribedList, toDatapackage, typeNotes } from './datapackage.ts'
import { SNAPSHOT, type SnapshotFile, type SnapshotList, snapshotPath, toSnapshotList } from './snapshot-list.ts'
import { openTables, type Tables } from './snapshot-tables.ts'

/** Half as large again as with the default level, in a third of the time. */
const GZIP_LEVEL = 4

/** Records are written this many at a time, so no list is in memory as text. */
const RECORDS_AT_ONCE = 500

const DATAPACKAGE = { name: 'datapackage.json', resource: null, format: 'json', records: null, fields: [] } as const

/**
 * Writes the snapshot files of a publication into the folder of a bake: every list as NDJSON and CSV, all of them as one
 * SQLite file, and a description, each plain and compressed. Returns them as the manifest lists them.
 */
export function writeSnapshot(publication: Publication, folder: string): SnapshotFile[] {
  const published = publication.step.ledger.publications.at(-1)
  if (!published) throw new Error('There is no publication to export.')
  mkdirSync(path.join(folder, SNAPSHOT), { recursive: true })
  const tables = openTables(path.join(folder, SNAPSHOT, 'dataset.sqlite'))
  const described: DescribedList[] = []
  const files: SnapshotFile[] = []
  try {
    for (const name of RESOURCE_NAMES) {
      const list = toSnapshotList(resource(name), shownRows(publication[name]), Date.parse(published.at))
      described.push(writeList(list, folder, tables))
      const columns = getColumns(list.resource.item).map((column) => column.name)
      const common = { resource: name, records: list.count }
      files.push(
        ...finish(folder, { ...common, name: `${name}.ndjson`, format: 'ndjson', fields: [...list.fields] }),
        ...finish(folder, { ...common, name: `${name}.csv`, format: 'csv', fields: columns }),
      )
    }
  } finally {
    tables.close()
  }
  const records = tables.records()
  files.push(...finish(folder, { name: 'dataset.sqlite', resource: null, format: 'sqlite', records, fields: [] }))
  writeDescription(folder, files, described, published)
  return [...files, ...finish(folder, { ...DATAPACKAGE, fields: [] })]
}

/** Rows that are only on file are not part of the snapshot. */
const shownRows = (rows: readonly AnyRow[]): readonly AnyRow[] => rows.filter(({ isHeld }) => !isHeld)

/** Writes a list as NDJSON, as CSV and as a table. Returns it with the types of its fields. */
function writeList(list: SnapshotList, folder: string, tables: Tables): DescribedList {
  const { resource: own, fields } = list
  const notes = typeNotes(fields)
  const addToTable = tables.create(own.name, fields)
  const [lines, table] = ['ndjson', 'csv'].map((format) =>
    openSync(path.join(folder, SNAPSHOT, `${own.name}.${format}`), 'w'),
  ) as [number, number]
  try {
    appendFileSync(table, csvHeader(own.item))
    for (const records of inBatches(list.records())) {
      appendFileSync(lines, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      appendFileSync(table, csvLines(own.item, records))
      for (const record of records) {
        notes.add(record)
        if (list.isTabled(record)) addToTable(record)
      }
    }
  } finally {
    closeSync(lines)
    closeSync(table)
  }
  return { resource: own, getType: notes.getType }
}

function* inBatches(records: Iterable<Fields>): Generator<Fields[]> {
  let batch: Fields[] = []
  for (const record of records) {
    batch.push(record)
    if (batch.length < RECORDS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Describes the plain files. */
function writeDescription(
  folder: string,
  files: readonly SnapshotFile[],
  described: readonly DescribedList[],
  published: PublicationEntry,
): void {
  const plain = files.filter(({ compression }) => compression === null)
  const description = toDatapackage(plain, described, published)
  writeFileSync(path.join(folder, SNAPSHOT, DATAPACKAGE.name), `${JSON.stringify(description, null, 1)}\n`)
}

/** Compresses a file, and names both forms by their content. */
function finish(folder: string, file: Omit<SnapshotFile, 'compression' | 'bytes' | 'sha256'>): SnapshotFile[] {
  const draft = path.join(folder, SNAPSHOT, file.name)
  const plain = readFileSync(draft)
  const packed = gzipSync(plain, { level: GZIP_LEVEL })
  writeFileSync(`${draft}.gz`, packed)
  const forms: SnapshotFile[] = [
    { ...file, compression: null, bytes: plain.length, sha256: hash('sha256', plain) },
    { ...file, name: `${file.name}.gz`, compression: 'gz', bytes: packed.length, sha256: hash('sha256', packed) },
  ]
  for (const form of forms) {
    const finished = path.join(folder, snapshotPath(form))
    renameSync(path.join(folder, SNAPSHOT, form.name), finished)
    flush(finished)
  }
  return forms
}
