import path from 'node:path'
import { type Client, type ClientOptions, createClient } from '../../packages/client/src/index.ts'
import { ACTORS } from '../../src/account/actions.ts'
import { type App, createApp } from '../../src/http/app.ts'
import { generateId, generateKey } from '../../src/metering/keys.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import type { Exports, SnapshotFile } from '../../src/store/open/exports.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { id } from '../http/listed.ts'
import { type PublishedFolder, publishedFolder } from '../http/published.ts'

/**
 * The service over many nights: each changes the records and publishes them, and the same app serves the latest
 * publication.
 */
export interface Nights {
  app: App
  folder: PublishedFolder
  /** Changes the records like a nightly run and publishes them a day later. Resolves to the dataset version. */
  pass: () => Promise<string>
  /** The NDJSON of the current snapshot, by list. */
  snapshot: () => Promise<Map<string, string>>
  version: () => string
  /** A fresh account on PRO. */
  account: () => Promise<Subscriber>
  close: () => Promise<void>
}

interface Subscriber {
  /** A client that calls the app without a network, or the given URL. */
  client: (options?: Partial<ClientOptions>) => Client
  /** All monthly requests that the account has used. */
  spent: () => Promise<number>
}

const DAY_MS = 86_400_000
const FOUNDED = Date.parse('2026-11-01T08:00:00.000Z')

export async function nights(): Promise<Nights> {
  const folder = publishedFolder()
  const store = openEmbedded(path.join(scratch(), 'store.sqlite'))
  let service: Service | null = null
  let night = -1
  const now = () => FOUNDED + night * DAY_MS
  const served = (): Service => {
    if (!service) throw new Error('Nothing is published.')
    return service
  }
  const app = createApp({ service: served, meter: store, clock: now, log: () => {}, base: null })
  const publish = async () => {
    night += 1
    await folder.publish(new Date(now()).toISOString())
    service?.close()
    service = openService(folder.out)
    return service.manifest.datasetVersion
  }
  await publish()

  return {
    app,
    folder,
    pass() {
      change(folder, night + 1)
      return publish()
    },
    snapshot: () => readSnapshot(served()),
    version: () => served().manifest.datasetVersion,
    async account() {
      const owner = { id: generateId('acct'), name: 'Copy', plan: 'PRO', ownerEmail: 'owner@example.org' } as const
      const account = await store.createAccount(owner, now(), ACTORS.maintainer)
      const { secret, ...draft } = generateKey()
      await store.createKey(account.id, { id: generateId('key'), name: 'Copy', ...draft }, now(), ACTORS.maintainer)
      return {
        client: (options = {}) =>
          createClient({
            baseUrl: 'https://api.example.org',
            apiKey: secret,
            ...(!options.baseUrl && { fetch: async (request) => app.fetch(request) }),
            ...options,
            retry: { backoffMs: 1, ...options.retry },
          }),
        async spent() {
          const { months } = await store.usage(account.id, getWindows(now()))
          return months.reduce((sum, { requests }) => sum + requests, 0)
        },
      }
    },
    async close() {
      service?.close()
      await store.close()
    },
  }
}

async function readText(exports: Exports, file: SnapshotFile): Promise<string> {
  const handle = await exports.open(file)
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** The lines of each list of the snapshot of a service. */
async function readSnapshot({ exports }: Service): Promise<Map<string, string>> {
  const files = exports.files.filter(({ format, compression }) => format === 'ndjson' && !compression)
  return new Map(
    await Promise.all(files.map(async (file) => [String(file.resource), await readText(exports, file)] as const)),
  )
}

/** One notice on its own, and as a part of another solicitation. */
const COMING_AND_GOING = [
  { noticeNumber: null, state: 'AK' },
  { noticeNumber: 'RFA 2026-17', state: 'NE' },
]

/** What a run changes: edits of every kind, additions, deletions, a merge, and a record that is removed and returns. */
function change(folder: PublishedFolder, night: number): void {
  folder.set('notices', id('c', 15), { dueDate: `2027-03-${10 + (night % 20)}` })
  folder.set('events', id('e', 1), { title: `Title of night ${night}` })
  folder.set('awards', id('b', 1), { programDescription: `Night ${night}` })
  folder.edit('notices', (notices) =>
    notices.map((notice) => (notice.id === id('c', 4) ? { ...notice, ...COMING_AND_GOING[night % 2] } : notice)),
  )
  if (night === 2) folder.edit('events', (events) => events.filter((event) => event.id !== id('e', 2)))
  folder.edit('documents', (documents) => {
    const added = {
      ...documents[0],
      id: id('d', 900 + night),
      url: `https://ne.example.org/${night}.pdf`,
      // Every other one has no deadline, and therefore no time-dependent fields.
      ...(night % 2 === 0 && { keyDates: [], deadline: null }),
      mergedIds: [],
    }
    const merged = night % 3 === 0 ? [id('d', 900 + night - 1)] : []
    const gone = [...merged, id('d', 900 + night - 2)]
    return [...documents.filter((document) => !gone.includes(document.id)), { ...added, mergedIds: merged }]
  })
}
