import type Database from 'better-sqlite3'
import { anchor } from '../../rules/facets.ts'
import { quoted } from '../../rules/keyword.ts'
import { wordsOf } from '../../rules/words.ts'

/** A place in a text, in UTF-16 code units; `end` is exclusive. */
export interface Mark {
  start: number
  end: number
}

/** A passage of a document, exactly as it stands there, with the words of the search that occur in it. */
export interface Passage {
  field: string
  text: string
  /** The date that belongs to it, in words. */
  date: string | null
  marks: Mark[]
  /** How well it answers the search; 0 when no word of it occurs. */
  relevance: number
}

/** The passages of some documents. */
export interface Passages {
  /** The passages in which a word of the search occurs, by row, the most relevant first. */
  matching: (rows: readonly number[], words: string) => Map<number, Passage[]>
  /** The first passages of a document in reading order, without marks. */
  first: (row: number, most: number) => Passage[]
}

// Control characters cannot stand in a record's text.
const MARK_START = '\u0001'
const MARK_END = '\u0002'
/** As many passages of all documents together are looked at; of fewer documents at once when there are more. */
const MATCHING_MAX = 1_000
const MATCHING_MAX_OF_ONE = 200
/** A passage of this length says half of what its words say alone. */
const HALF_LENGTH = 600

type Row = [row: number, field: string, text: string, date: string | null, marked: string]

/** @param telling how much it says that a word occurs */
export function openPassages(db: Database.Database, telling: (word: string) => number): Passages {
  const marked = db
    .prepare<[string, string, string, number], Row>(
      `SELECT row, field, p.text, date, highlight(documents_passages_words, 0, ?, ?)
       FROM documents_passages_words AS w JOIN documents_passages AS p ON p.passage = w.rowid
       WHERE documents_passages_words MATCH ? LIMIT ?`,
    )
    .raw()
  const beginning = db.prepare<[number, number], Pick<Passage, 'field' | 'text' | 'date'>>(
    'SELECT field, text, date FROM documents_passages WHERE row = ? ORDER BY passage LIMIT ?',
  )

  function find(rows: readonly number[], words: string, most: number): Row[] {
    const match = `(${rows.map((row) => quoted(anchor(row))).join(' OR ')}) AND ${words}`
    return marked.all(MARK_START, MARK_END, match, most)
  }

  function passageOf([, field, text, date, withMarks]: Row): Passage {
    const marks = marksOf(withMarks)
    const words = new Set(marks.flatMap(({ start, end }) => wordsOf(text.slice(start, end))))
    const said = [...words].reduce((sum, word) => sum + telling(word), 0)
    return { field, text, date, marks, relevance: said / (1 + text.length / HALF_LENGTH) }
  }

  return {
    matching(rows, words) {
      if (rows.length === 0) return new Map()
      let found = find(rows, words, MATCHING_MAX)
      if (found.length === MATCHING_MAX) found = rows.flatMap((row) => find([row], words, MATCHING_MAX_OF_ONE))
      const groups = Map.groupBy(found, ([row]) => row)
      return new Map(
        [...groups].map(([row, passages]) => [row, passages.map(passageOf).sort((a, b) => b.relevance - a.relevance)]),
      )
    },
    first: (row, most) => beginning.all(row, most).map((passage) => ({ ...passage, marks: [], relevance: 0 })),
  }
}

/** The places of the marks in a text that has them in it, counted in the text without them. */
function marksOf(withMarks: string): Mark[] {
  const marks: Mark[] = []
  let written = 0
  for (const [index, piece] of withMarks.split(/[\u0001\u0002]/).entries()) {
    // Every other piece stands between two marks.
    if (index % 2 === 1) marks.push({ start: written, end: written + piece.length })
    written += piece.length
  }
  return marks
}
