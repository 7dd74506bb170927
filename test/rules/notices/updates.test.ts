import { describe, expect, it } from 'vitest'
import type { Places } from '../../../src/rules/awards/places.ts'
import { getUpdates, REPORTED_LISTS, type RecordNews, type ReportedList } from '../../../src/rules/notices/changes.ts'

const SITE = 'https://nc.example.gov'
const places: Places = {
  getZone: () => 'America/New_York',
  getName: () => 'North Carolina',
  findSite: (state) => (state === 'NC' ? SITE : null),
  agenciesAt: () => [],
}
const told = (list: ReportedList, ...news: RecordNews[]) => getUpdates(list, news, places)

const opportunity = (overrides = {}) => ({
  state: 'NC',
  type: 'RFA',
  title: 'Dental fund',
  status: 'OPEN',
  dueDate: '2026-12-02T04:59:59.000Z',
  ...overrides,
})
const award = (overrides = {}) => ({
  state: 'NC',
  awardeeName: 'Mercy Hospital',
  fiscalYear: 'FY2026',
  federalAmount: 34_750,
  sourceDocument: { id: 'doc_1', title: 'List' },
  ...overrides,
})
const event = (overrides = {}) => ({
  state: 'NC',
  title: 'Webinar',
  eventType: 'WEBINAR',
  status: 'UPCOMING',
  startAt: '2026-12-01T17:00:00.000Z',
  timeZone: 'America/New_York',
  registrationUrl: 'https://nc.example.gov/register',
  ...overrides,
})
const updated = (before: object, after: object, ...fields: string[]): RecordNews => ({
  type: 'UPDATED',
  id: 'a',
  before,
  after,
  fields,
})
const gone = (before: object, mergedInto: string | null = null): RecordNews => ({
  type: mergedInto === null ? 'REMOVED' : 'MERGED',
  id: 'a',
  before,
  mergedInto,
})

describe('an opportunity', () => {
  it('that is new is not told again: the feed has NEW_OPPORTUNITY', () => {
    expect(told('opportunities', { type: 'CREATED', id: 'a', after: opportunity() })).toEqual([])
  })

  it('is told with its turns, fields and deadlines on the day in its zone', () => {
    const after = opportunity({ dueDate: '2026-12-16T04:59:59.000Z', title: 'Dental fund II' })
    expect(told('opportunities', updated(opportunity(), after, 'dueDate', 'updatedAt', 'title'))).toEqual([
      {
        state: 'NC',
        siteUrl: SITE,
        documentId: null,
        type: 'OPPORTUNITY_UPDATED',
        summary: 'Deadline extended to 2026-12-15: Dental fund II',
        detail: {
          opportunityId: 'a',
          opportunityType: 'RFA',
          turns: ['DEADLINE_EXTENDED'],
          fields: ['dueDate', 'title'],
          deadline: '2026-12-15',
          previousDeadline: '2026-12-01',
        },
      },
    ])
  })

  const [open, due] = [opportunity(), '2026-12-02T04:59:59.000Z']
  it.each([
    ['a later deadline', open, { dueDate: '2026-12-03T04:59:59.000Z' }, 'Deadline extended to 2026-12-02'],
    ['an earlier deadline', open, { dueDate: '2026-12-01T04:59:59.000Z' }, 'Deadline moved up to 2026-11-30'],
    ['a first deadline', opportunity({ dueDate: null }), { dueDate: due }, 'Updated'],
    ['a deadline that is gone', open, { dueDate: null }, 'Updated'],
    ['the same deadline', open, { dueDate: due }, 'Updated'],
    ['an amendment', open, { status: 'AMENDED' }, 'Amended'],
    ['what is amended still', opportunity({ status: 'AMENDED' }), { status: 'AMENDED' }, 'Updated'],
    ['an amendment that is over', opportunity({ status: 'AMENDED' }), {}, 'Updated'],
    ['its end', open, { status: 'CLOSED' }, 'Closed'],
    ['its reopening', opportunity({ status: 'CLOSED' }), {}, 'Reopened'],
    ['what is closed still', opportunity({ status: 'CLOSED' }), { status: 'CLOSED' }, 'Updated'],
    [
      'several at once',
      opportunity({ status: 'CLOSED' }),
      { status: 'AMENDED', dueDate: '2026-12-03T04:59:59.000Z' },
      'Deadline extended to 2026-12-02, amended, reopened',
    ],
  ])('says so for %s', (_, before, change, expected) => {
    const [draft] = told('opportunities', updated(before, opportunity(change), 'status'))
    expect(draft?.summary).toBe(`${expected}: Dental fund`)
  })

  it('is told when it is no longer published, or merged into one that was there before', () => {
    const about = { state: 'NC', siteUrl: SITE, documentId: null, type: 'OPPORTUNITY_REMOVED' }
    const detail = { opportunityId: 'a', opportunityType: 'RFA' }
    expect(told('opportunities', gone(opportunity()))).toEqual([
      {
        ...about,
        summary: 'No longer published: Dental fund',
        detail: { ...detail, reason: 'REMOVED', mergedInto: null },
      },
    ])
    expect(told('opportunities', gone(opportunity(), 'b'))).toEqual([
      {
        ...about,
        summary: 'Merged into another opportunity: Dental fund',
        detail: { ...detail, reason: 'MERGED', mergedInto: 'b' },
      },
    ])
  })
})

describe('an award', () => {
  it('that is new is told with its amount and the document that lists it', () => {
    expect(told('awards', { type: 'CREATED', id: 'a', after: award() })).toEqual([
      {
        state: 'NC',
        siteUrl: SITE,
        documentId: 'doc_1',
        type: 'NEW_AWARD',
        summary: 'New award: Mercy Hospital, $34,750, FY2026',
        detail: { awardId: 'a', awardeeName: 'Mercy Hospital', fiscalYear: 'FY2026', federalAmount: 34_750 },
      },
    ])
    const unknown = award({ federalAmount: null, sourceDocument: null })
    expect(told('awards', { type: 'CREATED', id: 'a', after: unknown })).toMatchObject([
      { documentId: null, summary: 'New award: Mercy Hospital, amount not published, FY2026' },
    ])
  })

  it('that changed is told with both amounts', () => {
    const news = updated(award(), award({ federalAmount: 40_000 }), 'federalAmount')
    expect(told('awards', news)).toEqual([
      {
        state: 'NC',
        siteUrl: SITE,
        documentId: 'doc_1',
        type: 'AWARD_UPDATED',
        summary: 'Award updated: Mercy Hospital, FY2026',
        detail: {
          awardId: 'a',
          awardeeName: 'Mercy Hospital',
          fiscalYear: 'FY2026',
          fields: ['federalAmount'],
          federalAmount: 40_000,
          previousFederalAmount: 34_750,
          reason: null,
        },
      },
    ])
  })

  it('that is gone is told without an amount', () => {
    expect(told('awards', gone(award()))).toMatchObject([
      {
        type: 'AWARD_UPDATED',
        summary: 'Award no longer published: Mercy Hospital, FY2026',
        detail: { fields: [], federalAmount: null, previousFederalAmount: 34_750, reason: 'REMOVED' },
      },
    ])
  })
})

describe('an event', () => {
  it('that is new is told with its day and registration', () => {
    expect(told('events', { type: 'CREATED', id: 'a', after: event() })).toEqual([
      {
        state: 'NC',
        siteUrl: SITE,
        documentId: null,
        type: 'EVENT_ANNOUNCED',
        summary: 'New event: Webinar, 2026-12-01',
        detail: {
          eventId: 'a',
          eventType: 'WEBINAR',
          startAt: '2026-12-01T17:00:00.000Z',
          registrationUrl: 'https://nc.example.gov/register',
        },
      },
    ])
  })

  it('that changed is told with both starts', () => {
    const news = updated(event(), event({ startAt: '2026-12-02T17:00:00.000Z' }), 'startAt')
    expect(told('events', news)).toEqual([
      {
        state: 'NC',
        siteUrl: SITE,
        documentId: null,
        type: 'EVENT_CHANGED',
        summary: 'Event changed: Webinar',
        detail: {
          eventId: 'a',
          eventType: 'WEBINAR',
          fields: ['startAt'],
          startAt: '2026-12-02T17:00:00.000Z',
          previousStartAt: '2026-12-01T17:00:00.000Z',
          reason: null,
        },
      },
    ])
  })

  const cancelled = event({ status: 'CANCELLED' })
  it.each<[string, RecordNews, string, string | null]>([
    ['a cancellation', updated(event(), cancelled, 'status'), 'Event canceled', null],
    ['a change of a cancelled one', updated(cancelled, cancelled, 'title'), 'Event changed', null],
    ['one that takes place after all', updated(cancelled, event(), 'status'), 'Event changed', null],
    ['one that is gone', gone(event()), 'Event no longer published', 'REMOVED'],
    ['a cancelled one that is gone', gone(cancelled, 'b'), 'Event no longer published', 'MERGED'],
  ])('is named for what happened: %s', (_, news, what, reason) => {
    expect(told('events', news)).toMatchObject([{ summary: `${what}: Webinar`, detail: { reason } }])
  })
})

describe('every list', () => {
  const samples = { opportunities: opportunity(), awards: award(), events: event() }

  it('has a sample', () => {
    expect(Object.keys(samples)).toEqual(REPORTED_LISTS)
  })

  it.each(REPORTED_LISTS)('%s: an update of other fields is not told', (list) => {
    expect(told(list, updated(samples[list], samples[list], 'updatedAt', 'slug'))).toEqual([])
  })

  it.each(REPORTED_LISTS)('%s: a record that lives on under a new id is not told as merged', (list) => {
    const created: RecordNews = { type: 'CREATED', id: 'b', after: samples[list] }
    const types = (...news: RecordNews[]) => told(list, ...news).map(({ type }) => type)
    expect(types(gone(samples[list], 'b'), created)).toEqual(types(created))
    expect(types(gone(samples[list], 'c'), created)).toHaveLength(types(created).length + 1)
    expect(types(gone(samples[list]), created)).toHaveLength(types(created).length + 1)
  })
})
