import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { flush } from '../../files/files.ts'
import { getColumns } from '../../formats/columns.ts'
import { formatCsv } from '../../formats/csv.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import type { AnyRow } from '../../resources/publishing.ts'
import type { Publication } from '../publish/publish.ts'
import { toDatapackage } from './datapackage.ts'
import { DictionaryEntry, toDictionary } from './dictionary.ts'
import {
  LIST_FORMATS,
  PACKED_FORMATS,
  SNAPSHOT,
  type SnapshotFile,
  type SnapshotList,
  snapshotPath,
  toSnapshotList,
} from './snapshot-list.ts'
import { WRITERS, writeTables } from './writers.ts'

/** Half as large again as with the default level, in a third of the time. */
const GZIP_LEVEL = 4

/**
 * Writes the snapshot files of a publication into the folder of a bake: every list in every format, all of them as one
 * SQLite file, a data dictionary and a description, each plain and, if the format is not, compressed. Returns them as the
 * manifest lists them.
 */
export async function writeSnapshot(publication: Publication, folder: string): Promise<SnapshotFile[]> {
  const published = publication.step.ledger.publications.at(-1)
  if (!published) throw new Error('There is no publication to export.')
  mkdirSync(path.join(folder, SNAPSHOT), { recursive: true })
  const place = (name: string) => path.join(folder, SNAPSHOT, name)
  const lists = RESOURCE_NAMES.map((name) =>
    toSnapshotList(resource(name), shownRows(publication[name]), Date.parse(published.at)),
  )
  const files: SnapshotFile[] = []
  for (const list of lists) {
    for (const format of LIST_FORMATS) {
      const name = `${list.resource.name}.${format}`
      await WRITERS[format](list, place(name))
      files.push(...finish(folder, { name, format, resource: list.resource.name, ...getContent(list, format) }))
    }
  }
  const records = writeTables(place('dataset.sqlite'), lists)
  files.push(...finish(folder, { name: 'dataset.sqlite', resource: null, format: 'sqlite', records, fields: [] }))

  const dictionary = toDictionary(lists, LIST_FORMATS)
  const table = formatCsv(DictionaryEntry, dictionary, { hasMark: false, fields: null })
  writeFileSync(place('dictionary.csv'), [...table].join(''))
  const columns = getColumns(DictionaryEntry).map(({ name }) => name)
  const about = { resource: null, records: dictionary.length, fields: columns }
  files.push(...finish(folder, { name: 'dictionary.csv', format: 'csv', ...about }))

  const plain = files.filter(({ compression }) => compression === null)
  writeFileSync(place('datapackage.json'), `${JSON.stringify(toDatapackage(plain, lists, published), null, 1)}\n`)
  const description = { name: 'datapackage.json', resource: null, format: 'json', records: null, fields: [] } as const
  return [...files, ...finish(folder, { ...description, fields: [] })]
}

/** Rows that are only on file are not part of the snapshot. */
const shownRows = (rows: readonly AnyRow[]): readonly AnyRow[] => rows.filter(({ isHeld }) => !isHeld)

/** What the file of a list has: all records or the newest, by field or by column. */
const getContent = (
  { records, newest, fields, columns }: SnapshotList,
  format: SnapshotFile['format'],
): Pick<SnapshotFile, 'records' | 'fields'> => ({
  records: PACKED_FORMATS.includes(format) ? newest.length : records.length,
  fields: format === 'ndjson' ? [...fields] : columns.map(({ name }) => name),
})

/** Compresses a file, if its format is not compressed, and names each form by its content. */
function finish(folder: string, file: Omit<SnapshotFile, 'compression' | 'bytes' | 'sha256'>): SnapshotFile[] {
  const plain = readFileSync(path.join(folder, SNAPSHOT, file.name))
  const forms = [{ ...file, compression: null, ...measure(plain) }] as SnapshotFile[]
  if (!PACKED_FORMATS.includes(file.format)) {
    const packed = gzipSync(plain, { level: GZIP_LEVEL })
    const name = `${file.name}.gz`
    writeFileSync(path.join(folder, SNAPSHOT, name), packed)
    forms.push({ ...file, name, compression: 'gz', ...measure(packed) })
  }
  for (const form of forms) {
    const finished = path.join(folder, snapshotPath(form))
    renameSync(path.join(folder, SNAPSHOT, form.name), finished)
    flush(finished)
  }
  return forms
}

const measure = (content: Buffer) => ({ bytes: content.length, sha256: hash('sha256', content) })
