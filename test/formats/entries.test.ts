import { describe, expect, it } from 'vitest'
import { FORMATS, getFormats } from '../../src/formats/formats.ts'
import { activity } from '../../src/resources/activity.ts'
import { documents } from '../../src/resources/documents.ts'
import {
  changePost,
  documentPost,
  eventEntry,
  eventPost,
  opportunityDeadlines,
  opportunityPost,
} from '../../src/resources/entries.ts'
import { events } from '../../src/resources/events.ts'
import { opportunities } from '../../src/resources/opportunities.ts'

const notice = opportunities.example.item
const event = events.example.item

describe('calendar and feed entries', () => {
  it('of an opportunity are its deadlines; the application deadline has its id', () => {
    expect(opportunityDeadlines(notice)).toEqual([])
    const due = { dueDate: '2026-12-01T05:59:59.000Z', dueDatePrecision: 'DATE' } as const
    const loi = { loiDate: '2026-11-25T23:00:00.000Z', loiDatePrecision: 'TIME' } as const
    expect(opportunityDeadlines({ ...notice, ...due, ...loi })).toMatchObject([
      { uid: notice.id, title: `Due: ${notice.title} (NE)`, start: { at: due.dueDate, precision: 'DATE' } },
      { uid: `${notice.id}-loi`, start: { at: loi.loiDate, precision: 'TIME' }, timeZone: 'America/Chicago' },
    ])
  })

  it('of an event is the event', () => {
    expect(eventEntry({ ...event, status: 'CANCELLED' })).toMatchObject([
      { uid: event.id, isCancelled: true, isBusy: false, end: null, address: event.sourceUrl },
    ])
  })

  it('link to the source, and name it', () => {
    expect(opportunityPost(notice)).toMatchObject({ address: notice.sourceUrl, title: `${notice.title} (NE)` })
    expect(eventPost(event).title).toBe(`${event.title} (Maryland, 2026-12-10)`)
    expect(documentPost(documents.example.item)).toMatchObject({ address: documents.example.item.url })
    expect(changePost(activity.example.item)).toMatchObject({ updated: activity.example.item.occurredAt })
  })
})

describe('the formats', () => {
  it('are offered for lists that have the needed data', () => {
    expect(getFormats({ calendar: null, feed: null })).toEqual(['json', 'ndjson', 'csv'])
    expect(getFormats({ calendar: eventEntry, feed: eventPost })).toEqual(Object.keys(FORMATS))
  })

  it('each have a unique media type', () => {
    const facts = Object.values(FORMATS)
    expect(new Set(facts.flatMap(({ mediaTypes }) => mediaTypes)).size).toBe(8)
  })
})
