import { copyFileSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { ACTORS } from '../src/account/actions.ts'
import type { AnswerService } from '../src/answers/service.ts'
import { prepare } from '../src/bake/bake.ts'
import type { Manifest } from '../src/bake/folder/manifest.ts'
import type { PublishedLists } from '../src/bake/publication.ts'
import { adopt, getCandidateFolder, release } from '../src/bake/release.ts'
import { type App, createApp } from '../src/http/app.ts'
import type { LogLine } from '../src/http/log.ts'
import { generateId, generateKey } from '../src/metering/keys.ts'
import type { PlanName } from '../src/metering/plans.ts'
import { openTexts } from '../src/records/texts.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import type { Store } from '../src/storage/port.ts'
import { openService, type Service } from '../src/store/service.ts'
import { checked } from './contract/answers.ts'
import { keptBuild } from './kept-build.ts'
import { madeOnce } from './made-once.ts'

/** The time of the fixture's edge cases: noon in New York, November 20, 2026. */
export const NOW = '2026-11-20T17:00:00.000Z'

export const FIXTURE = path.join(import.meta.dirname, 'fixture')
export const STARTER = path.join(import.meta.dirname, '..', 'data')

/** A new folder, removed after the run. */
export function scratch(): string {
  return mkdtempSync(path.join(tmpdir(), 'rural-health-'))
}

let emptyStore: Promise<string> | undefined

/** A new embedded store: a copy of an empty one, which costs less than creating its tables. */
export async function newStore(file = path.join(scratch(), 'store.sqlite')): Promise<Store> {
  emptyStore ??= (async () => {
    const empty = path.join(scratch(), 'empty.sqlite')
    await openEmbedded(empty).close()
    return empty
  })()
  copyFileSync(await emptyStore, file)
  return openEmbedded(file)
}

type Bake = { publication: PublishedLists; folder: string }

const quiet = () => {}
const bakes = new Map<string, Promise<Bake>>()
/** Datasets that many files use, with what their bakes are made from: baked once. Each worker has its own copy. */
const SHARED = new Map([
  [FIXTURE, { name: 'baked-fixture', parts: ['src', 'vocabulary', 'test/fixture', 'test/api.ts'] }],
  [
    STARTER,
    {
      name: 'baked-starter',
      parts: ['src', 'vocabulary', 'data/records', 'data/history', 'data/texts', 'test/api.ts'],
    },
  ],
])

/** Bakes a dataset folder once for all tests of a worker. */
export function baked(folder = FIXTURE): Promise<Bake> {
  let bake = bakes.get(folder)
  if (!bake) {
    const shared = process.env.VITEST ? SHARED.get(folder) : undefined
    bake = shared ? copiedBake(folder, shared) : bakedInto(folder, scratch())
    bakes.set(folder, bake)
  }
  return bake
}

async function bakedInto(folder: string, out: string): Promise<Bake> {
  const { publication } = await prepare(folder, quiet)
  await release(publication, out, Date.parse(NOW), quiet)
  return { publication, folder: out }
}

/**
 * A bake of a dataset folder, or a copy of the one that an earlier run made from the same files.
 * @param inputs what the dataset folder is made from, and a name of its own
 */
export async function copiedBake(folder: string, inputs: { name: string; parts: readonly string[] }): Promise<Bake> {
  const made = await madeOnce(inputs.name, (place) =>
    keptBuild(place, inputs, async () => {
      const { publication } = await bakedInto(folder, path.join(place, 'out'))
      const { texts: _, ...data } = publication
      writeFileSync(path.join(place, 'publication'), serialize(data))
    }),
  )
  const copy = scratch()
  cpSync(path.join(made, 'out'), copy, { recursive: true, preserveTimestamps: true })
  const data = deserialize(readFileSync(path.join(made, 'publication')))
  return { publication: { ...data, texts: openTexts(folder) }, folder: copy }
}

/** Replaces the bake in `out` with the bake of a dataset folder, like a release does, from a copy. */
export async function putBake(out: string, folder = FIXTURE): Promise<Manifest> {
  const from = (await baked(folder)).folder
  const candidate = getCandidateFolder(out)
  cpSync(from, candidate, { recursive: true })
  return adopt(candidate, out)
}

/** What the pages of a service need, without a log or a contact. */
export const pageDeps = (service: () => Service, clock: () => number, base: string | null = null) => ({
  service,
  clock,
  base,
  log: () => {},
  contact: null,
})

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes
  body: any
}

/** The whole API on the fixture, without a server. */
export interface TestApi {
  app: App
  store: Store
  service: Service
  publication: PublishedLists
  log: LogLine[]
  /** A working key of a fresh account on the plan. */
  key: (plan?: PlanName) => Promise<{ secret: string; keyId: string; accountId: string }>
  /** Sets the clock. */
  at: (moment: string) => void
  now: () => number
  /** Sends the given key, or one on the plan FEATURED_VENDOR; null sends none. */
  ask: (
    path: string,
    options?: { key?: string | null; method?: string; headers?: Record<string, string>; json?: unknown; body?: string },
  ) => Promise<Answer>
}

export interface ApiOptions {
  /** A dataset folder, baked as it is. */
  data?: string
  /** A publication and the folder of its bake; `data` is then not baked. */
  published?: { publication: PublishedLists; folder: string }
  store?: Store
  answers?: AnswerService
}

export async function openApi(options: ApiOptions = {}): Promise<TestApi> {
  const { publication, folder } = options.published ?? (await baked(options.data))
  const service = openService(folder)
  const store = options.store ?? (await newStore())
  const log: LogLine[] = []
  let now = Date.parse(NOW)
  const clock = () => now
  const app = checked(
    createApp({
      service: () => service,
      meter: store,
      subscriptions: store,
      clock,
      log: (line) => log.push(line),
      base: null,
      ...(options.answers && { answers: options.answers }),
    }),
  )

  async function key(plan: PlanName = 'FEATURED_VENDOR') {
    const account = await store.createAccount(
      { id: generateId('acct'), name: 'Test', plan, ownerEmail: 'owner@example.org' },
      now,
      ACTORS.maintainer,
    )
    const { secret, ...draft } = generateKey()
    const { id } = await store.createKey(
      account.id,
      { id: generateId('key'), name: 'Test', ...draft },
      now,
      ACTORS.maintainer,
    )
    return { secret, keyId: id, accountId: account.id }
  }

  const fallback: { secret: string; left: number } = { secret: '', left: 0 }
  async function ownKey(): Promise<string> {
    // Tests with many requests must not reach the limit per minute.
    if (fallback.left === 0) Object.assign(fallback, { secret: (await key()).secret, left: 300 })
    fallback.left -= 1
    return fallback.secret
  }

  return {
    app,
    store,
    service,
    publication,
    log,
    key,
    at: (moment) => {
      now = Date.parse(moment)
    },
    now: clock,
    async ask(target, { key: keyOption, method, headers = {}, json, body } = {}) {
      const secret = keyOption === undefined ? await ownKey() : keyOption
      const isBody = json !== undefined || body !== undefined
      const response = await app.request(target, {
        method: method ?? (isBody ? 'POST' : 'GET'),
        headers: {
          ...(secret !== null && { Authorization: `Bearer ${secret}` }),
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(isBody && { body: body ?? JSON.stringify(json) }),
      })
      const text = await response.text()
      const isJson = /^application\/(\w+\+)?json\b/.test(response.headers.get('content-type') ?? '') && text !== ''
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null }
    },
  }
}

/** All items of a list, page by page. */
export async function walk(api: TestApi, target: string, limit: number): Promise<unknown[]> {
  const items: unknown[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await api.ask(`${target}${target.includes('?') ? '&' : '?'}page=${page}&limit=${limit}`)
    if (status !== 200) throw new Error(`page ${page} of ${target}: ${status} ${JSON.stringify(body)}`)
    items.push(...body.data)
    const hasMore = body.hasMore ?? page < body.pagination.pages
    if (!hasMore) return items
  }
}
