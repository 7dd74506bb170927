import type Database from 'better-sqlite3'
import { awardPassage, type PassageAward } from '../../rules/awards/award-coverage.ts'
import { awardeeNames } from '../../rules/awards/awardees.ts'
import { parseSentences } from '../../rules/text/words.ts'
import { createTable, createTextTable, FOUND_BY_STEMS } from '../tables/create.ts'
import { getDates, type IndexedDocument, SEARCH_FIELDS, type SearchField } from './search-fields.ts'

// About three hundred pages of text; the rest is searchable but not shown.
const PASSAGES_MAX = 5_000

/** Passages are stored in blocks of this many; the words of a document with more than one block are indexed. */
export const BLOCK_PASSAGES = 200

/** The position of a document's passage, from 0, among the passages of all documents. */
export const getPlace = (row: number, index: number): number => row * 8_192 + index

/** A text exactly as it is in the document, or as the records have an award that it lists; with its date, if any. */
type Passage = string | [text: string, date: string]

/** The passages of a block by field, in reading order. */
export type Block = { [field: string]: Passage[] }

/** A passage of a block. */
export interface PlainPassage {
  field: string
  text: string
  date: string | null
}

/** The passages of a block. */
export const passagesIn = (block: Block): PlainPassage[] =>
  Object.entries(block).flatMap(([field, passages]) =>
    passages.map((passage) => {
      const [text, date = null] = [passage].flat()
      return { field, text: text as string, date }
    }),
  )

/**
 * The passages for snippets and quotes, by the rows of `documents_search`. `documents_passages` has blocks of passages
 * under the position of their first one; `documents_passages_words` the words of long documents by position;
 * `documents_awards` the documents of award rows, and `documents_awards_words` their words; `documents_awardees` the
 * documents of each name of an awardee, by state.
 */
export function openPassageWriter(db: Database.Database) {
  const insertBlock = createTable(db, 'documents_passages', ['place INTEGER PRIMARY KEY', 'passages TEXT NOT NULL'])
  const awardColumns = ['award INTEGER PRIMARY KEY', 'row INTEGER NOT NULL', 'length INTEGER NOT NULL']
  const insertAward = createTable(db, 'documents_awards', awardColumns)
  const awardeeColumns = ['name TEXT', 'stateName TEXT', 'row INTEGER']
  const insertAwardee = createTable(db, 'documents_awardees', awardeeColumns, 'name, stateName, row')
  const words = createTextTable(db, 'documents_passages_words', ['text'], FOUND_BY_STEMS)
  const awardWords = createTextTable(db, 'documents_awards_words', ['text'], FOUND_BY_STEMS)
  let award = 0
  return {
    /** @param awards those that the document lists */
    add(row: number, document: IndexedDocument, awards: readonly PassageAward[]): void {
      const listed = awards.map(awardPassage)
      const blocks = parseBlocks(document, listed)
      blocks.forEach((block, index) => {
        const first = getPlace(row, index * BLOCK_PASSAGES)
        insertBlock.run(first, JSON.stringify(block))
        if (blocks.length === 1) return
        passagesIn(block).forEach(({ text }, at) => {
          words.add(first + at, [text])
        })
      })
      for (const text of listed) {
        award += 1
        insertAward.run(award, row, [...text].length)
        awardWords.add(award, [text])
      }
      const awardees = Map.groupBy(awards, ({ stateName }) => stateName.toLowerCase())
      for (const [stateName, ofState] of awardees) {
        const names = new Set(ofState.flatMap(({ awardeeName }) => awardeeNames(awardeeName)))
        for (const name of names) insertAwardee.run(name, stateName, row)
      }
    },
    finish(): void {
      words.finish()
      awardWords.finish()
    },
  }
}

interface FieldPassage {
  field: string
  passage: Passage
}

function parseBlocks(document: IndexedDocument, listed: readonly string[]): Block[] {
  const passages = toPassages(document, listed)
  return Array.from({ length: Math.ceil(passages.length / BLOCK_PASSAGES) }, (_, index) => {
    const block: Block = {}
    for (const { field, passage } of passages.slice(index * BLOCK_PASSAGES, (index + 1) * BLOCK_PASSAGES)) {
      block[field] ??= []
      block[field].push(passage)
    }
    return block
  })
}

function toPassages(document: IndexedDocument, listed: readonly string[]): FieldPassage[] {
  const { text, ...fields } = SEARCH_FIELDS
  return [
    ...Object.entries(fields).flatMap(([field, each]) => fieldPassages(field, each, document)),
    ...getDates(document).map(({ label, date }) => ({ field: 'milestones', passage: [label, date] as Passage })),
    ...listed.map((passage) => ({ field: 'awards', passage })),
    ...fieldPassages('text', text, document),
  ].slice(0, PASSAGES_MAX)
}

function fieldPassages(field: string, { read, passages }: SearchField, document: IndexedDocument): FieldPassage[] {
  if (!passages) return []
  return read(document)
    .flatMap((text) => (passages === 'whole' ? [text] : parseSentences(text)))
    .map((passage) => ({ field, passage }))
}
