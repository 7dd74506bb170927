import { renameSync, statSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { flush, hashFile } from '../../files/files.ts'
import { formatCsv, getColumns } from '../../formats/table.ts'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import type { AnyRow } from '../../resources/publishing.ts'
import type { PublishedLists } from '../publication.ts'
import { DictionaryEntry, toDatapackage, toDictionary } from './description.ts'
import {
  getSnapshotPath,
  LIST_FORMATS,
  type ListFormat,
  PACKED_FORMATS,
  SNAPSHOT,
  type SnapshotFile,
} from './snapshot-list.ts'
import { type Content, createTables, type SnapshotList, toSnapshotList, WRITERS, writeTable } from './writers.ts'

/**
 * Writes the snapshot files of a publication into the folder of a bake: every list in every format, all of them as one
 * SQLite file, a data dictionary and a description, each plain and, if the format is not, compressed. Returns them as the
 * manifest lists them.
 */
export async function writeSnapshot(publication: PublishedLists, folder: string): Promise<SnapshotFile[]> {
  const published = publication.step.ledger.publications.at(-1)
  if (!published) throw new Error('There is no publication to export.')
  await mkdir(path.join(folder, SNAPSHOT))
  const lists: SnapshotList[] = []
  const tables = createTables(path.join(folder, SNAPSHOT, 'dataset.sqlite'))
  let records = 0
  const files: Promise<SnapshotFile[]>[] = []
  async function add(file: Described, content: Content | null): Promise<void> {
    const draft = path.join(folder, SNAPSHOT, file.name)
    if (content === null) flush(draft)
    else await writeFile(draft, content, { flush: true })
    const forms = finishForms(folder, file, draft)
    // Failures are thrown where the files are awaited.
    forms.catch(() => {})
    files.push(forms)
    // A file is compressed while the next ones are written; more of them would take much memory.
    await Promise.all(files.slice(0, -2))
  }
  const all = { resource: null, fields: [] }
  try {
    for (const name of RESOURCE_NAMES) {
      // Rows that are only on file are not part of the snapshot.
      const rows = (publication[name] as readonly AnyRow[]).filter(({ isHeld }) => !isHeld)
      const list = toSnapshotList(getResource(name), rows, Date.parse(published.at))
      for (const format of LIST_FORMATS) await add(describe(list, format), WRITERS[format](list))
      writeTable(tables, list)
      records += list.newest.length
      // Its records are not kept in memory while the next lists are written.
      lists.push({ ...list, records: [], newest: [] })
    }
    tables.close()
    await add({ ...all, name: 'dataset.sqlite', format: 'sqlite', records }, null)

    const dictionary = toDictionary(lists)
    const table = formatCsv(DictionaryEntry, dictionary, { hasMark: false, fields: null })
    const fields = getColumns(DictionaryEntry).map(({ name }) => name)
    await add({ ...all, name: 'dictionary.csv', format: 'csv', records: dictionary.length, fields }, table)

    const plain = (await Promise.all(files)).flatMap(([form]) => form ?? [])
    const description = `${JSON.stringify(toDatapackage(plain, lists, published), null, 1)}\n`
    await add({ ...all, name: 'datapackage.json', format: 'json', records: null }, description)
  } finally {
    tables.close()
    await Promise.allSettled(files)
  }
  return (await Promise.all(files)).flat()
}

type Described = Omit<SnapshotFile, 'compression' | 'bytes' | 'sha256'>

/** What the file of a list has: all records or the newest, by field or by column. */
const describe = (
  { resource: { name }, records, newest, fields, columns }: SnapshotList,
  format: ListFormat,
): Described => ({
  name: `${name}.${format}`,
  resource: name,
  format,
  records: PACKED_FORMATS.includes(format) ? newest.length : records.length,
  fields: format === 'ndjson' ? [...fields] : columns.map((column) => column.name),
})

// A fiftieth larger than with the default level, in three quarters of the time; large chunks seldom wait for the main thread.
const GZIP = { level: 4, memLevel: 9, chunkSize: 1024 * 1024 }

/** Names a file by its content, and adds its compressed form, if its format is not compressed. */
async function finishForms(folder: string, file: Described, draft: string): Promise<SnapshotFile[]> {
  function finish(name: string, compression: 'gz' | null, written: string): SnapshotFile {
    const form = { ...file, name, compression, bytes: statSync(written).size, sha256: hashFile(written) }
    renameSync(written, path.join(folder, getSnapshotPath(form)))
    return form
  }
  if (PACKED_FORMATS.includes(file.format)) return [finish(file.name, null, draft)]
  const packed = `${draft}.gz`
  await writeFile(packed, await promisify(gzip)(await readFile(draft), GZIP), { flush: true })
  return [finish(file.name, null, draft), finish(`${file.name}.gz`, 'gz', packed)]
}
