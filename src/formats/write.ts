import { Feed } from 'feed'
import ical, { type ICalCalendar, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { addDays, toLocalDay } from '../rules/time/moments.ts'
import { isPrintable } from '../schema/fields.ts'
import type { CalendarEntry, FeedEntry, Format, Layout } from './formats.ts'
import { formatCsv } from './table.ts'

export interface Frame {
  title: string
  description: string
  address: string
  home: string
  /** When any of it last changed, as a published timestamp. */
  updated: string
}

export interface Writing {
  layout: Layout
  records: readonly object[]
  frame: Frame
  hasMark: boolean
  /** The fields that a table shows; all where it is null. */
  fields: readonly string[] | null
}

const toEntries = <Entry>(records: readonly object[], make: ((record: never) => Entry) | null): Entry[] =>
  make === null ? [] : records.map((record) => make(record as never))

/** The writers by format. JSON has none, because each list has its own envelope. */
const WRITERS = {
  ndjson: ({ records }) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  csv: ({ layout, records, hasMark, fields }) => [...formatCsv(layout.item, records, { hasMark, fields })].join(''),
  ics: ({ layout, records, frame }) => formatCalendar(toEntries(records, layout.calendar).flat(), frame),
  atom: ({ layout, records, frame }) => formatAtom(toEntries(records, layout.feed), frame),
  jsonfeed: ({ layout, records, frame }) => formatJsonFeed(toEntries(records, layout.feed), frame),
} as const satisfies { [Name in Exclude<Format, 'json'>]: (writing: Writing) => string }

/** Writes records in any format except JSON. This file is large: load it on first use. */
export const formatRecords = (format: Exclude<Format, 'json'>, writing: Writing): string => WRITERS[format](writing)

// Suggested refresh interval for calendar clients.
const REFRESH_SECONDS = 6 * 60 * 60

/** A calendar (RFC 5545) without alarms. Dates without a time are all-day entries; others are in their time zone. */
export function formatCalendar(entries: readonly CalendarEntry[], { title, address }: Frame): string {
  const calendar = ical({
    name: formatLine(title),
    prodId: { company: 'Rural Health Program Data Service', product: 'API', language: 'EN' },
    source: parseEncodedAddress(address),
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? '' },
  })
  for (const entry of entries) add(calendar, entry)
  return `${calendar.toString()}\r\n`
}

function add(calendar: ICalCalendar, entry: CalendarEntry): void {
  calendar.createEvent({
    id: entry.uid,
    ...toSpan(entry),
    sequence: getRevision(entry),
    stamp: entry.updatedAt,
    created: entry.createdAt,
    lastModified: entry.updatedAt,
    summary: formatLine(entry.title),
    description: entry.description === null ? null : entry.description.split('\n').map(formatLine).join('\n'),
    url: parseEncodedAddress(entry.address),
    categories: entry.categories.map((name) => ({ name: formatLine(name) })),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: entry.isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    busystatus: entry.isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
  })
}

/** Increases with every change of the record: the seconds between its first and latest publication. */
const getRevision = ({ createdAt, updatedAt }: CalendarEntry): number =>
  Math.max(0, Math.floor((Date.parse(updatedAt) - Date.parse(createdAt)) / 1_000))

function toSpan({ start, end, timeZone }: CalendarEntry) {
  const toDay = (at: string) => toLocalDay(Date.parse(at), timeZone)
  const ends = end !== null && Date.parse(end.at) > Date.parse(start.at) ? end : null
  if (start.precision === 'DATE') {
    const lastDay = toDay(ends?.at ?? start.at)
    return {
      allDay: true,
      start: Temporal.PlainDate.from(toDay(start.at)),
      end: Temporal.PlainDate.from(addDays(lastDay, 1)),
    }
  }
  // An end known only as the same day adds nothing.
  const isKnown = ends !== null && (ends.precision === 'TIME' || toDay(ends.at) !== toDay(start.at))
  return {
    timezone: timeZone,
    start: Temporal.Instant.from(start.at),
    ...(isKnown && { end: Temporal.Instant.from(ends.at) }),
  }
}

/** An Atom feed (RFC 4287). Titles and texts are escaped HTML. */
export const formatAtom = (entries: readonly FeedEntry[], frame: Frame): string =>
  toFeed(entries, frame, formatHtml).atom1()

/** A JSON Feed (jsonfeed.org). Titles are plain text, texts are HTML. */
export const formatJsonFeed = (entries: readonly FeedEntry[], frame: Frame): string =>
  toFeed(entries, frame, formatLine).json1()

function toFeed(entries: readonly FeedEntry[], frame: Frame, formatTitle: (text: string) => string): Feed {
  const { title, description, address, home, updated } = frame
  const feed = new Feed({
    id: address,
    title: formatLine(title),
    description: formatLine(description),
    link: home,
    feedLinks: { atom: address, json: address },
    updated: new Date(updated),
    author: { name: 'Rural Health Program Data Service' },
    generator: false,
  })
  for (const entry of entries) {
    feed.addItem({
      id: `urn:uuid:${entry.id}`,
      title: formatTitle(entry.title),
      content: (entry.text ?? entry.title)
        .split('\n')
        .map((line) => `<p>${formatHtml(line)}</p>`)
        .join(''),
      link: parseAddress(entry.address) ?? home,
      date: new Date(entry.updated),
      ...(entry.published !== null && { published: new Date(entry.published) }),
      category: entry.categories.map(toCategory),
    })
  }
  return feed
}

function toCategory(text: string) {
  // The library writes it into an attribute, where "<" is not allowed.
  const name = formatLine(text).replaceAll('<', '')
  return { name, term: name }
}

/** An absolute http or https URL without credentials; null for anything else. */
function parseAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}

/** A URL with every character that is special in calendars or markup percent-encoded. */
const parseEncodedAddress = (text: string | null): string | null =>
  parseAddress(text)?.replace(/[,;'"\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`) ??
  null

// Not allowed in XML and never needed in text.
const NONCHARACTERS = /[\ufffe\uffff]/
const isPlain = (text: string): boolean => isPrintable(text) && !NONCHARACTERS.test(text)

/** A text for plain-text formats: one line, with spaces in place of unprintable characters. */
const formatLine = (text: string): string =>
  isPlain(text)
    ? text
    : [...text]
        .map((character) => (isPlain(character) ? character : ' '))
        .join('')
        .replace(/ {2,}/g, ' ')
        .trim()

const ESCAPES: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const formatHtml = (text: string): string =>
  formatLine(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
