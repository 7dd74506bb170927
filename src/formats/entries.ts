import type { DatePrecision } from '../schema/vocabularies.ts'

/** One entry of a calendar. A list that is offered as a calendar makes them from its records. */
export interface CalendarEntry {
  /** The same for the same entry at all times. */
  uid: string
  title: string
  /** Published timestamps. Of a moment known as a DATE, only its day in `timeZone` counts. */
  start: { at: string; precision: DatePrecision }
  end: { at: string; precision: DatePrecision } | null
  /** IANA time zone. */
  timeZone: string
  isCancelled: boolean
  /** Whether it takes time in the reader's calendar; a deadline does not. */
  isBusy: boolean
  /** Plain text. */
  description: string | null
  address: string | null
  categories: readonly string[]
  createdAt: string
  updatedAt: string
}

/** One entry of a feed. A list that is offered as a feed makes them from its records. */
export interface FeedEntry {
  /** The UUID of the record. */
  id: string
  title: string
  /** Plain text. */
  text: string | null
  address: string | null
  /** Published timestamps. */
  published: string | null
  updated: string
  categories: readonly string[]
}
