import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi, walk } from '../../api.ts'
import type { Item } from '../../store/matches.ts'
import { asking, id } from '../listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, listIds, one } = asking(() => api)

describe('an opportunity', () => {
  const statuses = async (instance: TestApi = api): Promise<Record<string, string>> => {
    const items = (await walk(instance, '/api/v1/opportunities', 100)) as Item[]
    return Object.fromEntries(items.map(({ title, status }) => [title, status]))
  }

  it('has its effective status as of the request', async () => {
    expect(await statuses()).toMatchObject({
      'Crisis stabilization grants': 'CLOSING_SOON',
      'Amended workforce training grants': 'AMENDED',
      'Long-amended clinic grants': 'OPEN',
      'Amended someday clinic grants': 'AMENDED',
      'Rolling hospital stabilization fund': 'OPEN',
      'Forecast mobile integrated health program': 'UPCOMING',
      'Future ambulance purchase': 'UPCOMING',
      'Closed by its source': 'CLOSED',
      'Past due maternal care grants': 'CLOSED',
      'Due at the end of an island day': 'CLOSING_SOON',
      'National rural opioid response': 'OPEN',
    })
  })

  it('due on a day closes when that day ends in its state', async () => {
    const instance = await openApi()
    instance.at('2026-11-21T09:59:59.000Z')
    expect((await statuses(instance))['Due at the end of an island day']).toBe('CLOSING_SOON')
    instance.at('2026-11-21T09:59:59.001Z')
    expect((await statuses(instance))['Due at the end of an island day']).toBe('CLOSED')
  })

  it('is one record for a whole family of notices, with the newest facts and combined lists', async () => {
    const [family, ...more] = await listed('/api/v1/opportunities?state=NE')
    expect(more).toEqual([])
    expect(family).toMatchObject({
      id: id('c', 1),
      slug: expect.stringMatching(/^[a-z0-9-]+-ne-00000000$/),
      dueDate: '2027-02-16T05:59:59.000Z',
      budgetMax: 250_000,
      documentCount: 2,
    })
    expect(family.applicantTypes.toSorted()).toEqual(['Clinics', 'Hospitals'])
  })

  it('lists the keys with inferred values', async () => {
    const { inferred } = await one('/api/v1/opportunities?state=TX&limit=100', id('c', 11))
    expect(inferred).toEqual(['status', 'postedDate'])
  })

  it('links to the published record of its related notice, and lists other sources', async () => {
    expect(await one('/api/v1/opportunities?state=TX&limit=100', id('c', 11))).toMatchObject({
      alsoFrom: ['https://closed.example/again'],
      relatedTo: { id: id('c', 1), relation: 'EARLIER_ROUND' },
    })
  })

  it('is found by its id, its slug, and the ids of all notices merged into it', async () => {
    const [family] = await listed('/api/v1/opportunities?state=NE')
    for (const name of [family.id, family.slug, id('c', 2), id('c', 3)]) {
      const { status, body } = await api.ask(`/api/v1/opportunities/${name}`)
      expect([status, body]).toEqual([200, family])
    }
  })

  it('has normalized deadlines, and null for missing ones', async () => {
    expect(await one('/api/v1/opportunities', id('c', 4))).toMatchObject({
      postedDate: '2026-09-01T08:00:00.000Z',
      dueDate: '2026-12-02T08:59:59.000Z',
      loiDate: '2026-11-25T08:59:59.000Z',
      questionDeadline: '2026-11-26T02:00:00.000Z',
    })
    expect(await one('/api/v1/opportunities', id('c', 8))).toMatchObject({
      postedDate: null,
      dueDate: null,
      loiDate: null,
      questionDeadline: null,
      budgetMin: null,
      budgetMax: null,
      summary: null,
    })
  })

  it('has the same value for type and opportunityType', async () => {
    for (const { type, opportunityType } of await listed('/api/v1/opportunities?limit=100'))
      expect(opportunityType).toBe(type)
  })

  it('lists at most 3 inferred categories; the rest is truncated but filterable', async () => {
    const rich = await one('/api/v1/opportunities?state=NY', id('c', 15))
    expect(rich.programCategories).toHaveLength(3)
    expect(rich.truncatedProgramCategories.length).toBeGreaterThan(0)
    for (const category of [...rich.programCategories, ...rich.truncatedProgramCategories]) {
      expect(await listIds(`/api/v1/opportunities?state=NY&programCategory=${category}`)).toContain(rich.id)
      const evidence = rich.programCategoryEvidence.find((item: Item) => item.category === category)
      expect(evidence).toMatchObject({ source: 'INFERRED', taxonomyVersion: '1.0' })
      expect(evidence.matchedTerms.length).toBeGreaterThan(0)
    }
  })

  it('of national scope has no state', async () => {
    const national = await listed('/api/v1/opportunities?scope=national')
    expect(national.map(({ state, scope }) => [state, scope])).toEqual([[null, 'NATIONAL']])
    expect(national[0].programCategoryEvidence[0]).toMatchObject({ source: 'ADMIN_CONFIRMED' })
  })

  it.each<[string, string, number[]]>([
    ['all words', 'training workforce', [5, 15]],
    ['any letter case and accents', 'CRÍSIS', [4]],
    ['title and summary together', 'crisis behavioral', [4]],
    ['a phrase', '"training grants"', [5]],
    ['a phrase that does not occur', '"grants training"', []],
    ['a prefix', 'ambul*', [10, 15]],
    ['an excluded word', 'clinic grants -amended', []],
    ['an excluded phrase', 'amended -"clinic grants"', [5]],
    ['only an excluded word', '-award -county -clinic -grants -telehealth', [8, 9, 10, 11, 13, 14, 15]],
  ])('is found by q: %s', async (_, q, numbers) => {
    const ids = await listIds(`/api/v1/opportunities?limit=100&q=${encodeURIComponent(q)}`)
    expect(ids.sort()).toEqual(numbers.map((number) => id('c', number)))
  })
})
