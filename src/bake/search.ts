import type Database from 'better-sqlite3'
import { awards as awardList } from '../resources/awards.ts'
import { comparatorOf } from './order.ts'
import { openPassageWriter } from './passages.ts'
import type { Publication } from './publish.ts'
import { type IndexedDocument, SEARCH_FIELDS, TOKENIZER } from './search-fields.ts'

/**
 * Writes what the search reads, by rows in the order of the ids, so that equal documents come in that order:
 * `documents_search` the full text, `documents_search_bodies` the ready results, `documents_search_words` every word
 * as it is written, and the passages that are shown and quoted. One document is held at a time, with its full text.
 */
export function writeSearch(
  db: Database.Database,
  documents: Publication['documents'],
  { awards, texts }: Pick<Publication, 'awards' | 'texts'>,
): void {
  const rows = [...documents].sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  const ordered = [...awards].sort(comparatorOf(awardList.orders.default))
  const awardsOf = Map.groupBy(ordered, ({ item }) => item.sourceDocument.id)
  const index = openIndexWriter(db)
  const words = openWordWriter(db)
  const national = openNationalWriter(db)
  const passages = openPassageWriter(db)
  for (const [place, document] of rows.entries()) {
    const { record } = document
    const indexed = { ...document, fullText: record.text ?? texts.textOf(record.id) }
    const own = (awardsOf.get(record.id) ?? []).map(({ item }) => item)
    index.add(place + 1, indexed)
    words.add(place + 1, indexed)
    national.add(place + 1, indexed)
    passages.add(place + 1, indexed, own)
  }
  index.finish()
  words.finish()
  national.finish()
  passages.finish()
}

/** Writes one kind of rows, document by document. */
interface DocumentWriter {
  add: (row: number, document: IndexedDocument) => void
  finish: () => void
}

const FIELDS = Object.entries(SEARCH_FIELDS)

function openIndexWriter(db: Database.Database): DocumentWriter {
  const columns = FIELDS.map(([name]) => name).join(', ')
  db.exec(
    `CREATE VIRTUAL TABLE documents_search USING fts5 (${columns}, content='', prefix='1 2', tokenize='porter ${TOKENIZER}')`,
  )
  db.exec('CREATE TABLE documents_search_bodies (row INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const text = db.prepare(`INSERT INTO documents_search (rowid, ${columns}) VALUES (?${', ?'.repeat(FIELDS.length)})`)
  const body = db.prepare('INSERT INTO documents_search_bodies VALUES (?, ?)')
  return {
    add(row, document) {
      text.run(row, ...FIELDS.map(([, { read }]) => read(document).join('. ')))
      body.run(row, JSON.stringify(document.searchItem))
    },
    finish: () => db.exec("INSERT INTO documents_search (documents_search) VALUES ('optimize')"),
  }
}

/** How much the relevance of a document of national scope grows in a search about the program as a whole. */
const FAVOR = { federal: 8, other: 3 } as const

/** The documents of national scope, which come first in a search about the program as a whole. */
function openNationalWriter(db: Database.Database): DocumentWriter {
  db.exec('CREATE TABLE documents_search_national (row INTEGER PRIMARY KEY, favor REAL NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO documents_search_national VALUES (?, ?)')
  return {
    add(row, { searchItem: { state, url } }) {
      if (state !== null) return
      insert.run(row, new URL(url).hostname.endsWith('.gov') ? FAVOR.federal : FAVOR.other)
    },
    finish: () => {},
  }
}

/** Every word and facet of the documents, without accents and letter case but not stemmed, with the number of its documents. */
function openWordWriter(db: Database.Database): DocumentWriter {
  db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5 (text, content='', detail=none, tokenize='${TOKENIZER}')`)
  const insert = db.prepare('INSERT INTO temp.words (rowid, text) VALUES (?, ?)')
  return {
    add(row, document) {
      const all = FIELDS.flatMap(([, { read }]) => read(document))
      insert.run(row, all.join('. '))
    },
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
