import { describe, expect, it } from 'vitest'
import { FORMATS, getFormats } from '../../src/formats/formats.ts'
import { activity } from '../../src/resources/activity.ts'
import { documents } from '../../src/resources/documents.ts'
import { events } from '../../src/resources/events.ts'
import { opportunities } from '../../src/resources/opportunities.ts'
import type { ChangeEvent } from '../../src/schema/wire/changes.ts'
import type { CalendarEvent, Document, Opportunity } from '../../src/schema/wire/records.ts'
import { findFirst } from './first.ts'

const notice: Opportunity = {
  ...(await findFirst<Opportunity>('opportunities')),
  ...{ state: 'NE', timeZone: 'America/Chicago', dueDate: null, loiDate: null, questionDeadline: null },
}
const event: CalendarEvent = {
  ...(await findFirst<CalendarEvent>('events')),
  ...{ stateName: 'Maryland', timeZone: 'America/New_York', startAt: '2026-12-10T05:00:00.000Z' },
  ...{ startAtPrecision: 'DATE', endAt: null, registrationUrl: null },
}

describe('calendar and feed entries', () => {
  it('of an opportunity are its deadlines; the application deadline has its id', () => {
    expect(opportunities.formats.calendar(notice)).toEqual([])
    const due = { dueDate: '2026-12-01T05:59:59.000Z', dueDatePrecision: 'DATE' } as const
    const loi = { loiDate: '2026-11-25T23:00:00.000Z', loiDatePrecision: 'TIME' } as const
    expect(opportunities.formats.calendar({ ...notice, ...due, ...loi })).toMatchObject([
      { uid: notice.id, title: `Due: ${notice.title} (NE)`, start: { at: due.dueDate, precision: 'DATE' } },
      { uid: `${notice.id}-loi`, start: { at: loi.loiDate, precision: 'TIME' }, timeZone: 'America/Chicago' },
    ])
  })

  it('of an event is the event', () => {
    expect(events.formats.calendar({ ...event, status: 'CANCELLED' })).toMatchObject([
      { uid: event.id, isCancelled: true, isBusy: false, end: null, address: event.sourceUrl },
    ])
  })

  it('link to the source, and name it', async () => {
    const document = await findFirst<Document>('documents')
    const change = await findFirst<ChangeEvent>('activity')
    expect(opportunities.formats.feed(notice)).toMatchObject({
      address: notice.sourceUrl,
      title: `${notice.title} (NE)`,
    })
    expect(events.formats.feed(event).title).toBe(`${event.title} (Maryland, 2026-12-10)`)
    expect(documents.formats.feed(document)).toMatchObject({ address: document.url })
    expect(activity.formats.feed(change)).toMatchObject({ updated: change.occurredAt })
  })
})

describe('the formats', () => {
  it('are offered for lists that have the needed data', () => {
    expect(getFormats({ calendar: null, feed: null })).toEqual(['json', 'ndjson', 'csv'])
    expect(getFormats(events.formats)).toEqual(Object.keys(FORMATS))
  })

  it('each have a unique media type', () => {
    const facts = Object.values(FORMATS)
    expect(new Set(facts.flatMap(({ mediaTypes }) => mediaTypes)).size).toBe(8)
  })
})
