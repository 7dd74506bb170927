import type Database from 'better-sqlite3'
import { anchor } from '../../rules/facets.ts'
import { quoted } from '../../rules/keyword.ts'
import { type Mark, type Marker, markerOf, type Sought } from '../../rules/marks.ts'
import { wordsOf } from '../../rules/words.ts'

/** A passage of a document, exactly as it is there, with the words of the search that occur in it. */
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
  /** The passages in which a sought word occurs, by row, the most relevant first. */
  matching: (rows: readonly number[], sought: readonly Sought[]) => Map<number, Passage[]>
  /** The first passages of a document in reading order, without marks. */
  first: (row: number, most: number) => Passage[]
}

/** A document with more passages than this is looked up in the index. */
const READ_MAX = 200
/** A passage of this length says half of what its words say alone. */
const HALF_LENGTH = 600

type Plain = Pick<Passage, 'field' | 'text' | 'date'>

/** @param telling how much it says that a word occurs */
export function openPassages(db: Database.Database, telling: (word: string) => number): Passages {
  const beginning = db.prepare<[number, number], Plain>(
    'SELECT field, text, date FROM documents_passages WHERE row = ? ORDER BY passage LIMIT ?',
  )
  const indexed = db.prepare<[string, number], Plain>(
    `SELECT field, p.text, date FROM documents_passages_words AS w JOIN documents_passages AS p ON p.passage = w.rowid
     WHERE documents_passages_words MATCH ? LIMIT ?`,
  )

  function candidates(row: number, sought: readonly Sought[]): Plain[] {
    const read = beginning.all(row, READ_MAX + 1)
    if (read.length <= READ_MAX) return read
    const words = sought.map(({ text, isPrefix }) => quoted(text) + (isPrefix ? ' *' : ''))
    return indexed.all(`${quoted(anchor(row))} AND (${words.join(' OR ')})`, READ_MAX)
  }

  function marked(passage: Plain, mark: Marker): Passage[] {
    const marks = mark(passage.text)
    if (marks.length === 0) return []
    const words = new Set(marks.flatMap(({ start, end }) => wordsOf(passage.text.slice(start, end))))
    const said = [...words].reduce((sum, word) => sum + telling(word), 0)
    return [{ ...passage, marks, relevance: said / (1 + passage.text.length / HALF_LENGTH) }]
  }

  return {
    matching(rows, sought) {
      const mark = markerOf(sought)
      return new Map(
        rows.flatMap((row) => {
          const found = candidates(row, sought).flatMap((passage) => marked(passage, mark))
          return found.length > 0 ? [[row, found.sort((a, b) => b.relevance - a.relevance)] as const] : []
        }),
      )
    },
    first: (row, most) => beginning.all(row, most).map((passage) => ({ ...passage, marks: [], relevance: 0 })),
  }
}
