import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { openLiveService } from '../../src/store/open/live.ts'
import { baked, NOW, openApi, scratch, type TestApi } from '../api.ts'
import { type Chance, chance } from '../storage/chance.ts'
import { databaseFile } from './spoilt.ts'

/** A bake whose files were modified by a disk or a person: responses are correct, or there are none. */

const COUNT = process.env.LONG ? 500 : 30
const BLOCK = 4_096
const TARGETS = [
  '/api/v1/documents?limit=50',
  '/api/v1/awards?sort=-federalAmount',
  '/api/v1/opportunities?q=telehealth',
]

type Harm = (bytes: Buffer, chance: Chance) => Buffer
const flip: Harm = (bytes, { below }) => {
  const place = below(bytes.length)
  bytes[place] = (bytes[place] as number) ^ (1 << below(8))
  return bytes
}
const HARMS: [what: string, harm: Harm][] = [
  ['a flipped bit', flip],
  ['a cut', (bytes, { below }) => bytes.subarray(0, below(bytes.length))],
  ['additional bytes', (bytes, { below }) => Buffer.concat([bytes, Buffer.alloc(1 + below(9_000), 7)])],
  [
    'two blocks swapped',
    (bytes, { below }) => {
      const [one, other] = [below(bytes.length / BLOCK) * BLOCK, below(bytes.length / BLOCK) * BLOCK]
      const held = Buffer.from(bytes.subarray(one, one + BLOCK))
      bytes.copy(bytes, one, other, other + BLOCK)
      held.copy(bytes, other)
      return bytes
    },
  ],
  ['an empty block', (bytes, { below }) => bytes.fill(0, below(bytes.length / BLOCK) * BLOCK).subarray()],
]

let api: TestApi
let secret: string
let folder: string
let right: string[]
beforeAll(async () => {
  api = await openApi()
  secret = (await api.key('FEATURED_VENDOR')).secret
  folder = (await baked()).folder
  right = await Promise.all(TARGETS.map(async (target) => (await api.ask(target)).text))
})

it(`${COUNT} modified files: never a wrong response; either a correct one or 503`, { timeout: 600_000 }, async () => {
  const random = chance(500)
  const place = scratch()
  const outcomes = { right: 0, none: 0 }
  for (let index = 0; index < COUNT; index += 1) {
    rmSync(place, { recursive: true })
    cpSync(folder, place, { recursive: true })
    const [what, harm] = random.pick(HARMS)
    // Most of the bytes are the database's.
    const file = path.join(place, random.below(8) === 0 ? 'manifest.json' : path.basename(databaseFile(folder)))
    const before = readFileSync(file)
    const after = harm(Buffer.from(before), random)
    writeFileSync(file, after)
    const service = openLiveService(
      place,
      () => Date.parse(NOW),
      () => {},
    )
    service.check()
    api.at(new Date(Date.parse(NOW) + index * 1_000).toISOString())
    const app = createApp({ service, meter: api.store, clock: api.now, log: () => {}, base: null })
    for (const [number, target] of TARGETS.entries()) {
      const response = await app.request(target, { headers: { 'X-Api-Key': secret } })
      const text = await response.text()
      const about = `${index} ${what} in ${path.basename(file)}`
      if (response.status === 200) expect([about, text]).toEqual([about, right[number]])
      else expect([about, response.status, JSON.parse(text).code]).toEqual([about, 503, 'DATASET_UNAVAILABLE'])
      outcomes[response.status === 200 ? 'right' : 'none'] += 1
    }
  }
  expect(outcomes.none).toBeGreaterThan(COUNT)
})
