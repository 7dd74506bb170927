import { describe, expect, it } from 'vitest'
import { openApi, STARTER } from '../api.ts'
import { searchOver } from './corpus.ts'

describe('the pages of a search', async () => {
  const api = await openApi({ data: STARTER })
  const ask = async (json: object) => (await api.ask('/api/v1/search', { json })).body

  async function walk(json: object, limit: number): Promise<string[]> {
    const ids: string[] = []
    for (let page = 1; ; page += 1) {
      const { documents, count, hasMore } = await ask({ ...json, page, limit })
      expect(count).toBe(documents.length)
      ids.push(...documents.map(({ id }: { id: string }) => id))
      if (!hasMore) return ids
      expect(count).toBe(limit)
    }
  }

  it.each([
    { query: 'health' },
    { query: 'telehealth' },
    { query: 'awards', states: ['WV', 'TX'] },
    { query: 'EHR' },
    { query: 'workforce', programCategory: 'WORKFORCE' },
    { query: 'ambulence' },
  ])('add up to the whole, without gaps or repeats, whatever their size: $query', async (json) => {
    const whole = await walk(json, 50)
    expect(whole.length).toBeGreaterThan(1)
    expect(new Set(whole).size).toBe(whole.length)
    for (const limit of process.env.LONG ? [1, 7, 10] : [17]) expect(await walk(json, limit)).toEqual(whole)
  })

  it('are empty past the end', async () => {
    const { documents, count, hasMore } = await ask({ query: 'telehealth', page: 1_000_000_000, limit: 50 })
    expect({ documents, count, hasMore }).toEqual({ documents: [], count: 0, hasMore: false })
  })

  it.each([0, -1, 1.5, '2', null, 1e12])('reject the number %j with 400', async (page) => {
    const { status, body } = await api.ask('/api/v1/search', { json: { query: 'telehealth', page } })
    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'page', value: page })])
  })
})

describe('documents of equal relevance', () => {
  it('are in the order of their ids', async () => {
    const { numbers } = await searchOver(Array.from({ length: 30 }, () => ({ title: 'The same title' })))
    expect(numbers('same title')).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })
})

describe('matches beyond the ranked ones', () => {
  it('are all found, each once', async () => {
    const count = 2_130
    const { search } = await searchOver(
      Array.from({ length: count }, (_, index) => ({ title: `Gazette ${index % 7 === 0 ? 'gazette' : index}` })),
    )
    const ids = new Set<string>()
    let page = 1
    for (let hasMore = true; hasMore; page += 1) {
      const { bodies, hasMore: more } = search.page({ query: 'gazette', filters: {}, page, limit: 50 })
      for (const body of bodies) {
        const { id } = JSON.parse(body)
        expect(ids.has(id)).toBe(false)
        ids.add(id)
      }
      hasMore = more
    }
    expect(ids.size).toBe(count)
  })
})
