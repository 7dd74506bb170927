import type Database from 'better-sqlite3'
import { distance } from 'fastest-levenshtein'
import { fold } from '../../rules/fold.ts'

/** The words that the documents are written in, not stemmed. */
export interface Vocabulary {
  has: (word: string) => boolean
  /** In how many documents a word stands. */
  documents: (word: string) => number
  /** Known words of which one letter was changed, left out, added or swapped with its neighbour; the commonest first. */
  near: (word: string) => string[]
  /** Known words with this beginning. */
  startingWith: (prefix: string) => string[]
}

const SHORTEST_CORRECTED = 4
const NEAR_MAX = 3
const PREFIXED_MAX = 400

export function openVocabulary(db: Database.Database): Vocabulary {
  const count = db.prepare<[string], number>('SELECT documents FROM documents_search_words WHERE word = ?').pluck()
  const range = db
    .prepare<[string, string, number], string>(
      'SELECT word FROM documents_search_words WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
    )
    .pluck()
  let byLength: Map<number, Entry[]> | undefined

  return {
    has: (word) => count.get(word) !== undefined,
    documents: (word) => count.get(word) ?? 0,
    near(word) {
      if (word.length < SHORTEST_CORRECTED || /\d/.test(word)) return []
      byLength ??= readByLength(db)
      const found: Entry[] = []
      for (let length = word.length - 1; length <= word.length + 1; length += 1) {
        for (const entry of byLength.get(length) ?? []) if (isNear(word, entry.word)) found.push(entry)
      }
      return found
        .sort((a, b) => b.documents - a.documents || (a.word < b.word ? -1 : 1))
        .slice(0, NEAR_MAX)
        .map((entry) => entry.word)
    },
    startingWith: (prefix) => range.all(fold(prefix), `${fold(prefix)}\u{10ffff}`, PREFIXED_MAX),
  }
}

interface Entry {
  word: string
  documents: number
}

function readByLength(db: Database.Database): Map<number, Entry[]> {
  const entries = db.prepare<[], Entry>('SELECT word, documents FROM documents_search_words').all()
  return Map.groupBy(entries, ({ word }) => word.length)
}

const isNear = (word: string, known: string): boolean => distance(word, known) === 1 || isSwapped(word, known)

function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false
  let place = 0
  while (word[place] === known[place]) place += 1
  return (
    word[place] === known[place + 1] &&
    word[place + 1] === known[place] &&
    word.slice(place + 2) === known.slice(place + 2)
  )
}
