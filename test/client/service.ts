import { appendFileSync, cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type ChangeEvent, type Client, type ClientOptions, createClient } from '../../packages/client/src/index.ts'
import { prepare } from '../../src/bake/bake.ts'
import { release } from '../../src/bake/release.ts'
import { createApp } from '../../src/http/app.ts'
import type { PlanName } from '../../src/metering/plans.ts'
import { openService } from '../../src/store/service.ts'
import { FIXTURE, openApi, scratch, type TestApi } from '../api.ts'
import { type Listening, listen } from '../contract/listening.ts'
import { type Faults, startFaults } from './faults.ts'

/** The service on the fixture, listening, behind a connection that can be disturbed. */
export interface Running {
  api: TestApi
  /** Faults on the way. */
  faults: Faults
  /** The secret of a key of a fresh account. */
  key: (plan?: PlanName) => Promise<string>
  /** A client with its own account, with short waits for tests. */
  client: (options?: Partial<ClientOptions>) => Promise<Client>
  /** All change events so far, oldest first. */
  events: () => ChangeEvent[]
  /** Publishes this many more change events, like a nightly run, and resolves to them. */
  publish: (count: number) => Promise<ChangeEvent[]>
}

/** Starts the service before the tests of a file, and stops it after them. */
export function running(): Running {
  const parts = {} as { api: TestApi; faults: Faults; server: Listening }
  let folder: string
  let service: TestApi['service']
  let events: ChangeEvent[] = []

  beforeAll(async () => {
    parts.api = await openApi()
    service = parts.api.service
    const { store: meter, now: clock } = parts.api
    parts.server = await listen(createApp({ service: () => service, meter, clock, log: () => {}, base: null }))
    parts.faults = await startFaults(parts.server.address)
    folder = path.join(scratch(), 'data')
    cpSync(FIXTURE, folder, { recursive: true })
    const lines = readFileSync(path.join(folder, HISTORY), 'utf8').trim().split('\n')
    events = lines.map((line) => shown(JSON.parse(line))).sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
  })
  afterAll(async () => {
    await parts.faults.close()
    await parts.server.close()
  })

  const key = async (plan?: PlanName) => (await parts.api.key(plan)).secret
  return {
    get api() {
      return parts.api
    },
    get faults() {
      return parts.faults
    },
    key,
    client: async (options = {}) =>
      createClient({
        baseUrl: parts.faults.address,
        apiKey: options.apiKey ?? (await key()),
        ...options,
        retry: { backoffMs: 1, ...options.retry },
      }),
    async publish(count) {
      const later = Array.from({ length: count }, (_, place) => eventAt(events.length + place))
      appendFileSync(
        path.join(folder, HISTORY),
        later.map(({ updatedAt: _, ...event }) => `${JSON.stringify(event)}\n`).join(''),
      )
      events = [...events, ...later]
      const { publication } = await prepare(folder, () => {})
      const out = scratch()
      await release(publication, out, parts.api.now(), () => {})
      service = openService(out)
      return later
    },
    events: () => events,
  }
}

const HISTORY = path.join('history', 'changes.ndjson')
const BEGINNING = Date.parse('2026-11-20T08:00:00.000Z')

/** An event of the feed as returned by the API. */
const shown = <Event extends { occurredAt: string }>(event: Event) => ({ ...event, updatedAt: event.occurredAt })

const eventAt = (number: number): ChangeEvent =>
  shown({
    id: `00000000-0000-4000-8000-0000000a${String(number).padStart(4, '0')}`,
    state: 'NE',
    type: 'PAGE_UPDATED',
    summary: `Later change ${number}`,
    siteUrl: 'https://ne.example.org/rhtp',
    documentId: null,
    detail: { url: 'https://ne.example.org/rhtp', label: null, previousHash: 'a', currentHash: 'b' },
    occurredAt: new Date(BEGINNING + number).toISOString(),
  })

/** Everything that a generator yields. */
export async function collect<One>(items: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = []
  for await (const one of items) all.push(one)
  return all
}
