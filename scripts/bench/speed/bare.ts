import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { TOKENIZER } from '../../../src/bake/tables/create.ts'
import type { Records } from '../../../src/schema/records.ts'
import { openService } from '../../../src/store/service.ts'

/** Tables of the bare database. */
const SCHEMA = `
  CREATE TABLE singles (name TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE awards (row INTEGER PRIMARY KEY, state TEXT, fiscal_year TEXT, body TEXT NOT NULL);
  CREATE TABLE opportunities (row INTEGER PRIMARY KEY, state TEXT, status TEXT, body TEXT NOT NULL);
  CREATE TABLE documents (row INTEGER PRIMARY KEY, id TEXT NOT NULL, body TEXT NOT NULL, item TEXT NOT NULL);
  CREATE VIRTUAL TABLE search USING fts5 (title, highlights, description, text, content='', tokenize='porter ${TOKENIZER}');
`
const INDEXES = `
  CREATE INDEX awards_by_place ON awards (state, fiscal_year);
  CREATE INDEX opportunities_by_place ON opportunities (state, status);
  CREATE UNIQUE INDEX documents_by_id ON documents (id);
`
const READ_AT_ONCE = 500

/**
 * Writes the responses of a bake into a database without any extras of the service: ready-made bodies in page order, so
 * the rows of a page are adjacent, an index per question, and plain full text. Bodies are byte for byte those of the
 * service; opportunities have their current status.
 */
export function writeBare(file: string, baked: string, documents: Records['documents'], now: number): void {
  rmSync(file, { force: true })
  const service = openService(baked)
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.exec(SCHEMA)
  const { readers } = service
  type List = 'states' | 'awards' | 'opportunities' | 'documents'
  const readItems = function* (list: List): Generator<{ [field: string]: string }> {
    for (let page = 1; ; page += 1) {
      const items = JSON.parse(readers[list].list({ page, limit: READ_AT_ONCE }, now).data)
      yield* items
      if (items.length < READ_AT_ONCE) return
    }
  }
  db.transaction(() => {
    const states = [...readItems('states')]
    db.prepare(`INSERT INTO singles VALUES ('states', ?)`).run(JSON.stringify({ data: states, count: states.length }))
    inPlaces(db, 'awards', ['state', 'fiscalYear'], readItems('awards'))
    inPlaces(db, 'opportunities', ['state', 'status'], readItems('opportunities'))
    const insert = db.prepare('INSERT INTO documents (id, body, item) VALUES (?, ?, ?)')
    const rows = new Map<string, number | bigint>()
    for (const item of readItems('documents')) {
      const id = item.id as string
      rows.set(id, insert.run(id, readers.documents.find(id, now), JSON.stringify(item)).lastInsertRowid)
    }
    const index = db.prepare('INSERT INTO search (rowid, title, highlights, description, text) VALUES (?, ?, ?, ?, ?)')
    for (const { id, title, highlights, description, text } of documents) {
      const row = rows.get(id)
      if (row !== undefined) index.run(row, title, highlights, description, text ?? null)
    }
    db.exec(INDEXES)
    db.exec(`INSERT INTO search (search) VALUES ('optimize')`)
  })()
  db.close()
  service.close()
}

type Items = Iterable<{ [field: string]: string }>

/** Rows in the order of their places, and within a place in list order. */
function inPlaces(db: Database.Database, table: string, [first, second]: [string, string], items: Items): void {
  db.exec('CREATE TEMP TABLE listed (first TEXT, second TEXT, body TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO listed VALUES (?, ?, ?)')
  for (const item of items) insert.run(item[first], item[second], JSON.stringify(item))
  db.exec(`INSERT INTO ${table} SELECT NULL, first, second, body FROM listed ORDER BY first, second, listed.rowid`)
  db.exec('DROP TABLE listed')
}
