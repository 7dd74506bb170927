import { zstdCompressSync } from 'node:zlib'
import type { default as Database } from 'better-sqlite3'
import { LINES_TOGETHER } from './format.ts'

/**
 * Creates a table, and returns the statement that adds a row.
 * @param columns declarations in SQL
 * @param key the columns of the primary key, which orders a table without numbered rows
 */
export function createTable(db: Database.Database, name: string, columns: readonly string[], key?: string) {
  const lines = key ? [...columns, `PRIMARY KEY (${key})`] : columns
  db.exec(`CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n) ${key ? 'WITHOUT ROWID, ' : ''}STRICT`)
  return db.prepare<unknown[]>(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
}

/** How text is tokenized: without accents, in lower case. */
export const TOKENIZER = 'unicode61 remove_diacritics 2'

// Words are collected in memory and written in order, so there is little left to merge. Collecting three times as many
// takes as long.
const GATHERED_BYTES = 16 * 1024 * 1024

/**
 * Creates a full-text table, which is filled row by row in ascending order.
 * @param options of FTS5: with `content=''`, it stores words but no texts
 */
export function createTextTable(db: Database.Database, table: string, columns: readonly string[], options: string) {
  db.exec(`CREATE VIRTUAL TABLE ${table} USING fts5 (${columns.join(', ')}, ${options})`)
  // In commands, a table of another schema is known by its name alone.
  const name = table.split('.').at(-1)
  db.exec(`INSERT INTO ${table} (${name}, rank) VALUES ('hashsize', ${GATHERED_BYTES}), ('automerge', 0)`)
  const insert = db.prepare(
    `INSERT INTO ${table} (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  return {
    add: (row: number, texts: readonly (string | null)[]) => insert.run(row, ...texts),
    finish: () => db.exec(`INSERT INTO ${table} (${name}) VALUES ('optimize')`),
  }
}

/** The options of a full-text table in which rows are only found by their words. */
export const FOUND_BY_WORDS = `content='', columnsize=0, tokenize='${TOKENIZER}'`

/**
 * Creates `change_bodies`, and returns what adds the lines of changes 1, 2, …, of which there will be very many, seldom
 * read. They are stored compressed by the platform (zstd), several at a time.
 */
export function createPackedLines(db: Database.Database) {
  const insert = createTable(db, 'change_bodies', ['part INTEGER PRIMARY KEY', 'lines BLOB NOT NULL'])
  let part = 0
  let lines: string[] = []
  const finish = (): void => {
    if (lines.length > 0) insert.run(part, zstdCompressSync(lines.join('\n')))
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
