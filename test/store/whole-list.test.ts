import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { findOpportunities } from '../../src/http/endpoints/commongrants.ts'
import { readHoldings } from '../../src/http/pages/holdings.ts'
import { readWholeList } from '../../src/store/lists/reader.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'

const NOW = Date.parse('2026-11-21T18:00:00Z')

/** Does work, and counts the turns of the event loop until its end. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const end = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    turns += 1
  }
  await end
  return turns
}

/** The same on a machine on which every step takes the time of a whole turn. */
async function countSlowTurns(work: () => Promise<unknown>): Promise<number> {
  let time = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 10
    return time
  })
  try {
    return await countTurns(work)
  } finally {
    clock.mockRestore()
  }
}

const { folder } = await baked(STARTER)

describe('whole lists', () => {
  it('are read in their order, nothing missing', async () => {
    const { readers, manifest } = openService(folder)
    for (const name of ['awards', 'states', 'opportunities'] as const) {
      const whole = JSON.parse(readers[name].list({ limit: manifest.counts[name] ?? 0 }, NOW).data)
      expect(await readWholeList(readers[name], NOW)).toEqual(whole)
    }
  })

  it('are read for the first question in several turns of the event loop, and not again', async () => {
    const figures = await openService(folder).figures()
    const ask = () => figures.answer('who won in Kansas', { states: [], fiscalYear: null }, NOW)
    const first = await countSlowTurns(ask)
    expect(first).toBeGreaterThan(3)
    expect(await countSlowTurns(ask)).toBeLessThan(first)
  })

  it('are read once for the names in questions that arrive together', async () => {
    const service = openService(folder)
    const { list } = service.readers.awards
    let read = 0
    service.readers.awards.list = (query, now) => {
      const { filters } = query
      if (filters?.verification !== undefined && filters.state === undefined) read += 1
      return list(query, now)
    }
    const figures = await service.figures()
    const ask = () => figures.answer('who won in Kansas', { states: [], fiscalYear: null }, NOW)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toEqual(second)
    expect(read).toBe(Math.ceil((service.manifest.counts.awards ?? 0) / 500))
  })

  it('are read for the first record page in several turns', async () => {
    const service = openService(folder)
    const ask = () => readHoldings(service, NOW)
    expect(await countSlowTurns(ask)).toBeGreaterThan(3)
    expect(await countTurns(ask)).toBeLessThanOrEqual(2)
  })

  it('are read for a CommonGrants search in several turns', async () => {
    const { opportunities } = openService(folder).readers
    expect(await countSlowTurns(() => findOpportunities(opportunities, {}, NOW))).toBeGreaterThan(1)
  })
})
