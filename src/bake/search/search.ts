import type Database from 'better-sqlite3'
import { getResource } from '../../resources/index.ts'
import { formatAwardPassage, type PassageAward } from '../../rules/awards/award-coverage.ts'
import { getAwardeeNames } from '../../rules/awards/awardees.ts'
import { compare, parseSentences } from '../../rules/text/words.ts'
import type { PublishedLists } from '../publication.ts'
import { createTable, createTextTable, FOUND_BY_WORDS, TOKENIZER } from '../tables/create.ts'
import { sortRows } from '../tables/tables.ts'
import {
  getDates,
  getPlace,
  type IndexedDocument,
  type Passage,
  SEARCH_FIELDS,
  type SearchField,
  toSearched,
} from './search-fields.ts'

// Rows can be ranked, and words found by prefix. Without the index of one-letter prefixes, `a*` over 20,000 documents takes
// 35 ms instead of 2.5. One of two-letter prefixes would be half as large again as the index of whole words, and save
// `co*` 15 of 17 ms.
const STEMMED = `tokenize='porter ${TOKENIZER}'`
const RANKED = `content='', prefix='1', ${STEMMED}`

/** What a document of national scope gains in searches about the program as a whole. */
const getFavor = ({ state, url }: IndexedDocument['item']): number => {
  if (state !== null) return 0
  return new URL(url).hostname.endsWith('.gov') ? 2 : 0.75
}

/**
 * Writes the search tables, with rows in the order of the ids, so documents of equal relevance come in that order:
 * `documents_search` the full text, `documents_search_rows` the rows in the list of documents, `documents_search_words`
 * every word unstemmed, and the passages that are shown and quoted. Only one document with its full text is in memory at a
 * time.
 */
export function writeSearch(db: Database.Database, { documents, awards, texts }: PublishedLists): void {
  const columns = Object.keys(SEARCH_FIELDS)
  const index = createTextTable(db, 'documents_search', columns, RANKED)
  const rowColumns = ['row INTEGER PRIMARY KEY', 'listed INTEGER NOT NULL', 'stateName TEXT', 'favor REAL NOT NULL']
  const insertRow = createTable(db, 'documents_search_rows', rowColumns)
  const words = createTextTable(db, 'temp.words', columns, `detail=none, ${FOUND_BY_WORDS}`)
  const passages = openPassageWriter(db)
  // Rows that are only on file are nowhere quoted.
  const published = sortRows(getResource('awards'), awards).filter(({ isHeld }) => !isHeld)
  const toAwards = Map.groupBy(published, ({ item }) => item.sourceDocument.id)
  sortRows(getResource('documents'), documents)
    .map((document, place) => ({ document, listed: place + 1 }))
    .sort((a, b) => compare(a.document.record.id, b.document.record.id))
    .forEach(({ document, listed }, place) => {
      const row = place + 1
      const { id, text = texts.findText(id) } = document.record
      const indexed = { ...document, fullText: text }
      const searched = toSearched(indexed)
      const fields = Object.values(SEARCH_FIELDS).map(({ read }) => read(searched).join('. '))
      index.add(row, fields)
      words.add(row, fields)
      insertRow.run(row, listed, document.stateName, getFavor(document.item))
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

// About three hundred pages of text; the rest is searchable but not shown.
const PASSAGES_MAX = 5_000

/**
 * The passages for snippets and quotes: `documents_passages` has those of the rows of `documents_search`, each document's
 * from its first place on; `documents_awardees` the documents of each name of an awardee, by state.
 */
export function openPassageWriter(db: Database.Database) {
  const passages = createTextTable(db, 'documents_passages', ['field', 'text', 'date'], `columnsize=0, ${STEMMED}`)
  const awardeeColumns = ['name TEXT', 'stateName TEXT', 'row INTEGER']
  const insertAwardee = createTable(db, 'documents_awardees', awardeeColumns, 'name, stateName, row')
  return {
    /** @param awards those that the document lists */
    add(row: number, document: IndexedDocument, awards: readonly PassageAward[]): void {
      toPassages(document, awards.map(formatAwardPassage)).forEach(({ field, text, date }, index) => {
        passages.add(getPlace(row, index), [field, text, date])
      })
      const awardees = Map.groupBy(awards, ({ stateName }) => stateName.toLowerCase())
      for (const [stateName, ofState] of awardees) {
        const names = new Set(ofState.flatMap(({ awardeeName }) => getAwardeeNames(awardeeName)))
        for (const name of names) insertAwardee.run(name, stateName, row)
      }
    },
    finish: passages.finish,
  }
}

function toPassages(document: IndexedDocument, listed: readonly string[]): Passage[] {
  const { text: fullText, ...fields } = SEARCH_FIELDS
  return [
    ...Object.entries(fields).flatMap(([field, each]) => splitPassages(field, each, document)),
    ...getDates(document).map(({ label, date }) => ({ field: 'milestones', text: label, date })),
    ...listed.map((text) => ({ field: 'awards', text, date: null })),
    ...splitPassages('text', fullText, document),
  ].slice(0, PASSAGES_MAX)
}

function splitPassages(field: string, { read, passages }: SearchField, document: IndexedDocument): Passage[] {
  if (!passages) return []
  return read(document)
    .flatMap((text) => (passages === 'whole' ? [text] : parseSentences(text)))
    .map((text) => ({ field, text, date: null }))
}
