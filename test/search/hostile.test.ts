import { describe, expect, it } from 'vitest'
import { SearchResponse } from '../../src/http/endpoints/search.ts'
import { openService } from '../../src/store/service.ts'
import { baked, openApi, STARTER } from '../api.ts'
import { hostileQueries } from './hostile.ts'

/** `HOSTILE_QUERIES=1000000 npx vitest run test/search/hostile.test.ts` runs all of them and prints the slowest. */
const COUNT = Number(process.env.HOSTILE_QUERIES ?? (process.env.LONG ? 10_000 : 25))
const SEED = 2_026
const SUSPECT_MS = 10

describe(`${COUNT} random and hostile queries`, async () => {
  const { publication, folder } = await baked(STARTER)
  const words = [
    ...new Set(publication.documents.flatMap(({ record }) => `${record.title} ${record.highlights}`.split(/\W+/u))),
  ].filter((word) => word !== '')

  it('all get a response', { timeout: 3_600_000 }, () => {
    const { search } = openService(folder)
    const ms = (query: string, limit: number): number => {
      // CPU time: other work on the machine does not count.
      const began = process.cpuUsage()
      const { bodies, hasMore } = search.page({ query, filters: {}, page: 1, limit })
      const { user, system } = process.cpuUsage(began)
      if (bodies.length > limit || (hasMore && bodies.length < limit)) throw new Error(`wrong page for ${query}`)
      return (user + system) / 1_000
    }
    const slowest = { ms: 0, query: '' }
    let left = COUNT
    for (const query of hostileQueries(SEED, words)) {
      if (left-- === 0) break
      let lasted = ms(query, 10)
      // Another limit is another page to the cache; what is slow by itself is slow again.
      for (let limit = 11; lasted > SUSPECT_MS && limit < 14; limit += 1) lasted = Math.min(lasted, ms(query, limit))
      if (lasted > slowest.ms) Object.assign(slowest, { ms: lasted, query })
    }
    if (process.env.HOSTILE_QUERIES) {
      console.log(`The slowest took ${slowest.ms.toFixed(1)} ms: ${JSON.stringify(slowest.query)}`)
    }
  })

  it('are a 200 that matches the schema, or a 400 about their length', async () => {
    const api = await openApi({ data: STARTER })
    let left = process.env.LONG ? 500 : 15
    for (const query of hostileQueries(SEED + 1, words, 220)) {
      if (left-- === 0) break
      const { status, body } = await api.ask('/api/v1/search', { json: { query } })
      if (status === 200) SearchResponse.parse(body)
      else {
        expect(status).toBe(400)
        expect(query.trim().length < 3 || query.length > 200).toBe(true)
        expect(body.errors).toEqual([expect.objectContaining({ parameter: 'query' })])
      }
    }
  })
})
