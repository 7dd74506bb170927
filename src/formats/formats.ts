import type { z } from 'zod'
import type { DatePrecision } from '../schema/vocabularies.ts'

export interface CalendarEntry {
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

export interface Layout {
  item: z.ZodType
  /** The calendar entries of one record; null for a list without calendars. */
  calendar: ((record: never) => readonly CalendarEntry[]) | null
  /** The feed entry of one record; null for a list without feeds. */
  feed: ((record: never) => FeedEntry) | null
}

interface FormatFacts {
  /** The media types in requests, without parameters; the first is the usual one. */
  mediaTypes: readonly [string, ...string[]]
  title: string
  description: string
  /** What a list must have to be offered in it. */
  needs?: 'calendar' | 'feed'
}

/** Every format of lists, by the extension of its paths. The first is the default. */
export const FORMATS = {
  json: { mediaTypes: ['application/json'], title: 'JSON', description: 'The records in an envelope.' },
  ndjson: {
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    title: 'NDJSON',
    description: 'One record per line, streamed.',
  },
  csv: {
    mediaTypes: ['text/csv'],
    title: 'CSV',
    description:
      'A table for spreadsheets: a header, one column per scalar, values of lists joined by "; ", CRLF line ends. A cell that a spreadsheet would read as a formula starts with an apostrophe.',
  },
  ics: {
    mediaTypes: ['text/calendar'],
    title: 'iCalendar',
    description:
      'A calendar to subscribe to, without alarms. Entries are all-day if only the date is known, otherwise in their IANA time zone.',
    needs: 'calendar',
  },
  atom: {
    mediaTypes: ['application/atom+xml'],
    title: 'Atom',
    description: 'A feed for feed readers.',
    needs: 'feed',
  },
  jsonfeed: {
    mediaTypes: ['application/feed+json'],
    title: 'JSON Feed',
    description: 'A feed in JSON.',
    needs: 'feed',
  },
} as const satisfies Record<string, FormatFacts>

export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

export const getContentType = (format: Format): string =>
  `${FORMATS[format].mediaTypes[0]}; charset=utf-8${format === 'csv' ? '; header=present' : ''}`

export const getFormats = (layout: Pick<Layout, 'calendar' | 'feed'>): Format[] =>
  FORMAT_NAMES.filter((name) => {
    const { needs }: FormatFacts = FORMATS[name]
    return needs === undefined || layout[needs] !== null
  })
