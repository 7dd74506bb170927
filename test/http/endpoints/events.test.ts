import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../../api.ts'
import type { Item } from '../../store/matches.ts'
import { asking, id } from '../listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, listIds, one } = asking(() => api)

describe('an event', () => {
  const readStatus = async (number: number, moment?: string): Promise<string> => {
    const instance = await openApi()
    if (moment) instance.at(moment)
    const { body } = await instance.ask('/api/v1/events?includeInactive=true&limit=100')
    return body.data.find((item: Item) => item.id === id('e', number)).status
  }

  it.each<[string, number, string | undefined, string]>([
    ['an evening in Hawaii, at noon in New York', 1, undefined, 'TODAY'],
    ['an evening in Hawaii, while it is tomorrow in UTC', 1, '2026-11-21T05:00:00.000Z', 'TODAY'],
    ['an evening in Hawaii, before its local day', 1, '2026-11-20T09:59:59.999Z', 'UPCOMING'],
    ['an evening in Hawaii, after it ended', 1, '2026-11-21T05:30:00.001Z', 'PAST'],
    ['the second of three days', 2, undefined, 'TODAY'],
    ['three days, after the last one', 2, '2026-11-22T06:00:00.000Z', 'PAST'],
    ['a recorded event', 3, undefined, 'RECORDING_AVAILABLE'],
    ['a cancelled event', 4, undefined, 'CANCELLED'],
    ['a whole day without an end', 5, '2026-11-21T05:59:59.999Z', 'TODAY'],
    ['a whole day without an end, on the next day', 5, '2026-11-21T06:00:00.000Z', 'PAST'],
    ['a future event', 7, undefined, 'UPCOMING'],
    ['a past event', 8, undefined, 'PAST'],
  ])('has its status as of the request: %s', async (_, number, moment, status) => {
    expect(await readStatus(number, moment)).toBe(status)
  })

  it('is in the coverage of its state with its local day', async () => {
    const { body } = await api.ask('/api/v1/coverage?state=HI')
    expect(body.data[0].newest.events).toBe('2026-11-20')
  })

  it('that is inactive is excluded unless requested', async () => {
    expect(await listIds('/api/v1/events?limit=100')).not.toContain(id('e', 6))
    const hidden = await one('/api/v1/events?includeInactive=true&limit=100', id('e', 6))
    expect(hidden.isActive).toBe(false)
  })

  it('has the abbreviation of its time zone', async () => {
    const zones = (await listed('/api/v1/events?limit=100')).map(({ timezone }) => timezone)
    expect(new Set(zones)).toEqual(new Set(['HST', 'CST', 'CDT', 'EST', 'AKDT', 'EDT']))
  })

  it('is found by limits on its start, both inclusive', async () => {
    const start = '2026-12-10T19:00:00.000Z'
    const find = (query: string) => listIds(`/api/v1/events?${query}`)
    expect(await find(`from=${start}`)).toEqual([id('e', 7)])
    expect(await find('from=2026-12-10T19:00:00.001Z')).toEqual([])
    expect(await find(`from=2026-12-01&to=${start}`)).toEqual([id('e', 4), id('e', 7)])
    expect(await find('from=2026-12-01&to=2026-12-10T18:59:59.999Z')).toEqual([id('e', 4)])
    expect(await find('from=2026-12-10&to=2026-12-10')).toEqual([id('e', 7)])
  })

  it('is listed soonest first with from or only UPCOMING and TODAY, otherwise latest first', async () => {
    const starts = async (query: string) => (await listed(`/api/v1/events?${query}`)).map(({ startAt }) => startAt)
    for (const query of ['from=2026-01-01', 'status=UPCOMING', 'status=today,upcoming'])
      expect(await starts(query)).toEqual((await starts(query)).toSorted())
    for (const query of ['', 'status=PAST', 'status=UPCOMING,CANCELLED', 'to=2026-12-31'])
      expect(await starts(query)).toEqual((await starts(query)).toSorted().reverse())
  })

  it('is found by q in title, hostAgency and description', async () => {
    expect(await listIds('/api/v1/events?q=talk%20story')).toEqual([id('e', 1)])
    expect(await listIds('/api/v1/events?q=cms')).toEqual([id('e', 7)])
    expect(await listIds('/api/v1/events?q=annual%20report')).toEqual([id('e', 7)])
  })
})
