import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readDataset } from '../../src/records/dataset.ts'
import { appendFeed } from '../../src/records/folder.ts'
import type { ChangeEvent } from '../../src/schema/wire/changes.ts'
import { scratch } from '../api.ts'

const DAY_MS = 86_400_000
const event = (number: number, at: number): ChangeEvent => ({
  id: `e${number}`,
  state: 'NE',
  type: 'PAGE_UPDATED',
  summary: 'Page updated: Program page',
  siteUrl: 'https://ne.example.org',
  documentId: null,
  detail: {
    url: 'https://ne.example.org',
    label: 'Program page',
    previousHash: `${number}`,
    currentHash: `${number + 1}`,
  },
  occurredAt: new Date(at).toISOString(),
})

it('packs old events by year, appends to packed files, and reads all of them in order', async () => {
  const folder = scratch()
  const nights = 40
  const perNight = 200
  const told: string[] = []
  const history = path.join(folder, 'history')
  const packed: Record<string, string> = {}
  for (let night = 0; night < nights; night += 1) {
    const at = Date.parse('2026-12-10T08:00:00Z') + night * DAY_MS
    const events = Array.from({ length: perNight }, (_, n) => event(night * perNight + n, at + n))
    told.push(...events.map(({ id }) => id))
    await appendFeed(folder, events)
    for (const name of readdirSync(history).filter((name) => name.endsWith('.gz'))) {
      const bytes = readFileSync(path.join(history, name), 'latin1')
      expect(bytes.startsWith(packed[name] ?? '')).toBe(true)
      packed[name] = bytes
    }
  }
  expect(Object.keys(packed)).toEqual(['changes-2026.ndjson.gz', 'changes-2027.ndjson.gz'])
  const open = readFileSync(path.join(history, 'changes.ndjson'), 'utf8').trimEnd().split('\n')
  expect(open.length).toBeLessThanOrEqual(4_000)
  expect(gunzipSync(readFileSync(path.join(history, 'changes-2026.ndjson.gz'))).toString()).toMatch(/"2026-12-10T/)

  const { history: read } = await readDataset(folder)
  expect(read.feed?.map(({ id }) => id)).toEqual(told)
})

it('packs a first feed of any length', async () => {
  const folder = scratch()
  const events = Array.from({ length: 25_000 }, (_, n) => event(n, Date.parse('2026-12-10T08:00:00Z') + n))
  await appendFeed(folder, events)
  const { history: read } = await readDataset(folder)
  expect(read.feed).toEqual(events)
})
