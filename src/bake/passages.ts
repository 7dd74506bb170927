import type Database from 'better-sqlite3'
import type { SearchableDocument } from '../resources/documents.ts'
import { anchor } from '../rules/facets.ts'
import { sentencesOf } from '../rules/sentences.ts'
import { datesOf, SEARCH_FIELDS, type SearchField, TOKENIZER } from './search-fields.ts'

// Some three hundred pages of text; what stands behind them is found, but not shown.
const PASSAGES_MAX = 5_000

interface Passage {
  field: string
  /** Exactly as it stands in the document. */
  text: string
  /** The date that belongs to it. */
  date: string | null
}

/**
 * Writes the passages of the documents: what snippets show and answers quote. `documents_passages` holds them by
 * document in reading order, `documents_passages_words` their full text.
 * @param documents in the order of the rows of `documents_search`
 */
export function writePassages(db: Database.Database, documents: readonly SearchableDocument[]): void {
  db.exec(`CREATE TABLE documents_passages (
    passage INTEGER PRIMARY KEY, row INTEGER NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, date TEXT, anchor TEXT NOT NULL
  ) STRICT`)
  db.exec('CREATE INDEX documents_passages_by_row ON documents_passages (row)')
  const insert = db.prepare('INSERT INTO documents_passages (row, field, text, date, anchor) VALUES (?, ?, ?, ?, ?)')
  documents.forEach((document, index) => {
    const row = index + 1
    for (const { field, text, date } of passagesOf(document)) insert.run(row, field, text, date, anchor(row))
  })
  db.exec(
    `CREATE VIRTUAL TABLE documents_passages_words USING fts5 (text, anchor, content='documents_passages', content_rowid='passage', tokenize='porter ${TOKENIZER}')`,
  )
  db.exec("INSERT INTO documents_passages_words (documents_passages_words) VALUES ('rebuild')")
  db.exec("INSERT INTO documents_passages_words (documents_passages_words) VALUES ('optimize')")
}

function passagesOf(document: SearchableDocument): Passage[] {
  const fields: [string, SearchField][] = Object.entries(SEARCH_FIELDS)
  return [
    ...fields.flatMap(([field, { read, passages }]) =>
      passages
        ? read(document)
            .flatMap((text) => (passages === 'whole' ? [text] : sentencesOf(text)))
            .map((text) => ({ field, text, date: null }))
        : [],
    ),
    ...datesOf(document).map(({ label, date }) => ({ field: 'milestones', text: label, date })),
  ].slice(0, PASSAGES_MAX)
}
