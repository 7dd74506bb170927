import { rmSync } from 'node:fs'
import { columnsOf } from '../formats/columns.ts'
import { csvHeader, csvLines } from '../formats/csv.ts'
import type { Publication } from '../ledger/shapes.ts'
import { flush } from '../records/file-bytes.ts'
import type { Resource } from '../resources/define.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import type { Fields } from '../resources/row.ts'
import { type DescribedList, datapackageOf, typeNotes } from './datapackage.ts'
import { partsOf, recordsOf } from './draft-file.ts'
import type { ExportFile, ListDraft } from './export-lines.ts'
import { openTables, type Tables } from './export-tables.ts'
import { openPackWriter, type PackedExports, type PackWriter } from './exports-pack.ts'
import { isMade, madeFile } from './made-files.ts'
import type { PackedFile } from './packed-file.ts'

/**
 * Packs the files of a snapshot, part by part. None is in memory as a whole.
 * @param file the pack to write; a temporary file is created beside it
 * @param beat called after every part
 */
export function openExportPacker(file: string, beat: () => void) {
  const pack = openPackWriter(file)
  const tables = openTables(`${file}.tables`)
  const files: ExportFile[] = []
  const described: DescribedList[] = []
  return {
    /** Packs a list as NDJSON and CSV, and removes its draft. */
    add(draft: ListDraft): void {
      const list = resource(draft.name as ResourceName)
      const notes = typeNotes(draft.fields)
      const add = tables.open(draft)
      const { since } = draft.tabled
      const take = (record: Fields): void => {
        notes.add(record)
        if (since === null || (list.instant?.(record as never) ?? '') >= since) add(record)
      }
      files.push(...(isMade(list) ? makeList : packList)(draft, list, { pack, take, beat }))
      described.push({ resource: list, typeOf: notes.typeOf })
      rmSync(draft.file)
    },
    /** Finishes the snapshot of a publication, and flushes its pack. */
    finish(publication: Publication): PackedExports {
      files.push(packTables(tables, pack, beat))
      const text = `${JSON.stringify(datapackageOf(files, described, publication), null, 1)}\n`
      const packed = pack.open()
      packed.file.add(Buffer.from(text))
      const head = { name: 'datapackage.json', resource: null, format: 'json', records: null, fields: [] } as const
      files.push({ ...head, start: packed.start, ...packed.file.finish() })
      const sha256 = pack.finish()
      flush(file)
      return { files, sha256 }
    },
    close() {
      tables.discard()
      pack.close()
    },
  }
}

interface Packing {
  pack: PackWriter
  /** Called for every record. */
  take: (record: Fields) => void
  beat: () => void
}

function packList(draft: ListDraft, list: Resource, { pack, take, beat }: Packing): ExportFile[] {
  const lines = pack.open()
  for (const text of partsOf(draft)) {
    lines.file.add(text)
    beat()
  }
  const finished = { start: lines.start, ...lines.file.finish() }
  const table = pack.open()
  table.file.add(Buffer.from(csvHeader(list.item)))
  for (const text of partsOf(draft)) {
    const part = recordsOf<Fields>(text)
    for (const record of part) take(record)
    table.file.add(Buffer.from(csvLines(list.item, part)))
    beat()
  }
  return filesOf(draft, list, finished, { start: table.start, ...table.file.finish() })
}

/** Creates the files of an append-only list to determine their size and hash. */
function makeList(draft: ListDraft, list: Resource, { take, beat }: Packing): ExportFile[] {
  const nowhere = { plain: () => {}, packed: () => {} }
  const lines = madeFile(list, 'ndjson', nowhere)
  const table = madeFile(list, 'csv', nowhere)
  for (const text of partsOf(draft)) {
    const part = recordsOf<Fields>(text)
    for (const record of part) take(record)
    lines.add(part)
    table.add(part)
    beat()
  }
  return filesOf(draft, list, { start: null, ...lines.finish() }, { start: null, ...table.finish() })
}

type Finished = ReturnType<PackedFile['finish']> & Pick<ExportFile, 'start'>

function filesOf(
  { name, fields, count: records }: ListDraft,
  { item }: Resource,
  lines: Finished,
  table: Finished,
): ExportFile[] {
  const columns = columnsOf(item).map((column) => column.name)
  return [
    { name: `${name}.ndjson`, resource: name, format: 'ndjson', records, fields, ...lines },
    { name: `${name}.csv`, resource: name, format: 'csv', records, fields: columns, ...table },
  ]
}

function packTables(tables: Tables, pack: PackWriter, beat: () => void): ExportFile {
  const { start, file } = pack.open()
  const records = tables.finish((part) => {
    file.add(part)
    beat()
  })
  return { name: 'dataset.sqlite', resource: null, format: 'sqlite', records, fields: [], start, ...file.finish() }
}
