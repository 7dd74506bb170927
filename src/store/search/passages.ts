import type Database from 'better-sqlite3'
import { BLOCK_PASSAGES, getPlace, type PlainPassage, passagesIn } from '../../bake/search/passages.ts'
import { createMarker, type Mark, type Marker, quoted, type Sought } from '../../rules/text/keyword.ts'
import { parseWords } from '../../rules/text/words.ts'

/** A passage of a document, verbatim, with the search words that occur in it. */
export interface Passage {
  field: string
  text: string
  /** The date that belongs to it, as text. */
  date: string | null
  marks: Mark[]
  /** How well it matches the search; 0 if none of the words occurs. */
  relevance: number
}

/** At this length, a passage's score is half that of its words alone. */
const HALF_LENGTH = 600

/**
 * The passages of some documents.
 * @param telling the weight of a word that occurs
 */
export function openPassages(db: Database.Database, telling: (word: string) => number) {
  const block = db.prepare<[number], string>('SELECT passages FROM documents_passages WHERE place = ?').pluck()
  // FTS5 ignores a row bound as a JavaScript number, because SQLite does not see it as an integer.
  const indexed = db
    .prepare<[string, number, number, number], number>(
      `SELECT rowid FROM documents_passages_words WHERE documents_passages_words MATCH +?
       AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) LIMIT 0 + ?`,
    )
    .pluck()

  function read(row: number, first = 0): PlainPassage[] {
    const passages = block.get(getPlace(row, first))
    return passages === undefined ? [] : passagesIn(JSON.parse(passages))
  }

  function candidates(row: number, sought: readonly Sought[]): PlainPassage[] {
    const first = read(row)
    if (first.length < BLOCK_PASSAGES || block.get(getPlace(row, BLOCK_PASSAGES)) === undefined) return first
    const words = sought.map(({ text, isPrefix }) => quoted(text) + (isPrefix ? ' *' : ''))
    const start = getPlace(row, 0)
    const found = indexed.all(words.join(' OR '), start, getPlace(row + 1, 0) - 1, BLOCK_PASSAGES)
    const blocks = new Map([[0, first]])
    return found.map((place) => {
      const at = (place - start) % BLOCK_PASSAGES
      const begin = place - start - at
      const passages = blocks.get(begin) ?? read(row, begin)
      blocks.set(begin, passages)
      return passages[at] as PlainPassage
    })
  }

  function marked(passage: PlainPassage, mark: Marker): Passage[] {
    const marks = mark(passage.text)
    if (marks.length === 0) return []
    const words = new Set(marks.flatMap(({ start, end }) => parseWords(passage.text.slice(start, end))))
    const matched = [...words].reduce((sum, word) => sum + telling(word), 0)
    return [{ ...passage, marks, relevance: matched / (1 + passage.text.length / HALF_LENGTH) }]
  }

  return {
    /** The passages that contain a search word, by row, the most relevant first. */
    matching(rows: readonly number[], sought: readonly Sought[]): Map<number, Passage[]> {
      const mark = createMarker(sought)
      return new Map(
        rows.flatMap((row) => {
          const found = candidates(row, sought).flatMap((passage) => marked(passage, mark))
          return found.length > 0 ? [[row, found.sort((a, b) => b.relevance - a.relevance)] as const] : []
        }),
      )
    },
    /** The first passages of a document in reading order, without marks. */
    first: (row: number, most: number): Passage[] =>
      read(row)
        .slice(0, most)
        .map((passage) => ({ ...passage, marks: [], relevance: 0 })),
  }
}
