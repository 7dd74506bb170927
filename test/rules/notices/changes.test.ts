import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPlaces } from '../../../src/rules/awards/places.ts'
import {
  type ChangeDraft,
  collectRunChanges,
  createEventId,
  findUntold,
  foundFeed,
  getSubject,
  placeChanges,
  type TimedDraft,
  toDocumentChange,
  toOpportunityChange,
} from '../../../src/rules/notices/changes.ts'
import { recordId } from '../../../src/rules/record-id.ts'
import { ChangeEvent } from '../../../src/schema/wire/changes.ts'
import type { TimelessDocument, TimelessOpportunity } from '../../../src/schema/wire/records.ts'
import { baked } from '../../api.ts'

let documents: TimelessDocument[]
let opportunities: TimelessOpportunity[]
beforeAll(async () => {
  const { publication } = await baked()
  documents = publication.documents.map(({ item }) => item)
  opportunities = publication.opportunities.map(({ item }) => item)
})

const SITE = 'https://ne.example.org/rhtp'
const ofPage = (url: string): ChangeDraft => ({
  state: 'NE',
  type: 'PAGE_UPDATED',
  summary: 'Changed',
  siteUrl: SITE,
  documentId: null,
  detail: { url, label: null, previousHash: 'a', currentHash: 'b' },
})

describe('a new document', () => {
  it('is reported with what the rules define', () => {
    for (const document of documents) {
      const draft = toDocumentChange(document, SITE)
      expect(draft).toEqual({
        state: document.state,
        type: 'NEW_DOCUMENT',
        summary: `New document: ${document.title}`,
        siteUrl: SITE,
        documentId: document.id,
        detail: {
          documentId: document.id,
          title: document.title,
          fileType: document.fileType,
          documentCategory: document.category,
          fiscalYear: document.fiscalYear,
          url: document.url,
        },
      })
      expect(getSubject(draft)).toBe(document.id)
    }
  })
})

describe('a new opportunity', () => {
  const ofTitle = (title: string): TimelessOpportunity => {
    const match = opportunities.find((opportunity) => opportunity.title === title)
    if (!match) throw new Error(`${title} is not in the fixture`)
    return match
  }

  it("is reported with its deadline as the date in its state's zone", () => {
    const draft = toOpportunityChange(ofTitle('Due at the end of an island day'), null, 'Pacific/Honolulu')
    expect(draft.summary).toBe('New RFA: Due at the end of an island day, due 2026-11-20')
    expect(draft.detail).toMatchObject({ deadline: '2026-11-20', budgetMin: null, budgetMax: null })
  })

  it('without a deadline has null', () => {
    const draft = toOpportunityChange(ofTitle('Rolling hospital stabilization fund'), null, 'America/Chicago')
    expect(draft.summary).toBe('New GRANT: Rolling hospital stabilization fund')
    expect(draft.detail).toMatchObject({ deadline: null })
  })

  it('has the top legacy category, or OTHER', () => {
    const getDetail = (programCategories: TimelessOpportunity['programCategories']) =>
      toOpportunityChange(
        { ...(opportunities[0] as TimelessOpportunity), programCategories, truncatedProgramCategories: [] },
        null,
        'UTC',
      ).detail
    expect(getDetail(['BEHAVIORAL_HEALTH', 'WORKFORCE_DEVELOPMENT'])).toMatchObject({ category: 'WORKFORCE' })
    expect(getDetail(['BEHAVIORAL_HEALTH'])).toMatchObject({ category: 'OTHER' })
  })
})

describe('the subject of a change', () => {
  it.each<[ChangeDraft['type'], string]>([
    ['NEW_OPPORTUNITY', 'opportunityId'],
    ['OPPORTUNITY_UPDATED', 'opportunityId'],
    ['OPPORTUNITY_REMOVED', 'opportunityId'],
    ['NEW_DOCUMENT', 'documentId'],
    ['NEW_AWARD', 'awardId'],
    ['AWARD_UPDATED', 'awardId'],
    ['EVENT_ANNOUNCED', 'eventId'],
    ['EVENT_CHANGED', 'eventId'],
    ['PAGE_UPDATED', 'url'],
    ['SITE_DOWN', 'url'],
    ['SITE_RESTORED', 'url'],
  ])('of type %s is its %s', (type, field) => {
    expect(getSubject({ type, detail: { [field]: 'the subject' } } as unknown as ChangeDraft)).toBe('the subject')
  })

  it('of an unknown type is an error', () => {
    expect(() => getSubject({ type: 'OTHER', detail: {} } as unknown as ChangeDraft)).toThrow('unknown type of change')
  })

  it('is part of its id, with its type and its instant', () => {
    const ids = [
      createEventId('PAGE_UPDATED', SITE, '2026-11-02T07:00:00.000Z'),
      createEventId('SITE_DOWN', SITE, '2026-11-02T07:00:00.000Z'),
      createEventId('PAGE_UPDATED', `${SITE}/a`, '2026-11-02T07:00:00.000Z'),
      createEventId('PAGE_UPDATED', SITE, '2026-11-02T07:00:00.001Z'),
      recordId('PAGE_UPDATED', [SITE, '2026-11-02T07:00:00.000Z']),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toBe(recordId('change', ['PAGE_UPDATED', SITE, '2026-11-02T07:00:00.000Z']))
  })
})

describe('the positions of changes', () => {
  const at = (iso: string, url = SITE): TimedDraft => ({ draft: ofPage(url), at: Date.parse(iso) })

  it('are unique milliseconds, in the order of the times, then of the subjects', () => {
    const placed = placeChanges(
      [],
      [
        at('2026-11-02T07:00:00Z', 'https://b.example'),
        at('2026-11-01T07:00:00Z', 'https://c.example'),
        at('2026-11-02T07:00:00Z', 'https://a.example'),
      ],
    )
    expect(placed.map(({ occurredAt, detail }) => [occurredAt, 'url' in detail && detail.url])).toEqual([
      ['2026-11-01T07:00:00.000Z', 'https://c.example'],
      ['2026-11-02T07:00:00.000Z', 'https://a.example'],
      ['2026-11-02T07:00:00.001Z', 'https://b.example'],
    ])
  })

  it('come after everything published, even if the clock went back', () => {
    const published = placeChanges([], [at('2026-11-02T07:00:00Z')])
    const [next] = placeChanges(published, [at('2026-11-01T00:00:00Z', 'https://a.example')])
    expect(next?.occurredAt).toBe('2026-11-02T07:00:00.001Z')
  })

  it('strictly increase, keep every draft once, and do not depend on the input order', () => {
    const drafts = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 30 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(drafts, drafts, fc.infiniteStream(fc.nat()), (first, second, chance) => {
        const timed = (pairs: [number, number][]) =>
          [...new Map(pairs.map((pair) => [pair[1], pair])).values()].map(([ms, page]) => ({
            draft: ofPage(`https://p${page}.example`),
            at: Date.UTC(2026, 10, 20) + ms,
          }))
        const published = placeChanges([], timed(first))
        const drafted = timed(second)
        const shuffled = drafted
          .map((draft) => ({ draft, key: chance.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ draft }) => draft)
        const added = placeChanges(published, drafted)
        expect(placeChanges(published, shuffled)).toEqual(added)
        expect(added).toHaveLength(drafted.length)
        const all = [...published, ...added]
        for (const event of all) expect(ChangeEvent.parse(event)).toEqual(event)
        for (const [index, event] of all.entries())
          if (index > 0) expect(event.occurredAt > (all[index - 1]?.occurredAt ?? '')).toBe(true)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      }),
      { seed: 5, numRuns: 200 },
    )
  })
})

describe('starting the feed', () => {
  const places = createPlaces([])
  const now = Date.parse('2026-11-21T00:00:00Z')
  const opportunity = (id: string, postedDate: string | null) => ({
    item: { ...(opportunities[0] as TimelessOpportunity), id, title: id, state: null, postedDate },
    names: [id],
  })
  const document = (id: string, published: string | null) => ({
    item: { ...(documents[0] as TimelessDocument), id, state: null },
    publishedAt: published === null ? null : Date.parse(published),
  })
  const inventory = () => ({
    documents: [document('dated', '2026-03-01T05:00:00Z'), document('undated', null)],
    opportunities: [
      opportunity('posted', '2026-02-01T05:00:00.000Z'),
      opportunity('unknown', null),
      opportunity('to come', '2027-01-15T05:00:00.000Z'),
    ],
  })
  const told = (events: readonly ChangeEvent[]) =>
    events.map((event) => [getSubject(event), event.occurredAt.slice(0, 10)])

  it('reports records at their own dates, and none at the current date', () => {
    const events = foundFeed(inventory(), places, [], now)
    expect(told(events)).toEqual([
      ['posted', '2026-02-01'],
      ['dated', '2026-03-01'],
    ])
    expect(findUntold(inventory(), events).map(({ subject }) => subject)).toEqual(['undated', 'unknown', 'to come'])
  })

  it('reports a record of this very instant, and what was found on the pages after it', () => {
    const news = { documents: [document('now', '2026-11-21T00:00:00Z')], opportunities: [] }
    expect(told(foundFeed(news, places, [ofPage(SITE)], now))).toEqual([
      [SITE, '2026-11-21'],
      ['now', '2026-11-21'],
    ])
  })

  it('knows a record by any of its names', () => {
    const feed = foundFeed(inventory(), places, [], now)
    const merged = { documents: [], opportunities: [{ ...opportunity('merged', null), names: ['other', 'posted'] }] }
    expect(collectRunChanges(merged, places, feed, [], [], now)).toEqual([])
    const { names: _, ...unnamed } = opportunity('posted', null)
    expect(collectRunChanges({ documents: [], opportunities: [unnamed] }, places, feed, [], [], now)).toEqual([])
  })

  it('is remembered by later runs: only what comes after it is reported', () => {
    const feed = foundFeed(inventory(), places, [], now)
    const untold = findUntold(inventory(), feed)
    const night = now + 86_400_000
    expect(collectRunChanges(inventory(), places, feed, untold, [], night)).toEqual([])
    const later = inventory()
    const next = collectRunChanges(
      { ...later, documents: [...later.documents, document('found since', null)] },
      places,
      feed,
      untold,
      [ofPage(SITE)],
      night,
    )
    expect(told(next)).toEqual([
      ['found since', '2026-11-22'],
      [SITE, '2026-11-22'],
    ])
  })

  it('does not depend on the order of the records', () => {
    const { documents: ofDocuments, opportunities: ofOpportunities } = inventory()
    const turned = { documents: ofDocuments.toReversed(), opportunities: ofOpportunities.toReversed() }
    expect(foundFeed(turned, places, [], now)).toEqual(foundFeed(inventory(), places, [], now))
  })
})
