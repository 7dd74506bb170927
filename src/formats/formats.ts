import type { z } from 'zod'
import type { CalendarEntry, FeedEntry } from './entries.ts'

/** What a format needs to know of a list. */
export interface Layout {
  item: z.ZodType
  /** The calendar entries of one record; null for a list that is no calendar. */
  calendar: ((record: never) => readonly CalendarEntry[]) | null
  /** The feed entry of one record; null for a list that is no feed. */
  feed: ((record: never) => FeedEntry) | null
}

/** Everything that can be said of a format without loading what writes it. */
interface FormatFacts {
  /** What stands at the end of a path, after the dot. */
  suffix: string
  /** As it is asked for, without parameters; the first is the usual one. */
  mediaTypes: readonly [string, ...string[]]
  /** As it is answered. */
  contentType: string
  title: string
  description: string
  isOffered: (layout: Pick<Layout, 'calendar' | 'feed'>) => boolean
}

const always = () => true
/** Every format in which lists are answered. The first is the default. */
export const FORMATS = {
  json: {
    suffix: 'json',
    mediaTypes: ['application/json'],
    contentType: 'application/json; charset=utf-8',
    title: 'JSON',
    description: 'The records in their envelope.',
    isOffered: always,
  },
  ndjson: {
    suffix: 'ndjson',
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    contentType: 'application/x-ndjson; charset=utf-8',
    title: 'NDJSON',
    description: 'One record a line, streamed.',
    isOffered: always,
  },
  csv: {
    suffix: 'csv',
    mediaTypes: ['text/csv'],
    contentType: 'text/csv; charset=utf-8; header=present',
    title: 'CSV',
    description:
      'A table for spreadsheets: a header, one column for each scalar, the values of lists joined by "; ", CRLF line ends. A cell that a spreadsheet would read as a formula begins with an apostrophe.',
    isOffered: always,
  },
  ics: {
    suffix: 'ics',
    mediaTypes: ['text/calendar'],
    contentType: 'text/calendar; charset=utf-8',
    title: 'iCalendar',
    description:
      'A calendar to subscribe to: all-day entries where only the day is known, the IANA time zone otherwise, no alarms.',
    isOffered: ({ calendar }) => calendar !== null,
  },
  atom: {
    suffix: 'atom',
    mediaTypes: ['application/atom+xml'],
    contentType: 'application/atom+xml; charset=utf-8',
    title: 'Atom',
    description: 'A feed for feed readers.',
    isOffered: ({ feed }) => feed !== null,
  },
  jsonfeed: {
    suffix: 'jsonfeed',
    mediaTypes: ['application/feed+json'],
    contentType: 'application/feed+json; charset=utf-8',
    title: 'JSON Feed',
    description: 'A feed in JSON.',
    isOffered: ({ feed }) => feed !== null,
  },
} as const satisfies Record<string, FormatFacts>

export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

/** The formats in which a list is answered. */
export const formatsOf = (layout: Pick<Layout, 'calendar' | 'feed'>): Format[] =>
  FORMAT_NAMES.filter((name) => FORMATS[name].isOffered(layout))
