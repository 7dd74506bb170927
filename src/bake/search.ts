import type Database from 'better-sqlite3'
import type { SearchableDocument } from '../resources/documents.ts'
import { writePassages } from './passages.ts'
import { SEARCH_FIELDS, TOKENIZER } from './search-fields.ts'

/**
 * Writes what the search reads, by rows in the order of the ids, so that equal documents come in that order:
 * `documents_search` the full text, `documents_search_bodies` the ready results, `documents_search_words` every word
 * as it is written, and the passages that are shown and quoted.
 */
export function writeSearch(db: Database.Database, documents: readonly SearchableDocument[]): void {
  const rows = [...documents].sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  const fields = Object.entries(SEARCH_FIELDS)
  const columns = fields.map(([name]) => name).join(', ')
  db.exec(
    `CREATE VIRTUAL TABLE documents_search USING fts5 (${columns}, content='', prefix='1 2 3', tokenize='porter ${TOKENIZER}')`,
  )
  db.exec('CREATE TABLE documents_search_bodies (row INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const text = db.prepare(`INSERT INTO documents_search (rowid, ${columns}) VALUES (?${', ?'.repeat(fields.length)})`)
  const body = db.prepare('INSERT INTO documents_search_bodies VALUES (?, ?)')
  rows.forEach((document, index) => {
    text.run(index + 1, ...fields.map(([, { read }]) => read(document).join('. ')))
    body.run(index + 1, JSON.stringify(document.searchItem))
  })
  db.exec("INSERT INTO documents_search (documents_search) VALUES ('optimize')")
  writeWords(db, rows)
  writePassages(db, rows)
}

/** Every word of the documents, without accents and letter case but not stemmed, with the number of its documents. */
function writeWords(db: Database.Database, rows: readonly SearchableDocument[]): void {
  const { facets, ...texts } = SEARCH_FIELDS
  db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5 (text, content='', detail=none, tokenize='${TOKENIZER}')`)
  db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (temp, words, 'row')")
  const insert = db.prepare('INSERT INTO temp.words (rowid, text) VALUES (?, ?)')
  rows.forEach((document, index) => {
    insert.run(
      index + 1,
      Object.values(texts)
        .flatMap(({ read }) => read(document))
        .join('. '),
    )
  })
  db.exec(
    'CREATE TABLE documents_search_words (word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID, STRICT',
  )
  db.exec('INSERT INTO documents_search_words SELECT term, doc FROM temp.vocabulary ORDER BY term')
  db.exec('DROP TABLE temp.vocabulary')
  db.exec('DROP TABLE temp.words')
}
