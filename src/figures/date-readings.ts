import type { Book } from './book.ts'
import { dueDates, forecasts, nextDueDate, openCalls } from './openings.ts'
import { nextEvents } from './places.ts'
import { dueDatesOfDocuments } from './program.ts'
import type { Question } from './question.ts'
import { FRAME, orNull } from './reading.ts'
import type { Statement } from './statement.ts'

export function openings(question: Question, book: Book): Statement[] | null {
  const { mentions, text } = question
  const isOpen = / (?:open|available) /.test(text) && mentions('award', 'money') && !/ how (?:much|many) /.test(text)
  const asks = mentions('call', 'apply') || isOpen
  if (!asks || (mentions('date') && !/ (?:right now|now|today|currently) /.test(text))) return null
  const subject = question.subject(
    ...FRAME,
    'open',
    'call',
    'apply',
    'award',
    'money',
    'next',
    'count',
    'recipient',
    'all',
  )
  if (mentions('open') || / (?:can|could) (?:i|we|\w+) apply /.test(text)) return openCalls(question, subject, book)
  return mentions('next') ? orNull(forecasts(question, subject, book)) : null
}

export function deadlines(question: Question, book: Book): Statement[] | null {
  const { mentions, text, states } = question
  const isEvent = / (?:town halls?|webinars?|events?|meetings?|office hours|workshops?|conferences?) /.test(text)
  const asks = / (?:when|deadlines?|due|closes?|closing|by what date|what day|until when|last day|how long) /.test(text)
  if (!asks || isEvent || !(mentions('apply') || / (?:deadlines?|due|closes?|closing|close|end|ends) /.test(text)))
    return null
  const subject = question.subject(
    ...FRAME,
    'date',
    'apply',
    'call',
    'open',
    'award',
    'money',
    'next',
    'receive',
    'give',
  )
  if (mentions('next') && !mentions('give')) return orNull(nextDueDate(question, subject, book))
  const named = [
    ...question.subject('state', 'program', 'federal', 'date', 'give', 'call', 'receive', 'apply', 'filler'),
    ...(mentions('apply') ? ['applications'] : []),
  ]
  const labelled = dueDatesOfDocuments(question, named, book)
  if (subject.length > 0) {
    const due = dueDates(question, subject, book)
    return orNull(states.length > 0 ? [...due, ...(due.length > 0 ? [] : labelled)] : [...labelled, ...due].slice(0, 3))
  }
  if (states.length > 0) return orNull(dueDates(question, subject, book))
  return orNull(labelled)
}

export function eventsAhead(question: Question, book: Book): Statement[] | null {
  const { mentions, text } = question
  const names = / (?:town halls?|townhalls?|webinars?|events?|meetings?|office hours|workshops?|conferences?) /.test(
    text,
  )
  if (!names || !mentions('next', 'date', 'open')) return null
  return nextEvents(
    question,
    question.subject(...FRAME, 'event', 'next', 'date', 'open', 'recipient', 'all', 'count'),
    book,
  )
}
