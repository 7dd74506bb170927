import type { Allotment } from '../resources/allotments.ts'
import type { Award } from '../resources/awards.ts'
import type { Coverage } from '../resources/coverage.ts'
import { awardeeWords, groupByAwardee } from '../rules/awards/awardees.ts'
import { once } from '../rules/once.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { StateCode } from '../schema/vocabularies.ts'
import type { Document, DocumentDetail } from '../schema/wire/documents.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { StateDetail, StateSummary } from '../schema/wire/states.ts'
import type { FigureSource } from './statement.ts'

/** The published lists that figures are read from. */
export interface PublishedLists {
  states: StateSummary
  allotments: Allotment
  awards: Award
  documents: Document
  opportunities: Opportunity
  events: CalendarEvent
  coverage: Coverage
  activities: { state: StateCode; title: string; initiativeNumber: string | null }
}

/** Reads what a book needs. */
export interface BookSource {
  /** The items of a list at an instant, in its order. */
  items: <List extends keyof PublishedLists>(list: List, now: Instant) => readonly PublishedLists[List][]
  document: (id: string, now: Instant) => DocumentDetail
  state: (code: StateCode, now: Instant) => StateDetail
}

/** All awards to one organization of a state. */
export interface Awardee {
  name: string
  state: StateCode
  stateName: string
  /** The words of its name without its legal form. */
  words: string
  rows: Award[]
}

/** The records at one instant, for looking up figures. */
export interface Book extends PublishedRows {
  now: Instant
  /** The document at a URL, the first if there are several. */
  documentAt: (url: string) => FigureSource | null
  /** The program page of a state among the documents. */
  programPage: (state: StateCode) => FigureSource | null
  awardees: () => readonly Awardee[]
  /** The detail of a state. */
  state: (code: StateCode) => StateDetail
  /** The description of a document. */
  description: (id: string) => string | null
}
type PublishedRows = { [List in keyof PublishedLists]: readonly PublishedLists[List][] }

const LISTS = [
  'states',
  'allotments',
  'awards',
  'documents',
  'opportunities',
  'events',
  'coverage',
  'activities',
] as const satisfies (keyof PublishedLists)[]

const byUrl = derived(
  (documents: readonly Document[]) =>
    new Map(documents.toReversed().map((document) => [document.url, toSource(document)])),
)
const byState = derived((awards: readonly Award[]) => [...Map.groupBy(awards, ({ state }) => state).values()])
const toAwardees = derived((own: readonly Award[]) => groupByAwardee(own).map(toAwardee))
const awardeesIn = derived((awards: readonly Award[]) => byState(awards).flatMap(toAwardees))

/** The steps that derive the awardees of all awards, which takes long. */
export const awardeeSteps = (awards: readonly Award[]): (() => unknown)[] =>
  byState(awards).map((own) => () => toAwardees(own))

/** Opens the records. Lists are read on first use. */
export function openBook(source: BookSource, now: Instant): Book {
  const rows = {} as PublishedRows
  for (const list of LISTS) Object.defineProperty(rows, list, { get: once(() => source.items(list, now)) })
  return Object.assign(rows, {
    now,
    documentAt: (url: string) => byUrl(rows.documents).get(url) ?? null,
    programPage(state: StateCode) {
      const page = rows.documents.find(
        (document) => document.state === state && document.title.includes('Transformation Program page'),
      )
      return page ? toSource(page) : null
    },
    awardees: () => awardeesIn(rows.awards),
    state: (code: StateCode) => source.state(code, now),
    description: (id: string) => source.document(id, now).description,
  })
}

/** What is derived from a list, once. */
function derived<Item, Derived>(derive: (items: readonly Item[]) => Derived): (items: readonly Item[]) => Derived {
  const known = new WeakMap<readonly Item[], Derived>()
  return (items) => {
    const made = known.get(items) ?? derive(items)
    known.set(items, made)
    return made
  }
}

export const toSource = ({ id, title, url }: Pick<Document, 'id' | 'title' | 'url'>): FigureSource => ({
  id,
  list: 'documents',
  title,
  url,
})

function toAwardee(rows: Award[]): Awardee {
  const [first] = rows as [Award]
  return {
    name: first.awardeeName,
    state: first.state,
    stateName: first.stateName,
    words: awardeeWords(first.awardeeName),
    rows,
  }
}
