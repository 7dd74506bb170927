import type Database from 'better-sqlite3'
import type { DocumentTexts } from '../../records/texts.ts'
import type { Award } from '../../resources/awards.ts'
import type { SearchableDocument } from '../../resources/documents.ts'
import { resource } from '../../resources/index.ts'
import type { Row } from '../../resources/publishing.ts'
import { compare } from '../../rules/text/words.ts'
import { createTable, createTextTable, TOKENIZER } from '../tables/create.ts'
import { inOrder } from '../tables/tables.ts'
import { openPassageWriter } from './passages.ts'
import { SEARCH_FIELDS } from './search-fields.ts'

interface Searched {
  documents: readonly SearchableDocument[]
  awards: readonly Row<Award>[]
  texts: DocumentTexts
}

// Rows can be ranked, and words found by prefix. Without the index of one-letter prefixes, `a*` over 20,000 documents takes
// 35 ms instead of 2.5. One of two-letter prefixes would be half as large again as the index of whole words, and save
// `co*` 15 of 17 ms.
const RANKED = `prefix='1', tokenize='porter ${TOKENIZER}'`

/** The relevance factor for documents of national scope in searches about the program as a whole. */
const FAVOR = { federal: 2, other: 0.75 } as const

/**
 * Writes the search tables, with rows in the order of the ids, so documents of equal relevance come in that order:
 * `documents_search` the full text, `documents_search_rows` the rows in the list of documents, `documents_search_words`
 * every word unstemmed, `documents_search_national` the documents that come first in a search about the whole program, and
 * the passages that are shown and quoted. Only one document with its full text is in memory at a time.
 */
export function writeSearch(db: Database.Database, { documents, awards, texts }: Searched): void {
  const index = createTextTable(db, 'documents_search', Object.keys(SEARCH_FIELDS), RANKED)
  const rowColumns = ['row INTEGER PRIMARY KEY', 'listed INTEGER NOT NULL', 'stateName TEXT']
  const insertRow = createTable(db, 'documents_search_rows', rowColumns)
  const nationalColumns = ['row INTEGER PRIMARY KEY', 'favor REAL NOT NULL']
  const insertNational = createTable(db, 'documents_search_national', nationalColumns)
  const words = createTextTable(db, 'temp.words', ['text'], `columnsize=0, detail=none, tokenize='${TOKENIZER}'`)
  const passages = openPassageWriter(db)
  const toAwards = Map.groupBy(inOrder(resource('awards'), awards), ({ item }) => item.sourceDocument.id)
  inOrder(resource('documents'), documents)
    .map((document, place) => ({ document, listed: place + 1 }))
    .sort((a, b) => compare(a.document.record.id, b.document.record.id))
    .forEach(({ document, listed }, place) => {
      const row = place + 1
      const { id, text = texts.findText(id) } = document.record
      const indexed = { ...document, fullText: text }
      const fields = Object.values(SEARCH_FIELDS).map(({ read }) => read(indexed).join('. '))
      index.add(row, fields)
      words.add(row, [fields.join('. ')])
      insertRow.run(row, listed, document.stateName)
      const { state, url } = document.item
      if (state === null) insertNational.run(row, new URL(url).hostname.endsWith('.gov') ? FAVOR.federal : FAVOR.other)
      passages.add(row, indexed, toAwards.get(id)?.map(({ item }) => item) ?? [])
    })
  index.finish()
  passages.finish()
  createTable(db, 'documents_search_words', ['word TEXT', 'documents INTEGER NOT NULL'], 'word')
  db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (temp, words, 'row')")
  db.exec('INSERT INTO documents_search_words SELECT term, doc FROM temp.vocabulary ORDER BY term')
  db.exec('DROP TABLE temp.vocabulary')
  db.exec('DROP TABLE temp.words')
}
