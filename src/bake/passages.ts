import type Database from 'better-sqlite3'
import type { Award } from '../resources/awards.ts'
import { awardPassage } from '../rules/award-passage.ts'
import { anchor } from '../rules/facets.ts'
import { sentencesOf } from '../rules/sentences.ts'
import { datesOf, type IndexedDocument, SEARCH_FIELDS, type SearchField, TOKENIZER } from './search-fields.ts'

// Some three hundred pages of text; what is behind them is found, but not shown.
const PASSAGES_MAX = 5_000

interface Passage {
  field: string
  /** Exactly as it is in the document, or as the records have the award that the document lists. */
  text: string
  /** The date that belongs to it. */
  date: string | null
}

/** Writes the passages of documents. */
export interface PassageWriter {
  /** @param awards those that the document lists */
  add: (row: number, document: IndexedDocument, awards: readonly Award[]) => void
  finish: () => void
}

/**
 * What snippets show and answers quote. `documents_passages` holds the passages by document in reading order, by the
 * rows of `documents_search`; `documents_passages_words` their full text.
 */
export function openPassageWriter(db: Database.Database): PassageWriter {
  db.exec(`CREATE TABLE documents_passages (
    passage INTEGER PRIMARY KEY, row INTEGER NOT NULL, field TEXT NOT NULL, text TEXT NOT NULL, date TEXT, anchor TEXT NOT NULL
  ) STRICT`)
  const insert = db.prepare('INSERT INTO documents_passages (row, field, text, date, anchor) VALUES (?, ?, ?, ?, ?)')
  return {
    add(row, document, awards) {
      for (const { field, text, date } of passagesOf(document, awards)) {
        insert.run(row, field, text, date, anchor(row))
      }
    },
    finish() {
      db.exec('CREATE INDEX documents_passages_by_row ON documents_passages (row)')
      db.exec(
        `CREATE VIRTUAL TABLE documents_passages_words USING fts5 (text, anchor, content='documents_passages', content_rowid='passage', tokenize='porter ${TOKENIZER}')`,
      )
      db.exec("INSERT INTO documents_passages_words (documents_passages_words) VALUES ('rebuild')")
      db.exec("INSERT INTO documents_passages_words (documents_passages_words) VALUES ('optimize')")
    },
  }
}

function passagesOf(document: IndexedDocument, awards: readonly Award[]): Passage[] {
  const { text, ...fields } = SEARCH_FIELDS
  return [
    ...Object.entries(fields).flatMap(([field, each]) => fieldPassages(field, each, document)),
    ...datesOf(document).map(({ label, date }) => ({ field: 'milestones', text: label, date })),
    ...awards.map((award) => ({ field: 'awards', text: awardPassage(award), date: null })),
    ...fieldPassages('text', text, document),
  ].slice(0, PASSAGES_MAX)
}

function fieldPassages(field: string, { read, passages }: SearchField, document: IndexedDocument): Passage[] {
  if (!passages) return []
  return read(document)
    .flatMap((text) => (passages === 'whole' ? [text] : sentencesOf(text)))
    .map((text) => ({ field, text, date: null }))
}
