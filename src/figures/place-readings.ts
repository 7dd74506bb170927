import { allAllotments, allotmentsOfStates } from './allotments.ts'
import { awardSums } from './awards.ts'
import type { Book } from './book.ts'
import { criticalAccessHospitals, initiatives, ruralResidents, whoLeads } from './places.ts'
import { definition } from './program.ts'
import type { Question } from './question.ts'
import { FRAME, MONEY, orNull } from './reading.ts'
import { requestedRows } from './requested-rows.ts'
import type { Statement } from './statement.ts'

export function unanswerable(question: Question): Statement[] | null {
  return question.isBeyond ? [] : null
}

/** A year without data. */
export function anotherYear(
  { fiscalYear, mentions, text }: Question,
  { allotments, awards }: Book,
): Statement[] | null {
  if (fiscalYear === null || mentions('event', 'apply') || / (?:due|deadlines?|reports?) /.test(text)) return null
  const isKnownYear = [...allotments, ...awards].some((row) => row.fiscalYear === fiscalYear)
  return !isKnownYear && mentions(...MONEY, 'largest', 'smallest') ? [] : null
}

export function leaders(question: Question, book: Book): Statement[] | null {
  const { mentions, text, states } = question
  if (states.length === 0 || !mentions('lead') || !/ (?:who|which|what) /.test(text)) return null
  const left = question.subject(...FRAME, 'lead', 'recipient', 'define', 'money')
  return left.length > 0 ? null : orNull(whoLeads(question, book))
}

export function plans(question: Question, book: Book): Statement[] | null {
  if (
    question.states.length === 0 ||
    !question.mentions('initiative') ||
    question.mentions('money', 'award', 'receive')
  )
    return null
  const left = question.subject(...FRAME, 'initiative', 'count', 'recipient', 'define', 'all')
  return left.length > 0 ? null : orNull(initiatives(question, book))
}

export function accessHospitals(question: Question, book: Book): Statement[] | null {
  const { mentions, text } = question
  if (!/ critical access | cahs? /.test(text) || mentions('award', 'receive', 'money')) return null
  const left = question.subject(...FRAME, 'clinicOfAccess', 'count', 'largest', 'smallest', 'all', 'define')
  return left.length > 0 ? null : orNull(criticalAccessHospitals(question, book))
}

export function people(question: Question, book: Book): Statement[] | null {
  const { mentions, states, text } = question
  if (!/ (?:people|population|residents?|inhabitants|lives?) /.test(text) || / per /.test(text)) return null
  if (mentions('money', 'award', 'allotment', 'receive', 'give')) return null
  if (states.length === 0 && !(mentions('largest', 'smallest') && / rural /.test(text))) return null
  const left = question.subject(...FRAME, 'people', 'share', 'count', 'largest', 'smallest', 'define')
  return left.length > 0 ? null : orNull(ruralResidents(question, book))
}

export function theProgram(question: Question, book: Book): Statement[] | null {
  const { mentions, states, namesProgram, text, subject } = question
  if (states.length > 0 || !(namesProgram || mentions('program'))) return null
  const asksWhat = / (?:what is|whats|what s|what does|explain|describe|define|about|purpose|meaning) /.test(text)
  const asksSize =
    / how (?:big|large|much money) | (?:total|size|budget) /.test(text) && !mentions('receive', 'award', 'allotment')
  if (!asksWhat && !asksSize) return null
  const left = subject(...FRAME, 'define', 'money', 'recipient', 'all', 'give')
  return left.length > 0 || mentions('average', 'median', 'largest', 'smallest') ? null : orNull(definition(book))
}

export function allotted(question: Question, book: Book): Statement[] | null {
  const { mentions, states } = question
  if (states.length === 0 || !mentions('receive', 'award', 'allotment', 'money', 'rank', 'resident')) return null
  const left = question.subject(...FRAME, ...MONEY, 'rank', 'resident', 'compare', 'all', 'define', 'share')
  if (left.length > 0) return null
  const rows = states.length === 1 && mentions('award') ? requestedRows(question, [], book) : null
  return orNull([...allotmentsOfStates(question, book), ...(rows ? awardSums(question, rows, []) : [])])
}

export function totals(question: Question, book: Book): Statement[] | null {
  const { mentions, states } = question
  if (states.length > 0 || !mentions('money', 'average', 'median', 'allotment', 'award')) return null
  const left = question.subject(...FRAME, ...MONEY, 'all', 'define', 'share')
  if (left.length > 0 || !mentions('state', 'federal', 'program', 'all', 'average', 'median', 'allotment')) return null
  return orNull(allAllotments(question, book))
}
