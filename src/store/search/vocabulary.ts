import type Database from 'better-sqlite3'
import { distance } from 'fastest-levenshtein'
import { LRUCache } from 'lru-cache'
import { once } from '../../rules/once.ts'
import { SYNONYMS } from '../../rules/text/synonyms.ts'
import { compare, fold } from '../../rules/text/words.ts'

const SHORTEST_CORRECTED = 4
/** Words of at least this length may have two wrong letters. */
const SHORTEST_TWICE_WRONG = 8
const NEAR_MAX = 3
const PREFIXED_MAX = 400
const COUNTS_MAX = 10_000
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
  const counts = new LRUCache<string, number>({ max: COUNTS_MAX, memoMethod: (word) => count.get(word) ?? 0 })
  const correctable = once(() => readCorrectable(db))

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
      const onceWrong = wordsNear(correctable(), word, 1)
      return onceWrong.length > 0 || word.length < SHORTEST_TWICE_WRONG ? onceWrong : wordsNear(correctable(), word, 2)
    },
    /** Known words with this prefix. */
    startingWith: (prefix: string): string[] => range.all(fold(prefix), `${fold(prefix)}\u{10ffff}`, PREFIXED_MAX),
  }
}

/** The possible corrections of a misspelled word, by their positions. */
interface Correctable {
  words: string[]
  documents: Uint32Array
  /** One bit per letter from a to z that occurs in a word. */
  letters: Int32Array
}

function readCorrectable(db: Database.Database): Correctable {
  const rows = db
    .prepare<[number], [word: string, documents: number]>(
      "SELECT word, documents FROM documents_search_words WHERE length(word) >= ? AND word NOT GLOB '*[0-9]*'",
    )
    .raw()
    .all(SHORTEST_CORRECTED - 1)
  const known = new Map(rows)
  for (const word of SYNONYM_WORDS) if (word.length >= SHORTEST_CORRECTED && !known.has(word)) known.set(word, 0)
  const words = [...known.keys()]
  return { words, documents: Uint32Array.from(known.values()), letters: Int32Array.from(words, getLetters) }
}

const FIRST_LETTER = 97
const LETTERS = 26

function getLetters(word: string): number {
  let letters = 0
  for (let place = 0; place < word.length; place += 1) {
    const letter = word.charCodeAt(place) - FIRST_LETTER
    if (letter >= 0 && letter < LETTERS) letters |= 1 << letter
  }
  return letters
}

/** The number of bits set in a word. */
function bitsIn(word: number): number {
  let bits = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) bits += 1
  return bits
}

/** The known words within this many wrong letters. Words with two wrong letters must share the first letter. */
function wordsNear({ words, documents, letters }: Correctable, word: string, errors: 1 | 2): string[] {
  const own = getLetters(word)
  const places: number[] = []
  for (let place = 0; place < words.length; place += 1) {
    // Each wrong letter removes a letter from the set, adds one, or both.
    if (bitsIn((letters[place] as number) ^ own) > 2 * errors) continue
    const known = words[place] as string
    if (Math.abs(known.length - word.length) > errors) continue
    const isNear =
      errors === 1
        ? distance(word, known) === 1 || isSwapped(word, known)
        : word[0] === known[0] && distance(word, known) === errors
    if (isNear) places.push(place)
  }
  const getDocuments = (place: number): number => documents[place] as number
  const getWord = (place: number): string => words[place] as string
  return places
    .sort((a, b) => getDocuments(b) - getDocuments(a) || compare(getWord(a), getWord(b)))
    .slice(0, NEAR_MAX)
    .map(getWord)
}

function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false
  let place = 0
  while (place < word.length && word[place] === known[place]) place += 1
  return (
    word[place] === known[place + 1] &&
    word[place + 1] === known[place] &&
    word.slice(place + 2) === known.slice(place + 2)
  )
}
