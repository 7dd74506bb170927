import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/rules/moments.ts'
import { itemsOf } from '../../src/site/kept.ts'
import { entriesOf } from '../../src/site/lists.ts'
import { turnsAfter } from '../../src/site/turns.ts'
import { html } from '../../src/views/html.ts'
import { awardeePath, awardListing, type ListedAward } from '../../src/views/lists/awards.ts'
import { documentListing, type ListedDocument } from '../../src/views/lists/documents.ts'
import { listingOf } from '../../src/views/lists/index.ts'
import { asksFor, asOf, chosen, pack, SECTION_NAMES, unpack } from '../../src/views/lists/listing.ts'
import { type ListedOpportunity, opportunityListing } from '../../src/views/lists/opportunities.ts'
import { turnedTo, turnsText } from '../../src/views/lists/turns.ts'
import { openApi } from '../api.ts'

const OPEN: ListedOpportunity = {
  slug: 'clinic-grants-ne',
  title: 'Clinic grants',
  type: 'GRANT',
  state: 'NE',
  stateName: 'Nebraska',
  status: 'OPEN',
  dueDate: '2026-12-02T05:59:59.000Z',
  dueDatePrecision: 'DATE',
  timeZone: 'America/Chicago',
  postedDate: null,
  issuingAgency: 'DHHS',
  budgetMax: null,
  budgetPerAward: null,
  rolling: false,
  programCategories: ['BEHAVIORAL_HEALTH'],
  turns: null,
}
const call = (changes: Partial<ListedOpportunity>): ListedOpportunity => ({ ...OPEN, ...changes })
const slugs = (entries: ListedOpportunity[], query: string): string[] =>
  chosen(opportunityListing, entries, new URLSearchParams(query)).map(({ slug }) => slug)

describe('a list of opportunities', () => {
  it('begins with what closes next, then undated and announced ones, and ends with closed ones', () => {
    const entries = [
      call({ slug: 'over', status: 'CLOSED', dueDate: '2026-01-02T00:00:00.000Z' }),
      call({ slug: 'over-lately', status: 'CLOSED', dueDate: '2026-09-02T00:00:00.000Z' }),
      call({ slug: 'announced', status: 'UPCOMING', dueDate: null }),
      call({ slug: 'rolling', dueDate: null, rolling: true }),
      call({ slug: 'later', dueDate: '2027-01-02T00:00:00.000Z' }),
      call({ slug: 'soon', status: 'CLOSING_SOON' }),
    ]
    expect(slugs(entries, '')).toEqual(['soon', 'later', 'rolling', 'announced', 'over-lately', 'over'])
  })

  it.each([
    ['state=NE', ['ne']],
    ['state=US', ['us']],
    ['status=open', ['ne', 'us']],
    ['status=closed', ['closed']],
    ['category=BEHAVIORAL_HEALTH&state=NE', ['ne']],
    ['q=clin', ['ne', 'us', 'closed']],
    ['q=CLÍNIC+dhhs', ['ne', 'us', 'closed']],
    ['q=linic', []],
    ['q=clinic+hospital', []],
    ['state=XX', []],
  ])('with %s shows %j', (query, expected) => {
    const entries = [
      call({ slug: 'ne' }),
      call({ slug: 'us', state: null, stateName: 'National', dueDate: null }),
      call({ slug: 'closed', state: 'TX', stateName: 'Texas', status: 'CLOSED' }),
    ]
    expect(slugs(entries, query)).toEqual(expected)
  })

  it("writes a day in the record's time zone, and never shows an unknown amount as a number", () => {
    const row = opportunityListing.row(call({ timeZone: 'Pacific/Honolulu', dueDate: '2026-12-02T09:59:59.000Z' })).text
    expect(row).toContain('December 1, 2026')
    expect(row).not.toContain('$')
    expect(opportunityListing.row(call({ budgetMax: 2_000_000 })).text).toContain('$2.0 million total')
    expect(opportunityListing.row(call({ dueDate: null, rolling: true })).text).toContain('rolling')
  })
})

describe('a list of documents', () => {
  const document = (id: string, published: string | null): ListedDocument => ({
    id,
    title: 'Plan',
    fileType: 'PDF',
    category: 'STRATEGY',
    state: 'NE',
    stateName: 'Nebraska',
    fiscalYear: null,
    highlights: null,
    published,
  })

  it('begins with the latest publication, and ends with documents of unknown date, which it calls unknown', () => {
    const entries = [document('unknown', null), document('older', '2026-02-10'), document('newer', '2026-06-04')]
    const ids = chosen(documentListing, entries, new URLSearchParams()).map(({ id }) => id)
    expect(ids).toEqual(['newer', 'older', 'unknown'])
    expect(documentListing.row(document('a', '2026-02-10')).text).toContain(
      '<time datetime="2026-02-10">February 10, 2026</time>',
    )
    expect(documentListing.row(document('b', null)).text).toContain('date unknown')
  })
})

describe('a list of awards', () => {
  it("links to the organization's page, whether or not the URL follows from the name", () => {
    const path = (name: string, slug: string | null) => awardeePath({ state: 'NE', name, slug })
    expect(path("St. Mary's Hospital (CAH)", null)).toBe('/awards/ne/st-mary-s-hospital-cah')
    expect(path("St. Mary's Hospital", 'st-marys-hospital')).toBe('/awards/ne/st-marys-hospital')
  })

  it('puts unknown amounts last and says that they are unpublished', () => {
    const award = (name: string, amount: number | null): ListedAward => ({
      name,
      slug: name,
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2026',
      amount,
      purpose: null,
      stage: null,
      categories: [],
    })
    const found = chosen(awardListing, [award('a', null), award('b', 1), award('c', 5)], new URLSearchParams())
    expect(found.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    expect(awardListing.row(award('a', null)).text).toContain('not published')
    expect(awardListing.row(award('a', null)).text).not.toContain('$')
  })
})

describe('statuses on a page built earlier', () => {
  it.each(['opportunities', 'events'] as const)('of %s are those of the list at that moment', async (list) => {
    const { service, now } = await openApi()
    const statuses = (at: number) =>
      itemsOf<{ id: string; status: string }>(
        service.readers[list].list({ limit: 1_000, fields: ['id', 'status'] }, at),
      )
    const made = new Map(statuses(now()).map(({ id, status }) => [id, status]))
    const turns = turnsAfter(service, now(), list)
    let turned = 0
    for (const days of [0, 0.5, 1, 3, 12, 14, 30, 45, 59]) {
      const at = now() + days * DAY_MS
      for (const { id, status } of statuses(at)) {
        const shown = turnedTo(turns.get(id), at) ?? made.get(id)
        expect(shown, `${id} after ${days} days`).toBe(status)
        if (shown !== made.get(id)) turned += 1
      }
    }
    expect(turned).toBeGreaterThan(0)
  })

  it('are used to filter and sort the list', () => {
    const due = Date.parse('2026-12-02T05:59:59.000Z')
    const entries = [
      call({ slug: 'due', turns: turnsText([{ at: due + 1, status: 'CLOSED' }]) }),
      call({ slug: 'open' }),
    ]
    const open = new URLSearchParams('status=open')
    const shown = (now: number) => chosen(opportunityListing, asOf(entries, now), open).map(({ slug }) => slug)
    expect(shown(due - 1_000)).toEqual(['due', 'open'])
    expect(shown(due + 1_000)).toEqual(['open'])
  })
})

describe.each(SECTION_NAMES)('the list of %s', (name) => {
  it('is the same after going through its index, in one order whatever the order of its entries', async () => {
    const api = await openApi()
    const entries = entriesOf(api.service, api.now(), name)
    expect(entries.length).toBeGreaterThan(0)
    expect(unpack(JSON.parse(JSON.stringify(pack(entries))))).toEqual(entries)
    for (const sort of Object.keys(listingOf(name).orders)) {
      const query = new URLSearchParams({ sort })
      expect(chosen(listingOf(name), entries.toReversed(), query)).toEqual(chosen(listingOf(name), entries, query))
    }
  })

  it('has a URL for each of its filters', () => {
    const { facets } = listingOf(name)
    expect(asksFor({ facets }, new URLSearchParams('utm=x'))).toBe(false)
    for (const parameter of [...Object.keys(facets), 'q', 'sort', 'page']) {
      expect(asksFor({ facets }, new URLSearchParams({ [parameter]: 'x' })), parameter).toBe(true)
    }
  })
})

describe('an HTML template', () => {
  it('escapes every text inserted into it, also in lists, and omits empty values', () => {
    expect(html`<b title="${'"x" <y>'}">${['&', html`<i>${"'"}</i>`]}${null}${false}${0}</b>`.text).toBe(
      '<b title="&quot;x&quot; &lt;y&gt;">&amp;<i>&#39;</i>0</b>',
    )
  })
})
