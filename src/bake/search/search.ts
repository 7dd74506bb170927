import type Database from 'better-sqlite3'
import type { DocumentTexts } from '../../records/texts.ts'
import type { Award } from '../../resources/awards.ts'
import type { SearchableDocument } from '../../resources/documents.ts'
import { resource } from '../../resources/index.ts'
import type { Row } from '../../resources/publishing.ts'
import { compare } from '../../rules/text/words.ts'
import { inOrder } from '../tables/tables.ts'
import { openPassageWriter } from './passages.ts'
import { type IndexedDocument, SEARCH_FIELDS } from './search-fields.ts'
import { createTextTable, gatherWords, TOKENIZER } from './text-table.ts'

/** The rows to search, in any order. */
interface Searched {
  documents: readonly SearchableDocument[]
  awards: readonly Row<Award>[]
  texts: DocumentTexts
}

/**
 * Writes the search tables, with rows in the order of the ids, so documents of equal relevance come in that order:
 * `documents_search` the full text, `documents_search_rows` the rows in the list of documents, `documents_search_words`
 * every word unstemmed, and the passages that are shown and quoted. Only one document with its full text is in memory
 * at a time.
 */
export function writeSearch(db: Database.Database, { documents, awards, texts }: Searched): void {
  const index = openIndexWriter(db)
  const words = openWordWriter(db)
  const national = openNationalWriter(db)
  const passages = openPassageWriter(db)
  const toAwards = Map.groupBy(inOrder(resource('awards'), awards), ({ item }) => item.sourceDocument.id)
  inOrder(resource('documents'), documents)
    .map((document, place) => ({ document, listed: place + 1 }))
    .sort((a, b) => compare(a.document.record.id, b.document.record.id))
    .forEach(({ document, listed }, place) => {
      const row = place + 1
      const { id, text = texts.findText(id) } = document.record
      const indexed = { ...document, fullText: text }
      const fields = FIELDS.map(([, { read }]) => read(indexed).join('. '))
      index.add(row, indexed, fields, listed)
      words.add(row, fields)
      national.add(row, indexed)
      passages.add(row, indexed, toAwards.get(id)?.map(({ item }) => item) ?? [])
    })
  index.finish()
  words.finish()
  passages.finish()
}

const FIELDS = Object.entries(SEARCH_FIELDS)

function openIndexWriter(db: Database.Database) {
  const texts = createTextTable(
    db,
    'documents_search',
    FIELDS.map(([name]) => name),
    { isStemmed: true, isRanked: true },
  )
  db.exec(
    'CREATE TABLE documents_search_rows (row INTEGER PRIMARY KEY, listed INTEGER NOT NULL, stateName TEXT) STRICT',
  )
  const insert = db.prepare('INSERT INTO documents_search_rows VALUES (?, ?, ?)')
  return {
    add(row: number, { stateName }: IndexedDocument, fields: readonly string[], listed: number) {
      texts.add(row, fields)
      insert.run(row, listed, stateName)
    },
    finish: texts.finish,
  }
}

/** The relevance factor for documents of national scope in searches about the program as a whole. */
const FAVOR = { federal: 2, other: 0.75 } as const

/** The documents of national scope, which come first in a search about the program as a whole. */
function openNationalWriter(db: Database.Database) {
  db.exec('CREATE TABLE documents_search_national (row INTEGER PRIMARY KEY, favor REAL NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO documents_search_national VALUES (?, ?)')
  return {
    add(row: number, { item: { state, url } }: IndexedDocument) {
      if (state !== null) return
      insert.run(row, new URL(url).hostname.endsWith('.gov') ? FAVOR.federal : FAVOR.other)
    },
  }
}

/** Every word and facet of the documents, unaccented, lower case and unstemmed, with its number of documents. */
function openWordWriter(db: Database.Database) {
  db.exec(
    `CREATE VIRTUAL TABLE temp.words USING fts5 (text, content='', columnsize=0, detail=none, tokenize='${TOKENIZER}')`,
  )
  gatherWords(db, 'words')
  const insert = db.prepare('INSERT INTO temp.words (rowid, text) VALUES (?, ?)')
  return {
    add: (row: number, fields: readonly string[]) => insert.run(row, fields.join('. ')),
    finish() {
      db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (temp, words, 'row')")
      db.exec(
        'CREATE TABLE documents_search_words (word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID, STRICT',
      )
      db.exec('INSERT INTO documents_search_words SELECT term, doc FROM temp.vocabulary ORDER BY term')
      db.exec('DROP TABLE temp.vocabulary')
      db.exec('DROP TABLE temp.words')
    },
  }
}
