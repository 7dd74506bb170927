import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type Database from 'better-sqlite3'

/** Takes a little less space than the default level. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 5 } }

/** Few enough that reading one of them is quick, and enough that they resemble each other. */
const LINES_TOGETHER = 64

/**
 * Opens a writer for the lines of rows 1, 2, … of a table of which there will be very many, and which are seldom read.
 * They are stored compressed by the platform (zstd), several at a time: `CREATE TABLE <name> (part, lines)`.
 */
export function createPackedLines(db: Database.Database, name: string) {
  db.exec(`CREATE TABLE ${name} (\n  part INTEGER PRIMARY KEY,\n  lines BLOB NOT NULL\n) STRICT`)
  const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?)`)
  let part = 0
  let lines: string[] = []
  const finish = (): void => {
    if (lines.length > 0) insert.run(part, zstdCompressSync(lines.join('\n'), ZSTD))
    part += 1
    lines = []
  }
  return {
    add(line: string): void {
      lines.push(line)
      if (lines.length === LINES_TOGETHER) finish()
    },
    finish,
  }
}

/** SQL for the line of a row. @param row an expression */
export const packedLine = (name: string, row: string): string =>
  `line_of((SELECT lines FROM ${name} WHERE part = (${row} - 1) / ${LINES_TOGETHER}), (${row} - 1) % ${LINES_TOGETHER})`

/** Teaches a database the function `line_of(lines, number)`, with which packed lines are read. */
export function readPackedLines(db: Database.Database): void {
  // Consecutive rows are usually in the same part.
  let last: { packed: Buffer; lines: readonly string[] } | null = null
  db.function('line_of', { deterministic: true }, (packed, number) => {
    if (!Buffer.isBuffer(packed)) throw new Error('The bake lacks a row.')
    if (!last?.packed.equals(packed)) last = { packed, lines: zstdDecompressSync(packed).toString().split('\n') }
    return last.lines[number as number]
  })
}
