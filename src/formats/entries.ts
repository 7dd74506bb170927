import type { DatePrecision } from '../schema/vocabularies.ts'

/** One calendar entry, made from a record of a list that supports calendars. */
export interface CalendarEntry {
  /** Permanent id of the entry. */
  uid: string
  title: string
  /** Published timestamps. With precision DATE, only the day in `timeZone` counts. */
  start: { at: string; precision: DatePrecision }
  end: { at: string; precision: DatePrecision } | null
  /** IANA time zone. */
  timeZone: string
  isCancelled: boolean
  /** Whether it blocks time in the user's calendar; a deadline does not. */
  isBusy: boolean
  /** Plain text. */
  description: string | null
  address: string | null
  categories: readonly string[]
  createdAt: string
  updatedAt: string
}

/** One feed entry, made from a record of a list that supports feeds. */
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

/** The document data around the records of a response. */
export interface Frame {
  title: string
  description: string
  /** The URL of this response. */
  address: string
  /** The URL of the corresponding page. */
  home: string
  /** When any of it last changed, as a published timestamp. */
  updated: string
}
