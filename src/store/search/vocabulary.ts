import type Database from 'better-sqlite3'
import { distance } from 'fastest-levenshtein'
import { LRUCache } from 'lru-cache'
import { once } from '../../rules/once.ts'
import { SYNONYMS } from '../../rules/text/synonyms.ts'
import { compare, fold } from '../../rules/text/words.ts'

const SHORTEST_CORRECTED = 4
/** Words of at least this length may have two wrong letters. */
const SHORTEST_TWICE_WRONG = 8
const PREFIXED_MAX = 400
const SYNONYM_WORDS: ReadonlySet<string> = new Set(SYNONYMS.flat().flatMap((entry) => entry.split(' ')))

export type Vocabulary = ReturnType<typeof openVocabulary>

/** The vocabulary of the documents, unstemmed. */
export function openVocabulary(db: Database.Database) {
  const count = db.prepare<[string], number>('SELECT documents FROM documents_search_words WHERE word = ?').pluck()
  const range = db
    .prepare<[string, string, number], string>(
      'SELECT word FROM documents_search_words WHERE word >= +? AND word < +? ORDER BY word LIMIT 0 + ?',
    )
    .pluck()
  const counts = new LRUCache<string, number>({ max: 10_000, memoMethod: (word) => count.get(word) ?? 0 })
  /** The possible corrections of a misspelled word, with their numbers of documents. */
  const getCorrectable = once(() => {
    const rows = db
      .prepare<[number], [word: string, documents: number]>(
        "SELECT word, documents FROM documents_search_words WHERE length(word) >= ? AND word NOT GLOB '*[0-9]*'",
      )
      .raw()
      .all(SHORTEST_CORRECTED - 1)
    const unused = [...SYNONYM_WORDS].filter((word) => word.length >= SHORTEST_CORRECTED)
    return new Map([...unused.map((word) => [word, 0] as const), ...rows])
  })
  const documents = (word: string): number => counts.memo(word)

  return {
    /** Whether a word occurs in the documents or in the table of synonyms. */
    has: (word: string): boolean => SYNONYM_WORDS.has(word) || documents(word) > 0,
    /** The number of documents that contain a word. */
    documents,
    /**
     * Known words, or words of the synonyms, with one letter changed, missing, added or swapped with its neighbor; for a
     * long word without any, those two letters away. The most common first.
     */
    near(word: string): string[] {
      if (word.length < SHORTEST_CORRECTED || /\d/.test(word)) return []
      const onceWrong = findWordsNear(getCorrectable(), word, 1)
      return onceWrong.length > 0 || word.length < SHORTEST_TWICE_WRONG
        ? onceWrong
        : findWordsNear(getCorrectable(), word, 2)
    },
    /** Known words with this prefix. */
    startingWith: (prefix: string): string[] => range.all(fold(prefix), `${fold(prefix)}\u{10ffff}`, PREFIXED_MAX),
  }
}

/** The known words within this many wrong letters. Words with two wrong letters must share the first letter. */
function findWordsNear(correctable: ReadonlyMap<string, number>, word: string, errors: 1 | 2): string[] {
  const isNear = (other: string): boolean => {
    if (Math.abs(other.length - word.length) > errors) return false
    if (errors === 2) return word[0] === other[0] && distance(word, other) === 2
    return distance(word, other) === 1 || isSwapped(word, other)
  }
  return [...correctable]
    .filter(([other]) => isNear(other))
    .sort(([a, m], [b, n]) => n - m || compare(a, b))
    .slice(0, 3)
    .map(([other]) => other)
}

/** Whether two neighboring letters of a word are swapped in the known one. */
function isSwapped(word: string, other: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== other[index])
  return other === word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
}
