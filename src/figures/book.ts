import type { Allotment } from '../resources/allotments.ts'
import type { Award } from '../resources/awards.ts'
import type { Coverage } from '../resources/coverage.ts'
import { groupByAwardee } from '../rules/awardees.ts'
import type { Instant } from '../rules/moments.ts'
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

/** Reads whole published lists. */
export interface ListSource {
  /** The items of a list at an instant, in its order. */
  items: <List extends keyof PublishedLists>(list: List, now: Instant) => PublishedLists[List][]
  document: (id: string, now: Instant) => DocumentDetail
  state: (code: StateCode, now: Instant) => StateDetail
}

/** All awards to one organization of a state. */
export interface Awardee {
  name: string
  state: StateCode
  stateName: string
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

/** Opens the records. Lists are read on first use. */
export function openBook(source: ListSource, now: Instant): Book {
  const lists = new Map<string, readonly unknown[]>()
  const read = <List extends keyof PublishedLists>(list: List): readonly PublishedLists[List][] => {
    const known = lists.get(list) ?? source.items(list, now)
    lists.set(list, known)
    return known as readonly PublishedLists[List][]
  }
  let byUrl: Map<string, FigureSource> | undefined
  let byAwardee: Awardee[] | undefined
  const book: Book = {
    now,
    get states() {
      return read('states')
    },
    get allotments() {
      return read('allotments')
    },
    get awards() {
      return read('awards')
    },
    get documents() {
      return read('documents')
    },
    get opportunities() {
      return read('opportunities')
    },
    get events() {
      return read('events')
    },
    get coverage() {
      return read('coverage')
    },
    get activities() {
      return read('activities')
    },
    documentAt(url) {
      byUrl ??= new Map(book.documents.toReversed().map((document) => [document.url, sourceOf(document)]))
      return byUrl.get(url) ?? null
    },
    programPage(state) {
      const page = book.documents.find(
        (document) => document.state === state && document.title.includes('Transformation Program page'),
      )
      return page ? sourceOf(page) : null
    },
    awardees() {
      byAwardee ??= [...Map.groupBy(book.awards, ({ state }) => state).values()].flatMap((own) =>
        groupByAwardee(own).map(awardeeOf),
      )
      return byAwardee
    },
    state: (code) => source.state(code, now),
    description: (id) => source.document(id, now).description,
  }
  return book
}

export const sourceOf = ({ id, title, url }: Pick<Document, 'id' | 'title' | 'url'>): FigureSource => ({
  id,
  list: 'documents',
  title,
  url,
})

function awardeeOf(rows: Award[]): Awardee {
  const [first] = rows as [Award]
  return { name: first.awardeeName, state: first.state, stateName: first.stateName, rows }
}
