import { describe, expect, it } from 'vitest'
import { openApi, STARTER } from '../api.ts'

describe('the filters of a search', async () => {
  const api = await openApi({ data: STARTER })
  const searchAll = async (json: object): Promise<{ id: string; [field: string]: unknown }[]> => {
    const documents: { id: string }[] = []
    for (let page = 1; ; page += 1) {
      const { body } = await api.ask('/api/v1/search', { json: { ...json, page, limit: 50 } })
      documents.push(...body.documents)
      if (!body.hasMore) return documents
    }
  }
  const all = await searchAll({ query: 'health' })

  it.each([
    { filter: { states: ['WV'] }, keeps: ({ state }: { [field: string]: unknown }) => state === 'WV' },
    {
      filter: { states: ['tx', 'AK'] },
      keeps: ({ state }: { [field: string]: unknown }) => state === 'TX' || state === 'AK',
    },
    { filter: { states: [] }, keeps: () => true },
    { filter: { year: 'fy26' }, keeps: ({ fiscalYear }: { [field: string]: unknown }) => fiscalYear === 'FY2026' },
    { filter: { year: '2019' }, keeps: () => false },
    {
      filter: { programCategory: 'WORKFORCE_DEVELOPMENT' },
      keeps: ({ programCategories }: { [field: string]: unknown }) =>
        (programCategories as string[]).includes('WORKFORCE_DEVELOPMENT'),
    },
    {
      filter: { programCategory: 'workforce', states: ['RI', 'VA'], year: '2026' },
      keeps: ({ programCategories, state }: { [field: string]: unknown }) =>
        (programCategories as string[]).includes('WORKFORCE_DEVELOPMENT') && (state === 'RI' || state === 'VA'),
    },
  ])('return only what they name: $filter', async ({ filter, keeps }) => {
    const kept = await searchAll({ query: 'health', ...filter })
    const expected = all.filter(keeps)
    expect(kept.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
  })

  it('also apply to widened searches', async () => {
    for (const { state } of await searchAll({ query: 'telemedicine', states: ['MS'] })) expect(state).toBe('MS')
    expect((await searchAll({ query: 'telemedicine', states: ['MS'] })).length).toBeGreaterThan(0)
  })

  it('cannot be written into the query', async () => {
    const some = await searchAll({ query: '\ue000swv0 drone' })
    expect(some).toEqual(await searchAll({ query: 'swv0 drone' }))
    expect(some.filter(({ state }) => state !== 'WV')).not.toEqual([])
    expect((await api.ask('/api/v1/search', { json: { query: '\ue000swv0' } })).body.documents).toEqual([])
  })

  it('reject all unknown values together', async () => {
    const { status, body } = await api.ask('/api/v1/search', {
      json: { query: 'health', states: ['XX'], year: 'soon', programCategory: 'NOPE' },
    })
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'states',
      'year',
      'programCategory',
    ])
    expect(body.supportedValues).toContain('WORKFORCE_DEVELOPMENT')
  })
})
