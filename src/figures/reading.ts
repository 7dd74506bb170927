import type { Book } from './book.ts'
import type { Question } from './question.ts'
import type { Statement } from './statement.ts'
import type { Kind } from './vocabulary.ts'

/** One way to understand a question. Null: it asks for something else. No statements: no record answers it. */
export type Reading = (question: Question, book: Book, query: string) => Statement[] | null

/** Words that ask for money. */
export const MONEY: readonly Kind[] = ['money', 'award', 'allotment', 'receive', 'give', 'average', 'median', 'count']
/** Words that say nothing of what is asked for. */
export const FRAME: readonly Kind[] = ['state', 'program', 'federal', 'year', 'filler']
/** Words that a question about awards may be made of. */
export const AWARDS: readonly Kind[] = [...FRAME, ...MONEY, 'recipient', 'all', 'known', 'largest', 'smallest']

/** What a reading returns that knows the question to be about no figure, whatever the readings after it would take it for. */
export const NOTHING_ASKED: Statement[] = []

/** Statements as an answer; null when there are none. */
export const orNull = (statements: Statement[]): Statement[] | null => (statements.length > 0 ? statements : null)
