import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import { figuresFor } from './answer.ts'
import { type Book, type ListSource, openBook } from './book.ts'
import { type Chosen, readQuestion } from './question.ts'
import type { Statement } from './statement.ts'

/** Answers questions about figures from the published records. */
export interface Figures {
  /**
   * What the records say to a question. Null: it is about something else. No statements: no record answers it.
   * @param chosen states and year to which the search is limited, for a question that names none
   */
  answer: (query: string, chosen: Chosen, now: Instant) => Statement[] | null
}

/** A book is kept for each span in which no status changes; the last ones are enough. */
const BOOKS_MAX = 2

/**
 * Opens the figures of a bake. Lists are read when a question first asks for them.
 * @param until the instant until which all lists stay the same
 * @param isKnown whether a word occurs in the documents, so that it is no misspelled name of a state
 */
export function openFigures(
  source: ListSource,
  until: (now: Instant) => Instant,
  isKnown: (word: string) => boolean,
): Figures {
  const books = new LRUCache<Instant, Book>({ max: BOOKS_MAX })
  function bookAt(now: Instant): Book {
    const end = until(now)
    const known = books.get(end) ?? openBook(source, now)
    books.set(end, known)
    return known
  }
  return {
    answer: (query, chosen, now) => figuresFor(query, readQuestion(query, chosen, isKnown), bookAt(now)),
  }
}
