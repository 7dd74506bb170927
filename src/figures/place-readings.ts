import { allAllotments, allotmentsOfStates } from './allotments.ts'
import { askedRows } from './asked-rows.ts'
import { awardSums } from './awards.ts'
import type { Book } from './book.ts'
import { criticalAccessHospitals, initiatives, ruralResidents, whoLeads } from './places.ts'
import { definition } from './program.ts'
import type { Question } from './question.ts'
import { FRAME, MONEY, orNull } from './reading.ts'
import type { Statement } from './statement.ts'

export function beyondTheRecords(question: Question): Statement[] | null {
  return question.isBeyond ? [] : null
}

/** A year without data. */
export function anotherYear({ fiscalYear, says, text }: Question, { allotments, awards }: Book): Statement[] | null {
  if (fiscalYear === null || says('event', 'apply') || / (?:due|deadlines?|reports?) /.test(text)) return null
  const isHeld = [...allotments, ...awards].some((row) => row.fiscalYear === fiscalYear)
  return !isHeld && says(...MONEY, 'largest', 'smallest') ? [] : null
}

export function leaders(question: Question, book: Book): Statement[] | null {
  const { says, text, states } = question
  if (states.length === 0 || !says('lead') || !/ (?:who|which|what) /.test(text)) return null
  const left = question.subject(...FRAME, 'lead', 'recipient', 'define', 'money')
  return left.length > 0 ? null : orNull(whoLeads(question, book))
}

export function plans(question: Question, book: Book): Statement[] | null {
  if (question.states.length === 0 || !question.says('initiative') || question.says('money', 'award', 'receive'))
    return null
  const left = question.subject(...FRAME, 'initiative', 'count', 'recipient', 'define', 'all')
  return left.length > 0 ? null : orNull(initiatives(question, book))
}

export function accessHospitals(question: Question, book: Book): Statement[] | null {
  const { says, text } = question
  if (!/ critical access | cahs? /.test(text) || says('award', 'receive', 'money')) return null
  const left = question.subject(...FRAME, 'clinicOfAccess', 'count', 'largest', 'smallest', 'all', 'define')
  return left.length > 0 ? null : orNull(criticalAccessHospitals(question, book))
}

export function people(question: Question, book: Book): Statement[] | null {
  const { says, states, text } = question
  if (!/ (?:people|population|residents?|inhabitants|lives?) /.test(text) || / per /.test(text)) return null
  if (says('money', 'award', 'allotment', 'receive', 'give')) return null
  if (states.length === 0 && !(says('largest', 'smallest') && / rural /.test(text))) return null
  const left = question.subject(...FRAME, 'people', 'share', 'count', 'largest', 'smallest', 'define')
  return left.length > 0 ? null : orNull(ruralResidents(question, book))
}

export function theProgram(question: Question, book: Book): Statement[] | null {
  const { says, states, namesProgram, text, subject } = question
  if (states.length > 0 || !(namesProgram || says('program'))) return null
  const asksWhat = / (?:what is|whats|what s|what does|explain|describe|define|about|purpose|meaning) /.test(text)
  const asksSize =
    / how (?:big|large|much money) | (?:total|size|budget) /.test(text) && !says('receive', 'award', 'allotment')
  if (!asksWhat && !asksSize) return null
  const left = subject(...FRAME, 'define', 'money', 'recipient', 'all', 'give')
  return left.length > 0 || says('average', 'median', 'largest', 'smallest') ? null : orNull(definition(book))
}

export function allotted(question: Question, book: Book): Statement[] | null {
  const { says, states } = question
  if (states.length === 0 || !says('receive', 'award', 'allotment', 'money', 'rank', 'resident')) return null
  const left = question.subject(...FRAME, ...MONEY, 'rank', 'resident', 'compare', 'all', 'define', 'share')
  if (left.length > 0) return null
  const rows = states.length === 1 && says('award') ? askedRows(question, [], book) : null
  return orNull([...allotmentsOfStates(question, book), ...(rows ? awardSums(question, rows, []) : [])])
}

export function totals(question: Question, book: Book): Statement[] | null {
  const { says, states } = question
  if (states.length > 0 || !says('money', 'average', 'median', 'allotment', 'award')) return null
  const left = question.subject(...FRAME, ...MONEY, 'all', 'define', 'share')
  if (left.length > 0 || !says('state', 'federal', 'program', 'all', 'average', 'median', 'allotment')) return null
  return orNull(allAllotments(question, book))
}
