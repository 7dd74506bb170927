import { parseSentences } from '../rules/text/sentences.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import type { StateSummary } from '../schema/wire/states.ts'
import { type Book, toSource } from './book.ts'
import type { Question } from './question.ts'
import { counted, dayText, joined, type Statement } from './statement.ts'
import { createMatcher } from './subject.ts'

const LISTED_MAX = 4

const getStates = ({ states }: Question, book: Book): StateSummary[] =>
  states.flatMap((code) => book.states.find((state) => state.code === code) ?? [])

/** Who runs the program of a state, from the sentence in its summary. */
export function whoLeads(question: Question, book: Book): Statement[] {
  return getStates(question, book).flatMap((state) => {
    const page = book.programPage(state.code)
    const [first] = parseSentences(state.summary ?? '')
    return page && first ? [{ text: `${state.name}: ${first}`, sources: [page] }] : []
  })
}

/** The initiatives of a state's plan. */
export function initiatives(question: Question, book: Book): Statement[] {
  const list = book.documents.find(
    ({ state, category, title }) => state === null && category === 'DATA' && /initiatives/i.test(title),
  )
  if (!list) return []
  return question.states.flatMap((code) => {
    const own = book.activities.filter(({ state }) => state === code).map(({ title }) => title)
    if (own.length === 0) return []
    const text = `${STATE_NAMES[code]} has ${counted(own.length, 'initiative')}: ${joined(own)}`
    return [{ text, sources: [toSource(list)] }]
  })
}

/** Critical access hospitals of the states in a question, or of the states with the most or fewest. */
export function criticalAccessHospitals(question: Question, book: Book): Statement[] {
  const list = book.documents.find(({ state, title }) => state === null && /hospital general information/i.test(title))
  if (!list) return []
  const sources = [toSource(list)]
  const known = book.states.flatMap(({ code, name, cahCount }) => (cahCount === null ? [] : [{ code, name, cahCount }]))
  if (question.states.length > 0) {
    return known
      .filter(({ code }) => question.states.includes(code))
      .map(({ name, cahCount }) => ({ text: `${name} has ${counted(cahCount, 'critical access hospital')}`, sources }))
  }
  if (!question.mentions('largest', 'smallest')) {
    const total = known.reduce((sum, { cahCount }) => sum + cahCount, 0)
    const text = `${counted(known.length, 'state')} have ${counted(total, 'critical access hospital')} in total`
    return [{ text, sources }]
  }
  const direction = question.mentions('smallest') ? -1 : 1
  const ranked = known.sort((a, b) => (b.cahCount - a.cahCount) * direction || compare(a.code, b.code))
  const last = ranked[(question.number ?? 1) - 1]
  const shown = ranked
    .filter(({ cahCount }) => last !== undefined && (cahCount - last.cahCount) * direction >= 0)
    .map(({ name, cahCount }) => `${name} (${cahCount})`)
  const what = `the ${direction === 1 ? 'most' : 'fewest'} critical access hospitals`
  const text = `${joined(shown)} ${shown.length === 1 ? 'has' : 'have'} ${what} of ${counted(known.length, 'state')}`
  return [{ text, sources }]
}

/** Rural residents of the states in a question, or of the states with the most or fewest. */
export function ruralResidents(question: Question, book: Book): Statement[] {
  const list = book.documents.find(({ state, title }) => state === null && /urban and rural population/i.test(title))
  if (!list) return []
  const sources = [toSource(list)]
  const known = [...new Map(book.allotments.map((row) => [row.state, row])).values()].flatMap(
    ({ state, stateName, ruralResidents }) => (ruralResidents === null ? [] : [{ state, stateName, ruralResidents }]),
  )
  const numberText = (count: number): string => count.toLocaleString('en-US')
  if (question.states.length > 0) {
    return question.states.flatMap((code) => {
      const { name, population, ruralPercent } = book.state(code)
      const rural = known.find(({ state }) => state === code)?.ruralResidents
      if (population === null || ruralPercent === null || rural === undefined) return []
      const text = `${name} had ${numberText(population)} residents in the 2020 census, ${numberText(rural)} (${ruralPercent.toFixed(1)}%) of them in rural areas`
      return [{ text, sources }]
    })
  }
  const direction = question.mentions('smallest') ? -1 : 1
  const ranked = known.sort((a, b) => (b.ruralResidents - a.ruralResidents) * direction || compare(a.state, b.state))
  const shown = ranked.slice(0, question.number ?? 1)
  const names = shown.map(({ stateName, ruralResidents }) => `${stateName} (${numberText(ruralResidents)})`)
  const what = `the ${direction === 1 ? 'most' : 'fewest'} residents in rural areas`
  if (names.length === 0) return []
  return [{ text: `${joined(names)} had ${what} of ${counted(known.length, 'state')} in the 2020 census`, sources }]
}

/** Upcoming events, nearest first. */
export function nextEvents(question: Question, subject: readonly string[], book: Book): Statement[] {
  const isAbout = createMatcher(subject)
  const types = eventTypes(question)
  const found = book.events
    .filter(({ status }) => status === 'UPCOMING' || status === 'TODAY')
    .filter(({ state }) => question.states.length === 0 || question.states.includes(state as StateCode))
    .filter(({ eventType }) => types.length === 0 || types.includes(eventType))
    .filter(({ title, description }) => subject.length === 0 || isAbout(`${title}. ${description ?? ''}`))
    .toSorted((a, b) => compare(a.startAt, b.startAt) || compare(a.id, b.id))
  return found.slice(0, question.number ?? LISTED_MAX - 1).map((event) => ({
    text: `${event.stateName ?? 'National'}: “${event.title}” is on ${dayText(event.startAt, event.timeZone)}`,
    sources: [{ id: event.id, list: 'events', title: event.title, url: event.sourceUrl }],
  }))
}

const TYPES: Readonly<Record<string, string>> = {
  ' town hall': 'TOWN_HALL',
  ' townhall': 'TOWN_HALL',
  ' webinar': 'WEBINAR',
  ' office hours': 'OFFICE_HOURS',
  ' conference': 'CONFERENCE',
  ' workshop': 'WORKSHOP',
}

const eventTypes = ({ text }: Question): string[] =>
  Object.entries(TYPES).flatMap(([words, type]) => (text.includes(words) ? [type] : []))
