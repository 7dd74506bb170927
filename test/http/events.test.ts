import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../api.ts'
import type { Item } from '../store/matches.ts'
import { asking, id } from './listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, idsOf, one } = asking(() => api)

describe('an event', () => {
  const statusOf = async (number: number, moment?: string): Promise<string> => {
    const own = await openApi()
    if (moment) own.at(moment)
    const { body } = await own.ask('/api/v1/events?includeInactive=true&limit=100')
    return body.data.find((item: Item) => item.id === id('e', number)).status
  }

  it.each<[string, number, string | undefined, string]>([
    ['an evening in Hawaii, at noon in New York', 1, undefined, 'TODAY'],
    ['an evening in Hawaii, while it is tomorrow in UTC', 1, '2026-11-21T05:00:00.000Z', 'TODAY'],
    ['an evening in Hawaii, before its local day', 1, '2026-11-20T09:59:59.999Z', 'UPCOMING'],
    ['an evening in Hawaii, when it is over', 1, '2026-11-21T05:30:00.001Z', 'PAST'],
    ['the second of three days', 2, undefined, 'TODAY'],
    ['three days, when the last is over', 2, '2026-11-22T06:00:00.000Z', 'PAST'],
    ['one that was recorded', 3, undefined, 'RECORDING_AVAILABLE'],
    ['one that was cancelled', 4, undefined, 'CANCELLED'],
    ['a whole day without an end', 5, '2026-11-21T05:59:59.999Z', 'TODAY'],
    ['a whole day without an end, on the next', 5, '2026-11-21T06:00:00.000Z', 'PAST'],
    ['one to come', 7, undefined, 'UPCOMING'],
    ['one of the past', 8, undefined, 'PAST'],
  ])('has its status at the moment of the request: %s', async (_, number, moment, status) => {
    expect(await statusOf(number, moment)).toBe(status)
  })

  it('that is inactive is left out unless it is asked for', async () => {
    expect(await idsOf('/api/v1/events?limit=100')).not.toContain(id('e', 6))
    const hidden = await one('/api/v1/events?includeInactive=true&limit=100', id('e', 6))
    expect(hidden.isActive).toBe(false)
  })

  it('has the abbreviation of the zone in which it is held', async () => {
    const zones = (await listed('/api/v1/events?limit=100')).map(({ timezone }) => timezone)
    expect(new Set(zones)).toEqual(new Set(['HST', 'CST', 'CDT', 'EST', 'AKDT', 'EDT']))
  })

  it('is found by bounds on its start, both inclusive', async () => {
    const start = '2026-12-10T19:00:00.000Z'
    const find = (query: string) => idsOf(`/api/v1/events?${query}`)
    expect(await find(`from=${start}`)).toEqual([id('e', 7)])
    expect(await find('from=2026-12-10T19:00:00.001Z')).toEqual([])
    expect(await find(`from=2026-12-01&to=${start}`)).toEqual([id('e', 4), id('e', 7)])
    expect(await find('from=2026-12-01&to=2026-12-10T18:59:59.999Z')).toEqual([id('e', 4)])
    expect(await find('from=2026-12-10&to=2026-12-10')).toEqual([id('e', 7)])
  })

  it('is listed soonest first when from is given or only UPCOMING and TODAY are asked for, else latest first', async () => {
    const starts = async (query: string) => (await listed(`/api/v1/events?${query}`)).map(({ startAt }) => startAt)
    for (const query of ['from=2026-01-01', 'status=UPCOMING', 'status=today,upcoming'])
      expect(await starts(query)).toEqual((await starts(query)).toSorted())
    for (const query of ['', 'status=PAST', 'status=UPCOMING,CANCELLED', 'to=2026-12-31'])
      expect(await starts(query)).toEqual((await starts(query)).toSorted().reverse())
  })

  it('is found by q in title, hostAgency and description', async () => {
    expect(await idsOf('/api/v1/events?q=talk%20story')).toEqual([id('e', 1)])
    expect(await idsOf('/api/v1/events?q=cms')).toEqual([id('e', 7)])
    expect(await idsOf('/api/v1/events?q=annual%20report')).toEqual([id('e', 7)])
  })
})
