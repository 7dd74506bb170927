import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { columnsOf } from '../formats/columns.ts'
import { csvHeader, csvLines } from '../formats/csv.ts'
import type { Publication } from '../ledger/shapes.ts'
import type { Resource } from '../resources/define.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import type { Fields } from '../resources/row.ts'
import { type DescribedList, datapackageOf, typeNotes } from './datapackage.ts'
import { type Derived, type DerivedFiles, openDerived } from './derived.ts'
import type { ListDraft } from './export-draft.ts'
import type { ExportFile } from './export-lines.ts'
import { openTables, type Tables } from './export-tables.ts'
import { type ExportWriter, openExportWriter } from './exports-table.ts'
import { isMade, madeFile } from './made-files.ts'
import { type PackedFile, packedPart, unpackedPart } from './packed-file.ts'

/** Packs the files of a snapshot into a separate SQLite file, part by part. None is in memory as a whole. */
export interface ExportPacker {
  /** Packs a list as NDJSON and CSV, and removes its draft. */
  add: (draft: ListDraft) => void
  /** Finishes the snapshot of a publication. Returns the number of files. */
  finish: (publication: Publication) => number
  close: () => void
}

export interface PackerOptions {
  /** The SQLite file to write; temporary files are created beside it. */
  file: string
  derived: DerivedFiles
}

/** @param beat called after every part */
export function openExportPacker({ file, derived: derivedFiles }: PackerOptions, beat: () => void): ExportPacker {
  const tablesFile = `${file}.tables`
  rmSync(file, { force: true })
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.exec('BEGIN')
  const writer = openExportWriter(db)
  const derived = openDerived(derivedFiles)
  const tables = openTables(tablesFile)
  const files: ExportFile[] = []
  const described: DescribedList[] = []
  return {
    add(draft) {
      const list = resource(draft.name as ResourceName)
      const notes = typeNotes(draft.fields)
      const add = tables.open(draft)
      const { since } = draft.tabled
      const take = (record: Fields): void => {
        notes.add(record)
        if (since === null || (list.instant?.(record as never) ?? '') >= since) add(record)
      }
      files.push(...packList(draft, { writer, first: files.length, derived, take, beat }))
      described.push({ resource: list, typeOf: notes.typeOf })
      rmSync(draft.file)
    },
    finish(publication) {
      files.push(packTables(tables, writer, files.length, beat))
      const text = `${JSON.stringify(datapackageOf(files, described, publication), null, 1)}\n`
      const packed = writer.open(files.length)
      packed.add(Buffer.from(text))
      const head = { name: 'datapackage.json', resource: null, format: 'json', records: null, fields: [] } as const
      files.push({ ...head, ...packed.finish() })
      writer.describe(files)
      derived.finish()
      db.exec('COMMIT')
      return files.length
    },
    close() {
      derived.close()
      tables.discard()
      db.close()
    },
  }
}

interface Packing {
  writer: ExportWriter
  /** The number of the first file. */
  first: number
  derived: Derived
  /** Called for every record. */
  take: (record: Fields) => void
  beat: () => void
}

function packList(draft: ListDraft, { writer, first, derived, take, beat }: Packing): ExportFile[] {
  const { name } = draft
  const list = resource(name as ResourceName)
  if (isMade(list)) return makeList(draft, list, { take, beat })
  const { item } = list
  const lines = writer.open(first)
  const table = writer.open(first + 1)
  table.add(Buffer.from(csvHeader(item)))
  for (const text of partsOf(draft)) {
    const part = recordsOf(text)
    for (const record of part) take(record)
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
    beat()
  }
  return filesOf(draft, list, lines.finish(), table.finish())
}

/** Creates the files of an append-only list to determine their size and hash. */
function makeList(draft: ListDraft, list: Resource, { take, beat }: Pick<Packing, 'take' | 'beat'>): ExportFile[] {
  const nowhere = { plain: () => {}, packed: () => {} }
  const lines = madeFile(list, 'ndjson', nowhere)
  const table = madeFile(list, 'csv', nowhere)
  for (const text of partsOf(draft)) {
    const part = recordsOf(text)
    for (const record of part) take(record)
    lines.add(part)
    table.add(part)
    beat()
  }
  return filesOf(draft, list, lines.finish(), table.finish())
}

type Finished = ReturnType<PackedFile['finish']>

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

/** The parts of a draft; each is valid until the next one is read. */
function* partsOf({ file, parts }: ListDraft): Generator<Buffer> {
  const descriptor = openSync(file, 'r')
  const room = Buffer.allocUnsafe(Math.max(0, ...parts))
  try {
    for (const bytes of parts) {
      const part = room.subarray(0, bytes)
      readSync(descriptor, part)
      yield part
    }
  } finally {
    closeSync(descriptor)
  }
}

const recordsOf = (text: Buffer): Fields[] => JSON.parse(`[${text.toString().trimEnd().replaceAll('\n', ',')}]`)

/** It is the largest file, and all of it changes every night. */
function packTables(tables: Tables, writer: ExportWriter, file: number, beat: () => void): ExportFile {
  const packed = writer.open(file, 'fast')
  const records = tables.finish((part) => {
    packed.add(part)
    beat()
  })
  return { name: 'dataset.sqlite', resource: null, format: 'sqlite', records, fields: [], ...packed.finish() }
}
