import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { openLiveService } from '../../src/store/open/live.ts'
import { openApi } from '../api.ts'
import { publishedFolder } from '../http/published.ts'
import { chance } from '../storage/chance.ts'

/** Minutes of requests with publications in between: memory and open files stay as they were. */

const SECONDS = Number(process.env.SOAK_SECONDS ?? (process.env.LONG ? 600 : 0))
const NIGHT_EVERY_MS = 5_000
const MIB = 1024 * 1024
const TARGETS = [
  ...[
    '/api/v1/states',
    '/api/v1/documents?limit=5',
    '/api/v1/opportunities?q=rural',
    '/api/v1/events.ics',
    '/api/stats',
  ],
  ...[
    '/api/v1/awards?facets=state,category',
    '/api/v1/changes',
    '/api/v1/exports',
    '/api/health',
    '/api/v1/awards?limit=0',
  ],
]

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapUsed = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}
const openFiles = (): number => readdirSync('/proc/self/fd').length

it.skipIf(SECONDS === 0 || process.platform !== 'linux')(
  `${SECONDS} seconds of requests with publications in between do not increase memory or open files`,
  { timeout: 3_600_000 },
  async () => {
    const { store: meter, key } = await openApi()
    const folder = publishedFolder()
    const started = Date.now()
    // Ten hours pass in a second, so minutes and months of use do too.
    const clock = () => started + (Date.now() - started) * 36_000
    await folder.publish(new Date(clock()).toISOString())
    const faults: string[] = []
    const service = openLiveService(folder.out, clock, ({ message }) => faults.push(message))
    service.check()
    const app = createApp({ service, meter, clock, log: () => {}, base: null })
    const secrets: string[] = []
    for (let count = 0; count < 4; count += 1) secrets.push((await key('TEAM')).secret)
    const { pick } = chance(600)
    const versions = new Set<string>()
    const states = new Map<number, number>()
    const samples: { heap: number; files: number }[] = []
    let nights = 0
    let asked = 0

    for (let end = started + SECONDS * 1_000; Date.now() < end; ) {
      for (let count = 0; count < 100; count += 1) {
        const response = await app.request(pick(TARGETS), { headers: { 'X-Api-Key': pick(secrets) } })
        await response.arrayBuffer()
        states.set(response.status, (states.get(response.status) ?? 0) + 1)
        versions.add(response.headers.get('X-Dataset-Version') ?? '')
        asked += 1
      }
      if (Date.now() - started > nights * NIGHT_EVERY_MS) {
        nights += 1
        folder.set('awards', '00000000-0000-4000-8000-0000000b0001', { programDescription: `Night ${nights}` })
        await folder.publish(new Date(clock()).toISOString())
        service.check()
        samples.push({ heap: heapUsed(), files: openFiles() })
      }
      await setTimeout(5)
    }
    console.log(`${asked} requests, ${nights} nights: ${JSON.stringify(samples.at(-1))}`)
    expect(faults).toEqual([])
    expect([...states.keys()].filter((status) => status >= 500)).toEqual([])
    expect(versions.size).toBeGreaterThan(nights / 2)
    // A bake that was replaced lingers for a minute, for requests that still read from it.
    const settled = samples[Math.floor(samples.length / 2)] as (typeof samples)[0]
    const last = samples.at(-1) as (typeof samples)[0]
    expect(last.files - settled.files).toBeLessThan(20)
    expect(last.heap - settled.heap).toBeLessThan(40 * MIB)
  },
)
