import type Database from 'better-sqlite3'
import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { compressed, packedNumbers } from './packed-numbers.ts'

/** A row of an append-only history: a record's values, or an event about it, at a time. */
export interface HistoryRow {
  /** Its subject. Rows about the same subject are similar. */
  key: string
  /** Later than that of the previous row. */
  at: Instant
  /** One line. */
  text: string
  /** The values that rows can be filtered by. */
  labels: { [column: string]: string }
}

/** The number of stream bytes that fill a page of the file. */
export const PART_BYTES = 4_056

/** Larger blocks take less space, but reading a row takes longer. */
const BLOCK_CHARACTERS = 256 * 1024

export const LINE = '\n'

/**
 * Writes a history, oldest row first, using about 10 to 30 bytes per row. The rows of each year are sorted by their
 * keys, so each resembles the previous one, and compressed in blocks. `history_years` has, packed, the times of a
 * year's rows, the positions of their keys, and where the blocks begin and end; `history_labels` the values that rows
 * can be filtered by; `history_parts` the blocks as one stream.
 * @param hasKeys whether to store the keys themselves
 */
export function writeHistory(db: Database.Database, name: string, rows: readonly HistoryRow[], hasKeys: boolean): void {
  createTables(db)
  const stream = openStream(db)
  const insertYear = db.prepare('INSERT INTO history_years VALUES (?, ?, ?, ?, ?, ?, ?)')
  const insertLabels = db.prepare('INSERT INTO history_labels VALUES (?, ?, ?, ?, ?)')
  for (const [year, own] of Map.groupBy(rows, ({ at }) => new Date(at).getUTCFullYear())) {
    const keys = [...new Set(own.map(({ key }) => key))].sort(compare)
    const placeOf = new Map(keys.map((key, place) => [key, place]))
    const places = own.map(({ key }) => placeOf.get(key) as number)
    const sorted = own
      .map(({ text }, row) => ({ text, row, place: places[row] as number }))
      .sort((a, b) => a.place - b.place || a.row - b.row)
    const { starts, ends } = writeBlocks(
      sorted.map(({ text }) => text),
      (block) => stream.add(compressed(block)),
    )
    insertYear.run(
      name,
      year,
      packedNumbers(own.map(({ at }) => at)),
      packedNumbers(places),
      hasKeys ? compressed(Buffer.from(keys.join(LINE))) : null,
      packedNumbers(starts),
      packedNumbers(ends),
    )
    for (const column of Object.keys(own[0]?.labels ?? {})) {
      const values = own.map(({ labels }) => labels[column] as string)
      const known = [...new Set(values)]
      const numberOf = new Map(known.map((value, number) => [value, number]))
      const numbers = packedNumbers(values.map((value) => numberOf.get(value) as number))
      insertLabels.run(name, year, column, JSON.stringify(known), numbers)
    }
  }
  stream.finish()
}

function createTables(db: Database.Database): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS history_years (name TEXT NOT NULL, year INTEGER NOT NULL, instants BLOB NOT NULL, places BLOB NOT NULL, keys BLOB, starts BLOB NOT NULL, ends BLOB NOT NULL, PRIMARY KEY (name, year)) WITHOUT ROWID, STRICT',
  )
  db.exec(
    'CREATE TABLE IF NOT EXISTS history_labels (name TEXT NOT NULL, year INTEGER NOT NULL, column_name TEXT NOT NULL, labels TEXT NOT NULL, numbers BLOB NOT NULL, PRIMARY KEY (name, year, column_name)) WITHOUT ROWID, STRICT',
  )
  db.exec('CREATE TABLE IF NOT EXISTS history_parts (part INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT')
}

/** Joins texts into blocks. @param write receives a block, and returns where it ends in the stream */
function writeBlocks(texts: readonly string[], write: (block: Buffer) => [start: number, end: number]) {
  /** The number of the first text of each block, and the block's position in the stream. */
  const starts: number[] = []
  const ends: number[] = []
  let lines: string[] = []
  let characters = 0
  const end = (): void => {
    if (lines.length === 0) return
    const [from, until] = write(Buffer.from(lines.join(LINE)))
    if (ends.length === 0) ends.push(from)
    ends.push(until)
    lines = []
    characters = 0
  }
  texts.forEach((text, place) => {
    if (lines.length === 0) starts.push(place)
    lines.push(text)
    characters += text.length
    if (characters >= BLOCK_CHARACTERS) end()
  })
  end()
  return { starts, ends }
}

/** Writes bytes sequentially into parts that each fill a page of the file. */
function openStream(db: Database.Database) {
  const insert = db.prepare('INSERT INTO history_parts VALUES (?, ?)')
  const last = db.prepare<[], number | null>('SELECT max(part) FROM history_parts').pluck().get() ?? null
  let part = last === null ? 0 : last + 1
  let rest = Buffer.alloc(0)
  return {
    add(bytes: Buffer): [start: number, end: number] {
      const start = part * PART_BYTES + rest.length
      rest = Buffer.concat([rest, bytes])
      for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES)) {
        insert.run(part, rest.subarray(0, PART_BYTES))
        part += 1
      }
      return [start, start + bytes.length]
    },
    finish() {
      if (rest.length > 0) insert.run(part, rest)
    },
  }
}
