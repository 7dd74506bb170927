import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../../src/records/dataset.ts'
import { FIXTURE, openApi, type TestApi, walk } from '../../api.ts'
import type { Item } from '../../store/matches.ts'
import { asking } from '../listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed } = asking(() => api)

describe('a state', () => {
  it('is summed up over its published awards, documents and last activity', async () => {
    const nebraska = (await listed('/api/v1/states')).find(({ code }) => code === 'NE')
    expect(nebraska).toEqual({
      code: 'NE',
      name: 'Nebraska',
      region: '7',
      cahCount: 10,
      summary: 'Nebraska runs the program.',
      sources: ['https://ne.example.org/rhtp'],
      siteUrl: 'https://ne.example.org/rhtp',
      documents: 2,
      totalAwardByState: 418_529_075.1,
      // 405,000 rural residents
      awardPerRuralResident: 1033,
      awardTotal: 3035.66,
      awards: 4,
      awardAmountsKnown: 3,
      awardeeCount: 3,
      lastActivity: '2026-11-09T07:00:00.000Z',
      updatedAt: expect.any(String),
    })
  })

  it('with unknown facts has null, and [] for known to be empty', async () => {
    const { body } = await api.ask('/api/v1/states/HI')
    expect(body).toMatchObject({
      cahCount: null,
      summary: null,
      sources: [],
      population: null,
      ruralPercent: null,
      sites: [],
      awardYears: [],
      totalAwardByState: 188_892_440.55,
      awardPerRuralResident: null,
      awardTotal: null,
      awards: 0,
      awardAmountsKnown: 0,
      awardeeCount: 0,
    })
    const [hawaii] = (await listed('/api/v1/states')).filter(({ code }) => code === 'HI')
    expect(hawaii.siteUrl).toBeNull()
  })

  it('lists its federal allotments, all verified years, separately from its awards', async () => {
    const { body } = await api.ask('/api/v1/states/NE')
    expect(body.totalAwardByState).toBe(418_529_075.1)
    expect(body.awardTotal).toBe(3035.66)
    expect((await api.ask('/api/v1/states/AK')).body.totalAwardByState).toBe(272_174_856)
  })

  it('lists its awards by year, newest first, and the awardees of a year, largest first', async () => {
    const { body } = await api.ask('/api/v1/states/NE')
    expect(body.awardYears).toEqual([
      {
        fiscalYear: 'FY2026',
        total: 1234.56,
        awards: 2,
        awardAmountsKnown: 1,
        awardees: [
          { name: 'Hôpital Régional Sainte-Anne', total: 1234.56, awards: 1, awardAmountsKnown: 1 },
          { name: 'Sandhills Hospital', total: null, awards: 1, awardAmountsKnown: 0 },
        ],
      },
      {
        fiscalYear: 'FY2025',
        total: 901.1,
        awards: 1,
        awardAmountsKnown: 1,
        awardees: [{ name: 'Prairie Hospital District', total: 901.1, awards: 1, awardAmountsKnown: 1 }],
      },
      {
        fiscalYear: 'FY2024',
        total: 900,
        awards: 1,
        awardAmountsKnown: 1,
        awardees: [{ name: 'Sandhills Hospital', total: 900, awards: 1, awardAmountsKnown: 1 }],
      },
    ])
  })

  it('has sums that agree with the list of awards', async () => {
    for (const { code, awardTotal, awards: rows, awardAmountsKnown, awardeeCount } of await listed('/api/v1/states')) {
      const awards = (await walk(api, `/api/v1/awards?state=${code}`, 100)) as Item[]
      const withAmount = awards.filter(({ federalAmount }) => federalAmount !== null)
      const cents = withAmount.reduce((sum, { federalAmount }) => sum + Math.round(federalAmount * 100), 0)
      expect([code, rows, awardAmountsKnown]).toEqual([code, awards.length, withAmount.length])
      expect([code, awardTotal]).toEqual([code, withAmount.length > 0 ? cents / 100 : null])
      expect([code, awardeeCount]).toEqual([code, new Set(awards.map(({ awardeeName }) => awardeeName)).size])
      const { body } = await api.ask(`/api/v1/states/${code}`)
      const years = body.awardYears.reduce((sum: number, { total }: Item) => sum + Math.round((total ?? 0) * 100), 0)
      expect([code, years]).toEqual([code, cents])
      expect(body.activities).toBe((await walk(api, `/api/v1/activities?state=${code}`, 100)).length)
      expect(body.documents).toBe((await walk(api, `/api/v1/documents?state=${code}`, 100)).length)
    }
  })

  it('shows the 10 most recently published documents', async () => {
    const { body } = await api.ask('/api/v1/states/TX')
    const records = (await readRecords(FIXTURE)).documents.filter(({ state }) => state === 'TX')
    const newestFirst = records
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .toSorted(
        (a, b) => Number((b.published ?? '') > (a.published ?? '')) - Number((b.published ?? '') < (a.published ?? '')),
      )
    expect(body.documents).toBe(13)
    expect(body.recentDocuments.map(({ id }: Item) => id)).toEqual(newestFirst.slice(0, 10).map(({ id }) => id))
    expect(Object.keys(body.recentDocuments[0])).toEqual([
      'id',
      'title',
      'fileType',
      'category',
      'fiscalYear',
      'award',
      'highlights',
      'url',
      'published',
      'discovered',
    ])
  })

  it('is found by region', async () => {
    expect((await listed('/api/v1/states?region=7,2')).map(({ code }) => code)).toEqual(['NE', 'NY'])
  })

  it('is sorted by the number of its region', async () => {
    const regions = (await listed('/api/v1/states?sort=region')).map(({ region }) => Number(region))
    expect(regions).toContain(10)
    expect(regions).toEqual(regions.toSorted((a, b) => a - b))
  })
})
