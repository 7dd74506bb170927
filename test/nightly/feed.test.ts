import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { generateKey } from '../../src/metering/keys.ts'
import { openMeter } from '../../src/nightly/gate/service.ts'
import { openLiveService } from '../../src/store/open/live.ts'
import { anotherNotice, datasetFolder, FIRST_NIGHT, nightOn, readFeed, rewrite } from './folders.ts'

const HOUR_MS = 3_600_000
const ROUNDS = process.env.LONG ? 12 : 3

describe('a client that polls with since and pages through', () => {
  it('never misses or repeats an event published in between', async () => {
    const folders = datasetFolder()
    let now = FIRST_NIGHT.getTime()
    let lots = 0
    const nextNight = async () => {
      now += HOUR_MS
      await nightOn(folders, new Date(now), (staged) =>
        rewrite(staged, 'notices', (rows) => [
          ...rows,
          ...Array.from({ length: 3 }, () => {
            lots += 1
            return anotherNotice(folders.data, lots)
          }),
        ]),
      )
    }
    await nightOn(folders, FIRST_NIGHT)
    const service = openLiveService(
      folders.out,
      () => now,
      () => {},
    )
    const app = createApp({ service, meter: openMeter, clock: () => now, log: () => {}, base: null })
    const headers = { Authorization: `Bearer ${generateKey().secret}` }

    const seen: string[] = []
    let since = '2020-01-01T00:00:00.000Z'
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2 === 0) await nextNight()
      let last = since
      for (let page = 1; ; page += 1) {
        now += 2_000
        // A run during a walk: what it adds comes at the end of the following pages.
        if (round % 3 === 1 && page === 2) await nextNight()
        service.check()
        const answer = await app.request(`/api/v1/activity?type=ALL&limit=2&since=${since}&page=${page}`, { headers })
        const body = await answer.json()
        for (const event of body.data) {
          seen.push(event.id)
          last = event.occurredAt
        }
        if (!body.hasMore) break
      }
      since = last
    }
    expect(seen).toEqual(readFeed(folders.data).map(({ id }) => id))
    expect(lots).toBeGreaterThan((3 * ROUNDS) / 2)
    service().close()
  })
})
