import type { Book } from './book.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'
import type { Kind } from './vocabulary.ts'

/** One way to read a question. Null if it asks for something else; no statements if no record answers it. */
export type Reading = (question: Question, book: Book, query: string) => Statement[] | null

/** Words that ask for money. */
export const MONEY: readonly Kind[] = ['money', 'award', 'allotment', 'receive', 'give', 'average', 'median', 'count']
/** Words that do not tell what is requested. */
export const FRAME: readonly Kind[] = ['state', 'program', 'federal', 'year', 'filler']
/** Words that may occur in a question about awards. */
export const AWARDS: readonly Kind[] = [...FRAME, ...MONEY, 'recipient', 'all', 'known', 'largest', 'smallest']

/** Returned by a reading that knows that the question is not about figures, which ends the search for a reading. */
export const NO_STATEMENTS: Statement[] = []

/** The statements; null if there are none. */
export const orNull = (statements: Statement[]): Statement[] | null => (statements.length > 0 ? statements : null)
