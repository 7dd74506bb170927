import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ApiProblem } from '../../packages/client/src/index.ts'
import {
  type CopiedRecord,
  type SyncProgress,
  type SyncState,
  type SyncStore,
  sync,
} from '../../packages/client/src/sync/index.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'
import { scratch } from '../api.ts'
import { listen } from '../contract/listening.ts'
import { type Fault, startFaults } from './faults.ts'
import { type Nights, nights } from './nights.ts'

const NIGHTS = process.env.LONG ? 30 : 2
const LISTS = RESOURCE_NAMES.length

let service: Nights
beforeAll(async () => {
  service = await nights()
})
afterAll(() => service.close())

/** The lists that a folder holds. */
const copyIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => [name.replace('.ndjson', ''), readFileSync(path.join(folder, name), 'utf8')]),
  )

const sorted = (lists: Map<string, string>) => [...lists].sort(([a], [b]) => (a < b ? -1 : 1))
const expectCopy = async (folder: string) => expect(sorted(copyIn(folder))).toEqual(sorted(await service.snapshot()))

/** A bridge to the service that cuts responses. */
async function bridge(...faults: Fault[]) {
  const server = await listen(service.app)
  const wire = await startFaults(server.address)
  onTestFinished(async () => {
    await wire.close()
    await server.close()
  })
  wire.plan(...faults)
  return wire
}

const CUTS: readonly Fault[] = ['cut', 'lost', 'drop']
const everyTenth = (count: number): Fault[] =>
  Array.from({ length: count }, (_, n) => (n % 10 === 9 ? (CUTS[((n - 9) / 10) % CUTS.length] as Fault) : 'pass'))

/** A store in memory. A commit is kept as JSON, as a database would. */
function memoryStore() {
  const lists = new Map<string, Map<string, string>>()
  const of = (list: string) => lists.get(list) ?? lists.set(list, new Map()).get(list) ?? new Map<string, string>()
  let committed: SyncState | null = null
  const store: SyncStore & { lines: () => Map<string, string> } = {
    state: () => committed,
    get: (list: string, id: string) => JSON.parse(of(list).get(id) ?? 'null') as CopiedRecord | null,
    *records(list: string) {
      for (const text of of(list).values()) yield JSON.parse(text) as CopiedRecord
    },
    put: (list: string, id: string, record: CopiedRecord) => void of(list).set(id, JSON.stringify(record)),
    remove: (list: string, id: string) => void of(list).delete(id),
    commit(state: SyncState) {
      committed = structuredClone(state)
    },
    /** The lists as the snapshot writes them. */
    lines: () =>
      new Map(
        [...lists].map(([list, records]) => {
          const byId = [...records].sort(([a], [b]) => (a < b ? -1 : 1))
          return [list, byId.map(([, text]) => `${text}\n`).join('')]
        }),
      ),
  }
  return store
}

describe('sync', () => {
  it(`keeps a copy on PRO equal to the dataset for ${NIGHTS} nights, over a connection that cuts every tenth response`, async () => {
    const wire = await bridge(...everyTenth(1000))
    const account = await service.account()
    const client = account.client({ baseUrl: wire.address })
    const folder = scratch()
    let told = (await sync(client, folder)).requests
    await expectCopy(folder)
    for (let night = 1; night <= NIGHTS; night += 1) {
      const previous = service.version()
      const version = await service.pass()
      const result = await sync(client, folder)
      told += result.requests
      expect(result).toMatchObject({ version, previous })
      await expectCopy(folder)
    }
    const spent = await account.spent()
    expect(spent).toBeLessThan(100)
    // Lost responses were charged too.
    expect(spent).toBeGreaterThanOrEqual(told)
    expect(told).toBeLessThanOrEqual(LISTS + NIGHTS + (LISTS + NIGHTS) / 9)
  })

  it('uses one request per list at first, one per publication, and none when nothing is new', async () => {
    const account = await service.account()
    const folder = scratch()
    const first = await sync(account.client(), folder)
    expect(first).toMatchObject({ previous: null, version: service.version(), requests: LISTS })
    expect(Object.keys(first.lists).sort()).toEqual([...(await service.snapshot()).keys()].sort())
    const lines = (await service.snapshot()).get('awards')?.trimEnd().split('\n').length
    expect(first.lists.awards).toEqual({ records: lines, written: lines, removed: 0 })
    expect(await sync(account.client(), folder)).toMatchObject({ requests: 0, lists: {} })
    await service.pass()
    const { requests, lists } = await sync(account.client(), folder)
    expect([requests, lists.awards]).toEqual([1, { records: lines, written: 1, removed: 0 }])
    expect(await account.spent()).toBe(LISTS + 1)
  })

  it('resumes a download from the byte at which it stopped, also after a kill', async () => {
    const wire = await bridge('pass', 'cut', 'pass')
    const { client } = await service.account()
    const folder = scratch()
    const enough = new AbortController()
    const seen: SyncProgress[] = []
    const onProgress = (progress: SyncProgress) => {
      seen.push(progress)
      if (progress.step === 'DOWNLOAD' && progress.bytes < progress.bytesTotal) enough.abort(new Error('killed'))
    }
    const killed = sync(client({ baseUrl: wire.address }), folder, { onProgress, signal: enough.signal })
    await expect(killed).rejects.toThrow('killed')
    const bytes = seen[0]?.step === 'DOWNLOAD' ? seen[0].bytes : 0
    expect(bytes).toBeGreaterThan(0)
    wire.plan()
    await sync(client({ baseUrl: wire.address }), folder)
    await expectCopy(folder)
    expect(wire.seen.flatMap(({ headers }) => headers.range ?? [])).toEqual([`bytes=${bytes}-`])
    expect(readdirSync(path.join(folder, '.sync'))).toEqual([])
  })

  it('is exact if a publication happens during it', async () => {
    const { client } = await service.account()
    const folder = scratch()
    let downloads = 0
    const first = client({
      async fetch(request) {
        if (/exports\/\w/.test(request.url) && ++downloads === 4) await service.pass()
        return service.app.fetch(request)
      },
    })
    await sync(first, folder)
    await expectCopy(folder)

    await service.pass()
    let published = false
    const later = client({
      async fetch(request) {
        if (request.url.includes('/changes') && !published) {
          published = true
          await service.pass()
        }
        return service.app.fetch(request)
      },
    })
    const { version } = await sync(later, folder)
    expect(version).not.toBe(service.version())
    await sync(later, folder)
    await expectCopy(folder)
  })

  it('uses the snapshot if changes do not reach back far enough, or are larger', async () => {
    const { client, spent } = await service.account()
    const folder = scratch()
    const state = path.join(folder, 'sync.json')
    await sync(client(), folder)
    const saved = JSON.parse(readFileSync(state, 'utf8'))
    writeFileSync(state, JSON.stringify({ ...saved, version: '0123456789abcdef' }))
    const { requests, previous, lists } = await sync(client(), folder)
    expect([requests, previous]).toEqual([LISTS, '0123456789abcdef'])
    expect(lists.awards).toMatchObject({ removed: 0 })
    await expectCopy(folder)

    await service.pass()
    const before = await spent()
    const endless = client({
      async fetch(request) {
        const answer = await service.app.fetch(request)
        if (!request.url.includes('/changes')) return answer
        return Response.json({ ...((await answer.json()) as object), hasMore: true })
      },
    })
    await sync(endless, folder)
    await expectCopy(folder)
    expect((await spent()) - before).toBe(2 * LISTS)
  })

  it('replaces a list that was changed or deleted in the folder, and no other', async () => {
    const { client } = await service.account()
    const folder = scratch()
    await sync(client(), folder)
    writeFileSync(path.join(folder, 'awards.ndjson'), 'not a record\n')
    const { requests, lists } = await sync(client(), folder)
    expect([requests, Object.keys(lists)]).toEqual([1, ['awards']])
    await expectCopy(folder)
  })

  it('keeps what it has when the month is used up, and resumes from there', async () => {
    const wire = await bridge('pass', 'pass', 'pass')
    const { client, spent } = await service.account()
    const folder = scratch()
    const over = { status: 429, headers: { 'Retry-After': '2000000' }, body: '{"code":"MONTHLY_QUOTA_EXCEEDED"}' }
    wire.plan('pass', 'pass', 'pass', over)
    const error = (await sync(client({ baseUrl: wire.address }), folder).catch((reason) => reason)) as ApiProblem
    expect([error.code, error.quota.retryAfter, await spent()]).toEqual(['MONTHLY_QUOTA_EXCEEDED', 2_000_000, 2])
    const waits: number[] = []
    wire.plan('pass', { ...over, headers: { 'Retry-After': '1' } })
    const { requests } = await sync(client({ baseUrl: wire.address, retry: { attempts: 1 } }), folder, {
      waitForMonth: true,
      onProgress: (progress) => progress.step === 'WAIT' && waits.push(progress.seconds),
    })
    expect([requests, waits, await spent()]).toEqual([LISTS - 2, [1], LISTS])
    await expectCopy(folder)
  })

  it('finishes a commit that was interrupted at any point', async () => {
    const { client } = await service.account()
    const [before, after] = [scratch(), scratch()]
    await sync(client(), before)
    await service.pass()
    await sync(client(), after)
    const names = readdirSync(after).filter((name) => name !== '.sync')
    for (let placed = 0; placed <= names.length; placed += 1) {
      const folder = scratch()
      cpSync(before, folder, { recursive: true })
      const ready = path.join(folder, '.sync', 'ready')
      mkdirSync(ready)
      // The state is listed last because it is moved last.
      names.forEach((name, place) => {
        cpSync(path.join(after, name), path.join(place < placed ? folder : ready, name))
      })
      expect(await sync(client(), folder)).toMatchObject({ requests: 0, lists: {} })
      await expectCopy(folder)
    }
  })

  it('names a folder that cannot be created, and creates those above one that can', async () => {
    const { client } = await service.account()
    const file = path.join(scratch(), 'file')
    writeFileSync(file, '')
    for (const folder of ['/proc/copy', '/proc/copy/deep', path.join(file, 'copy'), file]) {
      await expect(sync(client(), folder)).rejects.toThrow(`The folder ${folder} cannot be created (`)
    }
    const deep = path.join(scratch(), 'a', 'b', 'copy')
    await sync(client(), deep)
    await expectCopy(deep)
  })

  it('is refused while another sync writes to the folder', async () => {
    const { client } = await service.account()
    const folder = scratch()
    const first = sync(client(), folder)
    await expect(sync(client(), folder)).rejects.toThrow(/is writing to/)
    await first
    // The lock of a process that has ended.
    writeFileSync(path.join(folder, '.sync', 'lock'), '999999999')
    await sync(client(), folder)
    await expectCopy(folder)
  })

  it('works with any store, and converges wherever it is killed', async () => {
    const { client } = await service.account()
    const store = memoryStore()
    await sync(client(), store)
    expect(sorted(store.lines())).toEqual(sorted(await service.snapshot()))
    await service.pass()
    let killed = 0
    for (let place = 1; ; place += 1) {
      let calls = 0
      const dying = new Proxy(store, {
        get(target, name) {
          const member = Reflect.get(target, name)
          if (!['put', 'remove', 'commit'].includes(String(name))) return member
          return (...args: never[]) => {
            calls += 1
            if (calls === place) throw new Error('killed')
            return (member as (...all: never[]) => unknown)(...args)
          }
        },
      })
      const account = await service.account()
      const isKilled = await sync(account.client(), dying).then(
        () => false,
        () => true,
      )
      if (!isKilled) break
      killed += 1
    }
    expect(killed).toBeGreaterThan(5)
    expect(sorted(store.lines())).toEqual(sorted(await service.snapshot()))
  })
})
