import type Database from 'better-sqlite3'
import type { SearchableDocument } from './publish/documents.ts'

/** The texts that a search reads, in the order of the columns of `documents_search`. */
export const SEARCH_FIELDS = {
  title: ({ record }) => record.title,
  highlights: ({ record }) => record.highlights,
  programHighlights: ({ record }) => record.programHighlights,
  strategicGoals: ({ record }) => record.strategicGoals.join('. '),
  keyInitiatives: ({ record }) => record.transformationStrategy?.keyInitiatives?.join('. '),
  approachSummary: ({ record }) => record.transformationStrategy?.approachSummary,
  milestones: ({ record }) => record.milestones.map(({ label }) => label).join('. '),
  stateName: ({ searchItem }) => searchItem.stateName,
  text: ({ record }) => record.text,
} as const satisfies Record<string, (document: SearchableDocument) => string | null | undefined>

/** Writes the full-text index of the search and its ready bodies. @param rows in the order of the documents table */
export function writeSearch(db: Database.Database, rows: readonly SearchableDocument[]): void {
  const fields = Object.entries(SEARCH_FIELDS)
  const names = fields.map(([name]) => name)
  db.exec(
    `CREATE VIRTUAL TABLE documents_search USING fts5 (${names.join(', ')}, content='', tokenize='porter unicode61 remove_diacritics 2')`,
  )
  db.exec('CREATE TABLE documents_search_bodies (row INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const text = db.prepare(
    `INSERT INTO documents_search (rowid, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  )
  const body = db.prepare('INSERT INTO documents_search_bodies VALUES (?, ?)')
  rows.forEach((row, index) => {
    text.run(index + 1, ...fields.map(([, read]) => read(row) ?? ''))
    body.run(index + 1, JSON.stringify(row.searchItem))
  })
  db.exec("INSERT INTO documents_search (documents_search) VALUES ('optimize')")
}
