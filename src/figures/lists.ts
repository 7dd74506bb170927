import type { ActivityDetail } from '../resources/activities.ts'
import type { Allotment } from '../resources/allotments.ts'
import type { Award } from '../resources/awards.ts'
import type { Commitment } from '../resources/commitments.ts'
import type { Coverage } from '../resources/coverage.ts'
import type { FilterValues } from '../resources/define.ts'
import { resource } from '../resources/index.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Document, DocumentDetail } from '../schema/wire/documents.ts'
import type { CalendarEvent } from '../schema/wire/events.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import type { StateDetail, StateSummary } from '../schema/wire/states.ts'
import type { Question } from './question.ts'

/** The lists that figures are read from, and what their endpoints of one record return. */
export interface ListItems {
  states: StateSummary
  allotments: Allotment
  awards: Award
  documents: Document
  opportunities: Opportunity
  events: CalendarEvent
  coverage: Coverage
  commitments: Commitment
  activities: Omit<ActivityDetail, 'description' | 'metrics' | 'initiativeNumber' | 'sourceUrl' | 'sourceDate'>
}
interface Details {
  states: StateDetail
  documents: DocumentDetail
  activities: ActivityDetail
}

/** The published lists at one instant, read with their own filters. */
export interface Lists {
  now: Instant
  find: <List extends keyof ListItems>(list: List, filters?: FilterValues) => Promise<ListItems[List][]>
  /** The record with this id. */
  read: <List extends keyof Details>(list: List, id: string) => Details[List]
}

/** What a question says about the filters that a list declares. */
export const getFilters = (list: keyof ListItems, { filters }: Question): FilterValues =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(resource(list).filters, name)))

/** The path of the rows that filters select, which a reader can open. */
export function formatPath(list: keyof ListItems, filters: FilterValues): string {
  const parameters = Object.entries(filters).map(([name, value]) => [name, String(value)] as [string, string])
  return `/${list}?${new URLSearchParams(parameters).toString().replaceAll('%2C', ',')}`
}
