import type { z } from 'zod'
import { calendarOf } from './calendar.ts'
import { csvOf } from './csv.ts'
import type { CalendarEntry, FeedEntry } from './entries.ts'
import { atomOf, jsonFeedOf } from './feed.ts'
import type { Frame } from './frame.ts'

/** What a format needs to know of a list. */
export interface Layout {
  item: z.ZodType
  /** The calendar entries of one record; null for a list that is no calendar. */
  calendar: ((record: never) => readonly CalendarEntry[]) | null
  /** The feed entry of one record; null for a list that is no feed. */
  feed: ((record: never) => FeedEntry) | null
}

/** Records as the store keeps them: the JSON text of each, on one line. */
type Bodies = readonly string[]

interface Writing {
  layout: Layout
  bodies: Bodies
  frame: Frame
  /** Whether a table begins with a byte-order mark. */
  hasMark: boolean
}

/** Everything about one format. */
interface FormatFacts {
  /** What stands at the end of a path, after the dot. */
  suffix: string
  /** As it is asked for, without parameters. */
  mediaType: string
  /** As it is answered. */
  contentType: string
  title: string
  description: string
  isOffered: (layout: Pick<Layout, 'calendar' | 'feed'>) => boolean
  /** The text in parts; null for JSON, whose envelope is the list's own. */
  write: ((writing: Writing) => Iterable<string>) | null
}

const always = () => true
const entriesOf = <Entry>(bodies: Bodies, make: ((record: never) => Entry) | null): Entry[] =>
  make === null ? [] : bodies.map((body) => make(JSON.parse(body) as never))

/** Every format in which lists are answered. The first is the default. */
export const FORMATS = {
  json: {
    suffix: 'json',
    mediaType: 'application/json',
    contentType: 'application/json',
    title: 'JSON',
    description: 'The records in their envelope.',
    isOffered: always,
    write: null,
  },
  ndjson: {
    suffix: 'ndjson',
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    title: 'NDJSON',
    description: 'One record a line, streamed.',
    isOffered: always,
    write: ({ bodies }) => linesOf(bodies),
  },
  csv: {
    suffix: 'csv',
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    title: 'CSV',
    description:
      'A table for spreadsheets: a header, one column for each scalar, the values of lists joined by "; ", CRLF line ends. A cell that a spreadsheet would read as a formula begins with an apostrophe.',
    isOffered: always,
    write: ({ layout, bodies, hasMark }) => csvOf(layout.item, bodies, hasMark),
  },
  ics: {
    suffix: 'ics',
    mediaType: 'text/calendar',
    contentType: 'text/calendar; charset=utf-8',
    title: 'iCalendar',
    description:
      'A calendar to subscribe to: all-day entries where only the day is known, the IANA time zone otherwise, no alarms.',
    isOffered: ({ calendar }) => calendar !== null,
    write: ({ layout, bodies, frame }) => [calendarOf(entriesOf(bodies, layout.calendar).flat(), frame)],
  },
  atom: {
    suffix: 'atom',
    mediaType: 'application/atom+xml',
    contentType: 'application/atom+xml; charset=utf-8',
    title: 'Atom',
    description: 'A feed for feed readers.',
    isOffered: ({ feed }) => feed !== null,
    write: ({ layout, bodies, frame }) => [atomOf(entriesOf(bodies, layout.feed), frame)],
  },
  jsonfeed: {
    suffix: 'jsonfeed',
    mediaType: 'application/feed+json',
    contentType: 'application/feed+json; charset=utf-8',
    title: 'JSON Feed',
    description: 'A feed in JSON.',
    isOffered: ({ feed }) => feed !== null,
    write: ({ layout, bodies, frame }) => [jsonFeedOf(entriesOf(bodies, layout.feed), frame)],
  },
} as const satisfies Record<string, FormatFacts>

export type Format = keyof typeof FORMATS
const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

/** The formats in which a list is answered. */
export const formatsOf = (layout: Pick<Layout, 'calendar' | 'feed'>): Format[] =>
  FORMAT_NAMES.filter((name) => FORMATS[name].isOffered(layout))

/** Records in any format but JSON, in parts. */
export const written = (format: Exclude<Format, 'json'>, writing: Writing): Iterable<string> =>
  FORMATS[format].write(writing)

function* linesOf(bodies: Bodies): Generator<string> {
  for (const body of bodies) yield `${body}\n`
}
