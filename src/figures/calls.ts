import { compare, parseWords, toStem } from '../rules/text/words.ts'
import { type Instant, NATIONAL_ZONE, toIso } from '../rules/time/moments.ts'
import { STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { Lists } from './lists.ts'
import type { Question, Token } from './question.ts'
import { counted, dateText, dayText, type FigureSource, type Statement, toSource } from './statement.ts'
import { findProgramPage } from './states.ts'
import { createMatcher, findCategories } from './topic.ts'

const LISTED_MAX = 4
const APPLICABLE = ['OPEN', 'AMENDED', 'CLOSING_SOON']
/** The kinds of recipients as types of applicants. */
const APPLICANTS: Readonly<Record<string, string>> = {
  FQHC: 'HEALTH_CENTER',
  UNIVERSITY: 'EDUCATION',
  SCHOOL: 'EDUCATION',
  COUNTY: 'LOCAL_GOVERNMENT',
  CITY: 'LOCAL_GOVERNMENT',
  STATE_AGENCY: 'STATE_GOVERNMENT',
  COMPANY: 'BUSINESS',
}

const titleText = ({ title, summary }: Opportunity): string => [title, summary].filter(Boolean).join('. ')

/** The solicitations in the states of a question, those for the applicants that it names. */
function findCalls(
  { states, recipientKinds, text }: Question,
  lists: Lists,
  isForApplicants = false,
): Promise<Opportunity[]> {
  const types = recipientKinds.map((kind) => APPLICANTS[kind] ?? kind)
  const applicantType = / critical access | cahs? /.test(text) ? ['CRITICAL_ACCESS_HOSPITAL'] : types
  return lists.find('opportunities', {
    ...(states.length > 0 && { state: states }),
    ...(isForApplicants && applicantType.length > 0 && { applicantType }),
  })
}

/** The calls that a subject is about; if none is, those of the category that it names. */
function about(calls: readonly Opportunity[], left: readonly Token[]): Opportunity[] {
  const words = left.map(({ word }) => word)
  if (words.length === 0) return [...calls]
  const isAbout = createMatcher(words)
  const found = calls.filter((call) => isAbout(titleText(call)))
  const categories = found.length > 0 ? [] : findCategories(words)
  return found.length > 0
    ? found
    : calls.filter((call) => call.programCategories.some((one) => categories.includes(one)))
}

/** The solicitations that currently accept applications, for the states and subject of a question. */
export async function openCalls(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const own = await findCalls(question, lists)
  const isOpen = ({ status }: Opportunity): boolean => APPLICABLE.includes(status)
  const named = left.filter(({ names }) => names === undefined)
  const entities = left.filter(({ names }) => names !== undefined)
  const forThem = about((await findCalls(question, lists, true)).filter(isOpen), named)
  const found = (forThem.length > 0 ? forThem : about(own.filter(isOpen), left)).sort(byDueDate)
  const day = dayText(toIso(lists.now), NATIONAL_ZONE)
  const what = left.length > 0 ? ` for “${[...named, ...entities].map(({ word }) => word).join(' ')}”` : ''
  const [state] = question.states
  if (found.length === 0) {
    const unconfirmed = sayUnconfirmed(about(await findCalls(question, lists, true), named))
    const page = state && question.states.length === 1 ? await findProgramPage(state, lists) : null
    if (!state || !page || own.length === 0) return []
    const text = `Of the ${counted(own.length, 'solicitation')} recorded for ${STATE_NAMES[state]}, none${what} is known to be open on ${day}`
    return [{ text, sources: [page] }, ...unconfirmed]
  }
  const states = [...new Set(found.map((one) => getName(one.state)))]
  const where = states.length > LISTED_MAX * 2 ? counted(states.length, 'state') : states.join(', ')
  const head = `${counted(found.length, 'solicitation')}${what} ${found.length === 1 ? 'is' : 'are'} known to be open on ${day}: ${where}`
  const shown = found.slice(0, LISTED_MAX)
  return [
    { text: head.charAt(0).toUpperCase() + head.slice(1), sources: shown.map(toCallSource) },
    ...shown.map((one) => dueStatement(one, 'is')),
  ]
}

/** The solicitations that are expected to open. */
export async function forecasts(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const upcoming = (await findCalls(question, lists)).filter(({ status }) => status === 'UPCOMING')
  return about(upcoming, left)
    .slice(0, LISTED_MAX)
    .map((one) => ({
      text: `${getName(one.state)}: “${one.title}” is announced${one.expectedBy === null ? '' : `, expected by ${dateText(one.expectedBy)}`}`,
      sources: [toCallSource(one)],
    }))
}

/** The due dates of the solicitations in a question, upcoming dates first. */
export async function dueDates(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const own = (await findCalls(question, lists)).filter(({ dueDate, rolling }) => dueDate !== null || rolling)
  const isAbout = createMatcher(left.map(({ word }) => word))
  const titled = left.length > 0 ? own.filter(({ title }) => isAbout(title)) : own
  const found = titled.length > 0 ? titled : own.filter((one) => isAbout(titleText(one)))
  const isPast = (one: Opportunity): boolean => one.dueDate !== null && Date.parse(one.dueDate) < lists.now
  const ahead = found.filter((one) => !isPast(one) && APPLICABLE.includes(one.status)).sort(byDueDate)
  const past = found.filter(isPast).sort((a, b) => byDueDate(b, a))
  const chosen = [...ahead, ...past].slice(0, left.length > 0 ? LISTED_MAX - 1 : LISTED_MAX)
  return chosen.length > 0
    ? chosen.map((one) => dueStatement(one, isPast(one) ? 'was' : 'is'))
    : sayUnconfirmed(left.length > 0 ? found : [])
}

/** The calls that ended only because no source confirmed them. */
const sayUnconfirmed = (calls: readonly Opportunity[]): Statement[] =>
  calls
    .filter(({ statusBasis }) => statusBasis === 'UNCONFIRMED')
    .slice(0, LISTED_MAX)
    .map((one) => ({
      text: `“${one.title}”${one.rolling ? ' has no deadline and' : ''} may still be open: no source has confirmed it${one.lastConfirmedAt === null ? '' : ` since ${dayText(one.lastConfirmedAt, one.timeZone)}`}`,
      sources: [toCallSource(one)],
    }))

/** The next due date of all open solicitations. */
export async function nextDueDate(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const calls = await findCalls(question, lists)
  const open = calls.filter(({ status, dueDate }) => APPLICABLE.includes(status) && dueDate !== null)
  return about(open, left)
    .sort(byDueDate)
    .slice(0, question.number ?? 2)
    .map((one) => dueStatement(one, 'is'))
}

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
  return { text: `${getName(one.state)}: “${one.title}” ${due}`, sources: [toCallSource(one)] }
}

const toCallSource = ({ id, title, sourceUrl }: Opportunity): FigureSource => ({
  id,
  list: 'opportunities',
  title,
  url: sourceUrl,
})

/** Upcoming events, nearest first. */
export async function nextEvents(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[]> {
  const isAbout = createMatcher(left.map(({ word }) => word))
  const type = EVENT_TYPES.flatMap(([words, one]) => (question.text.includes(words) ? [one] : []))
  const events = await lists.find('events', {
    status: ['UPCOMING', 'TODAY'],
    ...(question.states.length > 0 && { state: question.states }),
    ...(type.length > 0 && { type }),
  })
  return events
    .filter(({ title, description }) => left.length === 0 || isAbout(`${title}. ${description ?? ''}`))
    .toSorted((a, b) => compare(a.startAt, b.startAt) || compare(a.id, b.id))
    .slice(0, question.number ?? LISTED_MAX - 1)
    .map((event) => ({
      text: `${event.stateName ?? 'National'}: “${event.title}” is on ${dayText(event.startAt, event.timeZone)}`,
      sources: [{ id: event.id, list: 'events', title: event.title, url: event.sourceUrl }],
    }))
}

const EVENT_TYPES = [
  [' town hall', 'TOWN_HALL'],
  [' townhall', 'TOWN_HALL'],
  [' webinar', 'WEBINAR'],
  [' office hours', 'OFFICE_HOURS'],
  [' conference', 'CONFERENCE'],
  [' workshop', 'WORKSHOP'],
] as const

/** Matches the label of a deadline. */
const IS_DUE = /\b(?:due|deadline|closes?|by|until|end|letter of intent)\b/i

/** The due dates of documents that match words, by their label and the document's title. */
export async function dueDatesOfDocuments(
  { states }: Question,
  lists: Lists,
  sought: readonly string[],
): Promise<Statement[]> {
  if (sought.length === 0) return []
  const stems = sought.map(toStem)
  const documents = await lists.find('documents', { state: states.length === 0 ? ['NONE'] : states })
  const dates = documents.flatMap((document) =>
    document.keyDates.filter(({ label }) => IS_DUE.test(label)).map(({ label, date }) => ({ document, label, date })),
  )
  const datesWith = (texts: (date: (typeof dates)[number]) => string) =>
    dates.filter((date) => {
      const words = new Set(parseWords(texts(date)).map(toStem))
      return stems.every((stem) => words.has(stem))
    })
  const labelled = datesWith(({ label }) => label)
  const found = labelled.length > 0 ? labelled : datesWith(({ label, document }) => `${label} ${document.title}`)
  const rank = ({ document }: (typeof dates)[number]): number =>
    Number(!new URL(document.url).hostname.endsWith('.gov'))
  const ordered = found.toSorted((a, b) => rank(a) - rank(b) || compare(a.document.id, b.document.id))
  const isRepeat = ({ label, date }: (typeof dates)[number], at: number): boolean =>
    ordered.slice(0, at).some((one) => one.label === label && one.date === date)
  const distinct = ordered.filter((one, at) => !isRepeat(one, at))
  return distinct.slice(0, LISTED_MAX - 1).map(({ document, label, date }) => ({
    text: `${document.title}: ${label}, ${dateText(date)}`,
    sources: [toSource(document)],
  }))
}
