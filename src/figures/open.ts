import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/moments.ts'
import { figuresFor } from './answer.ts'
import { type Book, type ListSource, openBook } from './book.ts'
import { readQuestion, type SelectedFilters } from './question.ts'
import type { Statement } from './statement.ts'

/** Answers questions about figures from the published records. */
export interface Figures {
  /**
   * Answers a question from the records. Null if it is about something else; no statements if no record answers it.
   * @param chosen states and year of the search filters, for a question without them
   */
  answer: (query: string, chosen: SelectedFilters, now: Instant) => Statement[] | null
}

/** A book is cached for each span without status changes. The latest ones are enough. */
const BOOKS_MAX = 2

/**
 * Opens the figures of a bake. Lists are read on first use.
 * @param until the instant until which all lists stay the same
 * @param isKnown whether a word occurs in the documents, so that it is not a misspelled state name
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
