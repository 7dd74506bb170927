import { compare } from '../rules/text/words.ts'
import { type Instant, NATIONAL_ZONE, toIso } from '../rules/time/moments.ts'
import { STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Book } from './book.ts'
import type { Question } from './question.ts'
import { counted, dateText, dayText, type FigureSource, type Statement } from './statement.ts'
import { about, createMatcher } from './subject.ts'

const LISTED_MAX = 4
const APPLICABLE = ['OPEN', 'AMENDED', 'CLOSING_SOON']

const titleText = ({ title, summary }: Opportunity): string => [title, summary].filter(Boolean).join('. ')

/** The solicitations that currently accept applications, for the states and subject of a question. */
export function openCalls(question: Question, subject: readonly string[], book: Book): Statement[] {
  const own = inStates(question, book)
  const open = own.filter(({ status }) => APPLICABLE.includes(status))
  const found = about(open, subject, titleText).sort(byDueDate)
  const day = dayText(toIso(book.now), NATIONAL_ZONE)
  const what = subject.length > 0 ? ` for “${subject.join(' ')}”` : ''
  const [state] = question.states
  if (found.length === 0) {
    const page = state && question.states.length === 1 ? book.programPage(state) : null
    if (!state || !page || own.length === 0) return []
    const text = `Of the ${counted(own.length, 'solicitation')} recorded for ${STATE_NAMES[state]}, none${what} is known to be open on ${day}`
    return [{ text, sources: [page] }]
  }
  const states = [...new Set(found.map((one) => getName(one.state)))]
  const where = states.length > LISTED_MAX * 2 ? counted(states.length, 'state') : states.join(', ')
  const head = `${counted(found.length, 'solicitation')}${what} ${found.length === 1 ? 'is' : 'are'} known to be open on ${day}: ${where}`
  const shown = found.slice(0, LISTED_MAX)
  return [
    { text: head.charAt(0).toUpperCase() + head.slice(1), sources: shown.map(toSource) },
    ...shown.map((one) => dueStatement(one, 'is')),
  ]
}

/** The solicitations that are expected to open. */
export function forecasts(question: Question, subject: readonly string[], book: Book): Statement[] {
  const found = about(
    inStates(question, book).filter(({ status }) => status === 'UPCOMING'),
    subject,
    titleText,
  )
  return found.slice(0, LISTED_MAX).map((one) => ({
    text: `${getName(one.state)}: “${one.title}” is announced${one.expectedBy === null ? '' : `, expected by ${dateText(one.expectedBy)}`}`,
    sources: [toSource(one)],
  }))
}

/** The due dates of the solicitations in a question, upcoming dates first. */
export function dueDates(question: Question, subject: readonly string[], book: Book): Statement[] {
  const own = inStates(question, book).filter(({ dueDate, rolling }) => dueDate !== null || rolling)
  const isAbout = createMatcher(subject)
  const titled = subject.length > 0 ? own.filter(({ title }) => isAbout(title)) : own
  const found = titled.length > 0 ? titled : own.filter((one) => isAbout(titleText(one)))
  const isPast = (one: Opportunity): boolean => one.dueDate !== null && Date.parse(one.dueDate) < book.now
  const ahead = found.filter((one) => !isPast(one) && APPLICABLE.includes(one.status)).sort(byDueDate)
  const past = found.filter(isPast).sort((a, b) => byDueDate(b, a))
  const chosen = [...ahead, ...past].slice(0, subject.length > 0 ? LISTED_MAX - 1 : LISTED_MAX)
  return chosen.map((one) => dueStatement(one, isPast(one) ? 'was' : 'is'))
}

/** The next due date of all open solicitations. */
export function nextDueDate(question: Question, subject: readonly string[], book: Book): Statement[] {
  const open = inStates(question, book).filter(({ status, dueDate }) => APPLICABLE.includes(status) && dueDate !== null)
  return about(open, subject, titleText)
    .sort(byDueDate)
    .slice(0, question.number ?? 2)
    .map((one) => dueStatement(one, 'is'))
}

const inStates = ({ states }: Question, { opportunities }: Book): Opportunity[] =>
  opportunities.filter(({ state }) => states.length === 0 || (state !== null && states.includes(state as StateCode)))

const getDue = ({ dueDate }: Opportunity): Instant =>
  dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate)

const byDueDate = (a: Opportunity, b: Opportunity): number => getDue(a) - getDue(b) || compare(a.id, b.id)

const getName = (state: string | null): string => (state === null ? 'Federal' : STATE_NAMES[state as StateCode])

function dueStatement(one: Opportunity, verb: 'is' | 'was'): Statement {
  const due =
    one.dueDate !== null
      ? `${verb} due on ${dayText(one.dueDate, one.timeZone)}`
      : one.rolling
        ? 'accepts applications on a rolling basis, without a due date'
        : 'has no known due date'
  return { text: `${getName(one.state)}: “${one.title}” ${due}`, sources: [toSource(one)] }
}

const toSource = ({ id, title, sourceUrl }: Opportunity): FigureSource => ({
  id,
  list: 'opportunities',
  title,
  url: sourceUrl,
})
