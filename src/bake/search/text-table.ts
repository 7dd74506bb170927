import type Database from 'better-sqlite3'

/** How text is tokenized: without accents, in lower case. */
export const TOKENIZER = 'unicode61 remove_diacritics 2'

/** Options of a full-text table; by default it only finds rows by their words. */
interface Options {
  /** Whether words are stemmed. */
  isStemmed?: boolean
  /** Whether matches can be ranked, and words found by prefix. */
  isRanked?: boolean
}

// An index of one-letter prefixes. Without it, `a*` over 20,000 documents takes 35 ms instead of 2.5. One of two-letter
// prefixes would be half as large again as the index of whole words, and save `co*` 15 of 17 ms.
const RANKED = ", prefix='1'"

// Words are collected in memory and written in order, so there is little left to merge. Collecting three times as many
// takes as long.
const GATHERED_BYTES = 16 * 1024 * 1024

/** Creates a full-text table, which stores words but no texts. It is filled row by row in ascending order. */
export function createTextTable(
  db: Database.Database,
  table: string,
  columns: readonly string[],
  { isStemmed = false, isRanked = false }: Options = {},
) {
  const tokenizer = isStemmed ? `porter ${TOKENIZER}` : TOKENIZER
  const extent = isRanked ? RANKED : ', columnsize=0'
  db.exec(
    `CREATE VIRTUAL TABLE "${table}" USING fts5 (${columns.join(', ')}, content=''${extent}, tokenize='${tokenizer}')`,
  )
  gatherWords(db, table)
  const insert = db.prepare(
    `INSERT INTO "${table}" (rowid, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  return {
    add: (row: number, texts: readonly string[]) => insert.run(row, ...texts),
    finish: () => db.exec(`INSERT INTO "${table}" ("${table}") VALUES ('optimize')`),
  }
}

/** Makes a full-text table collect its words in memory and write them in a few steps. */
export function gatherWords(db: Database.Database, table: string): void {
  const set = `INSERT INTO "${table}" ("${table}", rank) VALUES`
  db.exec(`${set} ('hashsize', ${GATHERED_BYTES}), ('automerge', 0)`)
}
