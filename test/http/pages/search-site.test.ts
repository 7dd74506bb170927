import { describe, expect, it } from 'vitest'
import { readHoldings } from '../../../src/http/pages/holdings.ts'
import { searchSite } from '../../../src/http/pages/search-site.ts'
import { keyword } from '../../../src/resources/filters.ts'
import { openService } from '../../../src/store/service.ts'
import { AHEAD, ANY } from '../../../src/views/lists/opportunities.ts'
import { baked, STARTER } from '../../api.ts'

const { folder } = await baked(STARTER)
const service = openService(folder)
const NOW = Date.parse('2026-09-01T18:00:00Z')
const holdings = await readHoldings(service, NOW)
const CHANGELOG = { title: 'Changelog', path: '/docs/changelog', text: '', snippet: 'Opportunities in Nebraska' }

async function search(query: string) {
  const { understood, groups } = await searchSite(query, { service, holdings, now: NOW, pages: () => [CHANGELOG] })
  return { understood, groups: groups.filter(({ hits }) => hits.length > 0) }
}

describe('a search of the site', () => {
  it('lists every call that can be applied for, then those that may still be open, then the closed ones, and leads to all of them', async () => {
    const now = Date.parse('2026-11-23T18:00:00Z')
    const calls = async (query: string) => {
      const { groups } = await searchSite(query, { service, holdings, now, pages: () => [] })
      const { hits = [], beyond } = groups.find(({ name }) => name === 'Opportunities') ?? {}
      return { standings: hits.map(({ facts }) => String(facts?.[0])), beyond }
    }
    const count = (filters: object) =>
      service.readers.opportunities.list({ filters: filters as never, limit: 1 }, now).total
    const { standings } = await calls('grants in nebraska')
    const ahead = count({ state: ['NE'], status: AHEAD.split(',') })
    const unconfirmed = count({ state: ['NE'], statusBasis: ['UNCONFIRMED'] })
    const late = ['may still be open', 'closed']
    expect(unconfirmed).toBeGreaterThan(0)
    expect(standings.findIndex((text) => late.includes(text))).toBe(ahead)
    expect(standings.slice(ahead).toSorted().reverse()).toEqual(standings.slice(ahead))
    expect(standings.filter((text) => text === 'may still be open')).toHaveLength(unconfirmed)
    const { beyond } = await calls('grants')
    const query = new URLSearchParams(beyond?.path.split('?')[1])
    expect([beyond?.text, query.get('status')]).toEqual([`These are the first 50 of ${count({})}.`, ANY])
  })

  it('finds a call by its state and its applicants', async () => {
    const { groups, understood } = await search('critical access hospital nebraska')
    const calls = groups.find(({ name }) => name === 'Opportunities')?.hits ?? []
    expect(calls.some(({ title }) => title.includes('RHTP 2.5'))).toBe(true)
    expect(understood).toMatchObject({ text: 'in Nebraska, “critical access hospital”', path: '/states/ne' })
    expect((await search('constructor')).understood).toBeNull()
  })

  it('reads the state and the kind out of a query, and shows the guides last', async () => {
    const { groups, understood } = await search('opportunities in nebraska')
    expect(understood).toMatchObject({
      text: 'in Nebraska, Opportunities',
      path: `/opportunities?${new URLSearchParams({ status: ANY, state: 'NE' })}`,
    })
    expect(groups[0]?.name).toBe('Opportunities')
    expect(groups[0]?.hits.every(({ facts }) => facts?.includes('Nebraska'))).toBe(true)
    expect(groups.at(-1)?.name).toBe('Guides and reference')
  })

  it('reads no list out of a whole sentence', async () => {
    const query = 'grants in Nebraska that would pay a small hospital for a second ambulance crew'
    expect((await search(query)).understood).toBeNull()
  })

  it('shows first the kind that a query names', async () => {
    expect((await search('events in Maryland')).groups[0]?.name).toBe('Events')
  })

  it('takes a dash between words for one', async () => {
    expect((await search('grants - nebraska')).understood?.text).toContain('in Nebraska')
  })

  it.each(['telehealth', '"critical access" nebraska', 'grants -nebraska'])('takes %s as written', async (query) => {
    expect((await search(query)).understood).toBeNull()
  })
})

it.each([
  ['opportunities', 'nebraska "critical access"'],
  ['opportunities', 'NE farm'],
  ['events', 'maryland committee'],
  ['awards', 'nebraska "boone county"'],
] as const)('the keyword of %s reads the state and the applicants: %s', (list, text) => {
  const { total } = service.readers[list].list({ filters: { q: keyword('').schema.parse(text) } }, NOW)
  expect(total).toBeGreaterThan(0)
})
