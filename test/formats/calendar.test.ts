import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { CalendarEntry } from '../../src/formats/formats.ts'
import { formatCalendar } from '../../src/formats/write.ts'
import { HOSTILE, HOSTILE_ADDRESSES, toPlain } from './hostile.ts'

const FRAME = {
  title: 'Events',
  description: 'Events.',
  address: 'https://api.example/api/v1/events.ics?state=NE,SD',
  home: 'https://api.example/',
  updated: '2026-11-20T00:00:00.000Z',
}
const ENTRY: CalendarEntry = {
  uid: '4e09d9e1-c791-5a0f-bcbd-889ac87ac688',
  title: 'Town hall',
  start: { at: '2026-12-10T23:00:00.000Z', precision: 'TIME' },
  end: { at: '2026-12-11T00:30:00.000Z', precision: 'TIME' },
  timeZone: 'America/Chicago',
  isCancelled: false,
  isBusy: true,
  description: 'A first line.\nA second line.',
  address: 'https://example.org/a,b;c?d=e',
  categories: ['WEBINAR', 'Grants, awards'],
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-03T00:00:10.000Z',
}

const calendarWith = (entry: Partial<CalendarEntry>): ICAL.Component =>
  new ICAL.Component(ICAL.parse(formatCalendar([{ ...ENTRY, ...entry }], FRAME)))

function eventWith(entry: Partial<CalendarEntry>): ICAL.Component {
  const event = calendarWith(entry).getFirstSubcomponent('vevent')
  if (!event) throw new Error('There is no entry.')
  return event
}
const readTime = (event: ICAL.Component, name: string) => event.getFirstPropertyValue(name) as ICAL.Time | null

describe('a calendar', () => {
  it('gives an entry its id, revision, times and texts', () => {
    const event = eventWith({})
    const readProperty = (name: string) => event.getFirstPropertyValue(name)
    expect(readProperty('uid')).toBe(ENTRY.uid)
    expect(readProperty('sequence')).toBe(2 * 24 * 60 * 60 + 10)
    expect(readProperty('summary')).toBe('Town hall')
    expect(readProperty('description')).toBe('A first line.\nA second line.')
    expect(readProperty('status')).toBe('CONFIRMED')
    expect(event.getFirstProperty('categories')?.getValues()).toEqual(['WEBINAR', 'Grants, awards'])
    for (const name of ['dtstamp', 'last-modified']) {
      expect(String(readTime(event, name))).toBe('2026-11-03T00:00:10Z')
    }
    expect(event.getFirstSubcomponent('valarm')).toBeNull()
  })

  it('is the same text whenever it is written', () => {
    expect(formatCalendar([ENTRY], FRAME)).toBe(formatCalendar([ENTRY], FRAME))
  })

  it('uses the IANA zone for entries with a time of day, and defines the zone', () => {
    const calendar = calendarWith({})
    const event = eventWith({})
    expect(event.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/Chicago')
    expect(String(readTime(event, 'dtstart'))).toBe('2026-12-10T17:00:00')
    expect(String(readTime(event, 'dtend'))).toBe('2026-12-10T18:30:00')
    const zone = calendar.getFirstSubcomponent('vtimezone')
    expect(zone?.getFirstPropertyValue('tzid')).toBe('America/Chicago')
    const start = readTime(event, 'dtstart') as ICAL.Time
    start.zone = new ICAL.Timezone(zone as ICAL.Component)
    expect(start.toJSDate().toISOString()).toBe(ENTRY.start.at)
  })

  const day = (at: string) => ({ at, precision: 'DATE' as const })
  it.each([
    ['one day, by local date', day('2026-12-10T06:00:00.000Z'), null, '2026-12-10', '2026-12-11'],
    ['a deadline at the end of a local day', day('2026-12-11T05:59:59.000Z'), null, '2026-12-10', '2026-12-11'],
    ['several days', day('2026-12-10T06:00:00.000Z'), day('2026-12-13T05:59:59.000Z'), '2026-12-10', '2026-12-13'],
    [
      'an end before its start',
      day('2026-12-10T06:00:00.000Z'),
      day('2026-12-01T05:59:59.000Z'),
      '2026-12-10',
      '2026-12-11',
    ],
  ])('is all-day if only the day is known: %s', (_, start, end, first, after) => {
    const event = eventWith({ start, end })
    expect(event.getFirstProperty('dtstart')?.type).toBe('date')
    expect(String(readTime(event, 'dtstart'))).toBe(first)
    expect(String(readTime(event, 'dtend'))).toBe(after)
  })

  it('has no end for an entry if only its start day is known', () => {
    const event = eventWith({ end: { at: '2026-12-11T05:59:59.000Z', precision: 'DATE' } })
    expect(readTime(event, 'dtend')).toBeNull()
  })

  it('marks cancelled entries', () => {
    expect(eventWith({ isCancelled: true }).getFirstPropertyValue('status')).toBe('CANCELLED')
  })

  it.each(HOSTILE)('contains %j as text', (text) => {
    const calendar = calendarWith({ title: text, description: text, categories: [text] })
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
    const event = calendar.getFirstSubcomponent('vevent')
    expect(event?.getAllSubcomponents()).toEqual([])
    expect(event?.getFirstProperty('attendee')).toBeNull()
    const shown = String(event?.getFirstPropertyValue('summary'))
    expect(shown.replace(/ +/g, ' ').trim()).toBe(toPlain(text).replace(/ +/g, ' ').trim())
  })

  it('has no line over 75 octets, and ends each with CRLF', () => {
    const text = formatCalendar([{ ...ENTRY, title: 'é😀'.repeat(100) }], FRAME)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('percent-encodes URLs where needed, and leaves out invalid ones', () => {
    expect(eventWith({}).getFirstPropertyValue('url')).toBe('https://example.org/a%2Cb%3Bc?d=e')
    for (const address of HOSTILE_ADDRESSES) expect(eventWith({ address }).getFirstProperty('url')).toBeNull()
  })
})
