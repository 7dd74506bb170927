import { createMatcher } from '../rules/text/widen.ts'
import { dateText, dayText, formatCount, formatList } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import type { Opportunity } from '../schema/wire/records.ts'
import { findDocument, findDueDates, PROGRAM_PAGE } from './documents.ts'
import type { Question, Token } from './question.ts'
import { getFilters, getToday, type Lists, type Statement, say, toSource } from './statement.ts'

const LISTED_MAX = 4
const DUE_MAX = 3
const APPLICABLE = ['OPEN', 'AMENDED', 'CLOSING_SOON']
const isOpen = ({ status }: Opportunity): boolean => APPLICABLE.includes(status)
const getDue = ({ dueDate }: Opportunity): number => Date.parse(dueDate ?? '9999-12-31')
const byDueDate = (a: Opportunity, b: Opportunity): number => getDue(a) - getDue(b) || compare(a.id, b.id)
const getName = ({ state }: Opportunity): string => (state === null ? 'Federal' : STATE_NAMES[state])
const getWords = (tokens: readonly Token[]): string[] => tokens.map(({ word }) => word)

async function findCalls(question: Question, lists: Lists, isForApplicants = false): Promise<Opportunity[]> {
  const { applicantType, amountMin, amountMax, ...filters } = getFilters('opportunities', question)
  return lists.find('opportunities', isForApplicants && applicantType ? { ...filters, applicantType } : filters)
}

/** The calls about a subject. */
function about(calls: readonly Opportunity[], words: string[]): Opportunity[] {
  const isAbout = createMatcher(words)
  return calls.filter(({ title, summary }) => isAbout(`${title}. ${summary ?? ''}`))
}

/** The solicitations that accept applications, or will, for the states, applicants and subject of a question. */
export async function openCalls(question: Question, lists: Lists, left: Token[]): Promise<Statement[]> {
  const [state] = question.states
  const all = await findCalls(question, lists)
  const forApplicants = await findCalls(question, lists, true)
  const subject = getWords(left.filter(({ names }) => names === undefined))
  const forThem = about(forApplicants.filter(isOpen), subject)
  const calls = (forThem.length > 0 ? forThem : about(all.filter(isOpen), getWords(left))).sort(byDueDate)
  const what = left.length > 0 ? ` for “${getWords(left).join(' ')}”` : ''
  if (calls.length > 0) {
    const where = formatList([...new Set(calls.map(getName))])
    const head = `${formatCount(calls.length, 'solicitation')}${what} ${calls.length === 1 ? 'is' : 'are'} known to be open on ${getToday(lists)}: ${where}`
    const shown = calls.slice(0, LISTED_MAX)
    return [say(head, shown.map(toCallSource)), ...shown.map((one) => sayDue(one, lists))]
  }
  const page = state ? await findDocument(lists, state, PROGRAM_PAGE) : getPast(all, lists).map(toCallSource)
  if (page.length === 0 || all.length === 0) return []
  const none = `Of the ${formatCount(all.length, 'solicitation')} recorded${question.stateNames && ` for ${question.stateNames}`}, none${what} is known to be open on ${getToday(lists)}`
  return [say(none, page.slice(0, DUE_MAX)), ...sayUnconfirmed(about(forApplicants, subject))]
}

/** The due dates that a question asks for: of solicitations, upcoming ones first, and of documents. */
export async function deadlines(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { mentions, states, filters, text } = question
  const isInMonth = 'dueAfter' in filters
  const isNext = mentions('next')
  const [year = ''] = isInMonth ? [] : (/20\d\d(?= )/.exec(text) ?? [])
  const isOfYear = ({ dueDate, title }: Opportunity): boolean => `${dueDate} ${title}`.includes(year)
  const calls = about(await findCalls(question, lists), getWords(left)).filter(isOfYear)
  const past = getPast(calls, lists)
  const isAhead = (one: Opportunity): boolean => isOpen(one) && (one.dueDate !== null || one.rolling)
  const ahead = calls.filter((one) => isAhead(one) && !(isNext && one.dueDate === null)).sort(byDueDate)
  const due = [...ahead, ...(isNext ? [] : past)].slice(0, question.number ?? LISTED_MAX)
  if ((isNext || isInMonth || year) && due.length === 0)
    return left.length > 0 ? null : sayNoneDue(question, lists, year)
  const stated = due.map((one) => sayDue(one, lists))
  if (stated.length > 0 && (isNext || isInMonth || states.length > 0)) return stated
  const sought = question.left(['state', 'program', 'federal', 'date', 'give', 'call', 'receive', 'apply', 'filler'])
  const words = [...getWords(sought), ...(mentions('apply') ? ['applications'] : [])]
  const labelled = await findDueDates(question, lists, words)
  const all = [...labelled, ...(states.length > 0 || left.length === 0 ? [] : stated)]
  return all.length > 0 ? all.slice(0, DUE_MAX) : null
}

/** Who may apply to the solicitations of states that say so; open ones first. */
export async function applicants(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const calls = about(await findCalls(question, lists), getWords(left)).filter((one) => one.applicantTypes.length > 0)
  if (calls.length === 0) return null
  const latest = calls.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || byDueDate(b, a))
  return latest.slice(0, LISTED_MAX).map((one) => {
    const applicants = `${isOpen(one) ? 'is' : 'was'} open to ${formatList(one.applicantTypes)}`
    return say(`${getName(one)}: “${one.title}” ${applicants}`, [toCallSource(one)])
  })
}

/** The calls that are past their due dates, latest first. */
const getPast = (calls: readonly Opportunity[], { now }: Lists): Opportunity[] =>
  calls.filter((one) => getDue(one) < now).sort((a, b) => byDueDate(b, a))

async function sayNoneDue({ states, stateNames, filters }: Question, lists: Lists, year: string): Promise<Statement[]> {
  const calls = await lists.find('opportunities', states.length > 0 ? { state: states } : {})
  const latest = getPast(calls, lists).slice(0, DUE_MAX)
  const { dueAfter, dueBefore } = filters as { dueAfter?: string; dueBefore?: string }
  const inMonth = dueAfter && dueBefore && `between ${dateText(dueAfter)} and ${dateText(dueBefore)}`
  const when = inMonth ?? (year ? `in ${year}` : `after ${getToday(lists)}`)
  const none = `No solicitation on file${stateNames && ` of ${stateNames}`} is known to be due ${when}`
  return latest.length > 0 ? [say(none, latest.map(toCallSource)), ...latest.map((one) => sayDue(one, lists))] : []
}

const sayUnconfirmed = (calls: readonly Opportunity[]): Statement[] =>
  calls
    .filter(({ statusBasis }) => statusBasis === 'UNCONFIRMED')
    .slice(0, LISTED_MAX)
    .map((one) => {
      const since = one.lastConfirmedAt === null ? '' : ` since ${dayText(one.lastConfirmedAt, one.timeZone)}`
      const text = `“${one.title}”${one.rolling ? ' has no deadline and' : ''} may still be open: no source has confirmed it${since}`
      return say(text, [toCallSource(one)])
    })

function sayDue(one: Opportunity, { now }: Lists): Statement {
  const { dueDate, rolling, timeZone, title, expectedBy, status } = one
  const undated = rolling ? 'accepts applications on a rolling basis, without a due date' : 'has no known due date'
  const expected = `is announced${expectedBy === null ? '' : `, expected by ${dateText(expectedBy)}`}`
  const due = dueDate && `${getDue(one) < now ? 'was' : 'is'} due on ${dayText(dueDate, timeZone)}`
  return say(`${getName(one)}: “${title}” ${due ?? (status === 'UPCOMING' ? expected : undated)}`, [toCallSource(one)])
}

const toCallSource = (one: Opportunity) => toSource(one, 'opportunities')

export async function nextEvents(question: Question, lists: Lists, left: Token[]): Promise<Statement[]> {
  const isAbout = createMatcher(getWords(left))
  const events = await lists.find('events', { ...getFilters('events', question), status: ['UPCOMING', 'TODAY'] })
  return events
    .filter(({ title, description }) => isAbout(`${title}. ${description ?? ''}`))
    .sort((a, b) => compare(a.startAt, b.startAt) || compare(a.id, b.id))
    .slice(0, question.number ?? DUE_MAX)
    .map((one) => {
      const text = `${one.stateName ?? 'National'}: “${one.title}” is on ${dayText(one.startAt, one.timeZone)}`
      return say(text, [toSource(one, 'events')])
    })
}
