import { afterEach, expect, it, vi } from 'vitest'
import { openApi } from '../api.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('serves everything else between searches, and the searches in the order of arrival', async () => {
  const api = await openApi()
  const { search } = api.service
  let states: Promise<void> | undefined
  vi.spyOn(search, 'page').mockImplementation(() => {
    states ??= ask('states', '/api/v1/states', { key })
    for (const end = performance.now() + 5; performance.now() < end; );
    return { bodies: [], hasMore: false }
  })
  const { secret: key } = await api.key()
  const order: string[] = []
  const ask = async (name: string, ...asked: Parameters<typeof api.ask>) => {
    const { status } = await api.ask(...asked)
    order.push(`${name} ${status}`)
  }
  const searches = Array.from({ length: 8 }, (_, place) =>
    ask(`search ${place}`, '/api/v1/search', { key, json: { query: `telehealth ${place}` } }),
  )
  await Promise.all(searches)
  await states
  expect(order.indexOf('states 200')).toBeLessThan(6)
  expect(order.filter((name) => name !== 'states 200')).toEqual(searches.map((_, place) => `search ${place} 200`))
})

it('does not let a known search wait', async () => {
  const { service } = await openApi()
  const query = { query: 'telehealth', filters: {}, page: 1, limit: 3 }
  const first = service.search.page(query)
  const others = ['rural', 'hospital', 'award'].map((word) => service.search.pageInTurn({ ...query, query: word }))
  expect(service.search.pageInTurn(query)).toBe(first)
  await Promise.all(others)
})
