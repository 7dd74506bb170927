import { announcements, awardRows, awardsByName, rankings } from './award-readings.ts'
import type { Book } from './book.ts'
import { deadlines, eventsAhead, openings } from './date-readings.ts'
import {
  accessHospitals,
  allotted,
  anotherYear,
  leaders,
  people,
  plans,
  theProgram,
  totals,
  unanswerable,
} from './place-readings.ts'
import type { Question } from './question.ts'
import { NO_STATEMENTS, type Reading } from './reading.ts'
import type { Statement } from './statement.ts'

/** The readings of a question, in order of precedence. */
const READINGS: readonly Reading[] = [
  unanswerable,
  anotherYear,
  openings,
  deadlines,
  eventsAhead,
  announcements,
  leaders,
  plans,
  accessHospitals,
  people,
  theProgram,
  awardsByName,
  rankings,
  awardRows,
  allotted,
  totals,
]

/**
 * Answers a question about figures from the records.
 * @returns null when the question is about something else; no statements when no record answers it
 */
export function figuresFor(query: string, question: Question, book: Book): Statement[] | null {
  for (const read of READINGS) {
    const found = read(question, book, query)
    if (found) return found === NO_STATEMENTS ? null : found
  }
  return null
}
