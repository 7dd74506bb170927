import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { readFreshness } from '../bake/freshness.ts'
import { readStaticExports } from '../bake/static-exports.ts'
import type { PublishedLists } from '../figures/book.ts'
import type { Figures } from '../figures/open.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import type { Instant } from '../rules/moments.ts'
import { membersOnce, once } from '../rules/once.ts'
import type { Freshness } from '../schema/history.ts'
import { type Changes, openChanges } from './changes.ts'
import { type Dataset, DatasetUnavailable, openDataset, openVouched } from './dataset.ts'
import { type Exports, openExports } from './exports.ts'
import { openFeed } from './feed.ts'
import { firstReads } from './first-reads.ts'
import { openOwn } from './own-copy.ts'
import { openPageCache } from './page-cache.ts'
import { openPublications, type Publications } from './publications.ts'
import { openReader, type Reader } from './reader.ts'
import { openSearch, type Search } from './search.ts'
import { inTurn } from './turns.ts'
import { wholeList } from './whole-list.ts'

/** Everything that responses are made from: one bake, its lists, its search. */
export interface Service {
  manifest: Dataset['manifest']
  /** The last reported state of the sources. */
  freshness: Freshness
  readers: { [Name in ResourceName]: Reader }
  search: Search
  /** The changes of the last publications. */
  changes: Changes
  /** Single publications, for webhooks. */
  publications: Publications
  /** The snapshot, as files. */
  exports: Exports
  /** Answers to questions from the records themselves. */
  figures: () => Promise<Figures>
  /** The body of `GET /api/stats`. */
  stats: string
  /**
   * Whether a failure was caused by a damaged database; checks when a read has failed. Once it is true, the service
   * cannot be trusted and must be opened again.
   */
  isDamagedBy: (error: unknown) => boolean
  isDamaged: () => boolean
  /** Whether no other process can change the file that it reads. */
  isOwn: boolean
  close: () => void
}

/** Opens the bake in a folder. @throws DatasetUnavailable */
export const openService = (folder: string): Service => openedWhole(serviceIn(folder, openDataset(folder)), folder)

/**
 * Opens the bake in a folder if its verdict says that the file is intact; null if the file must be read first. Each part
 * is opened on first use, so that a first response only waits for the parts that it needs.
 */
export function openVouchedService(folder: string): Service | null {
  const dataset = openVouched(folder)
  return dataset && serviceIn(folder, dataset)
}

/**
 * Opens the bake in a folder in the best available way, after reading its whole files, without blocking anything else.
 * Rejects with DatasetUnavailable.
 * @param now if requests follow: the first of them then find everything that they read opened
 */
export async function openOwnService(folder: string, now: Instant | null = null): Promise<Service> {
  const service = serviceIn(folder, await openOwn(folder))
  try {
    for (const open of partsOf(service)) await nextTurn().then(open)
    if (now !== null) for (const read of firstReads(service, now)) await nextTurn().then(read)
    return service
  } catch (error) {
    throw incomplete(service, folder, error)
  }
}

/** Opens every part of a service. @throws DatasetUnavailable when one of them cannot be opened */
function openedWhole(service: Service, folder: string): Service {
  try {
    for (const open of partsOf(service)) open()
    return service
  } catch (error) {
    throw incomplete(service, folder, error)
  }
}

/** The steps that open the parts of a service. */
const partsOf = (service: Service): (() => unknown)[] =>
  [service, service.readers].flatMap((parts) =>
    Object.keys(parts).map((name) => () => (parts as { [name: string]: unknown })[name]),
  )

function incomplete(service: Service, folder: string, error: unknown): DatasetUnavailable {
  service.close()
  const reason = error instanceof Error ? error.message : String(error)
  return new DatasetUnavailable(`The database in ${folder} is missing data: ${reason}. Run "npm run bake".`)
}

/** The service of a dataset, whose parts are opened on first use. */
function serviceIn(folder: string, dataset: Dataset): Service {
  const { manifest, db } = dataset
  const freshness = once(() => readFreshness(folder))
  const pages = openPageCache()
  const feed = once(() => openFeed(dataset))
  const changes = once(() => openChanges(dataset))
  const readers = membersOnce(
    Object.fromEntries(
      RESOURCE_NAMES.map((name) => [name, () => openReader(dataset, resource(name), { pages, feed, freshness })]),
    ) as { [Name in ResourceName]: () => Reader },
  )
  const search = once(() => openSearch(dataset))
  const figures = once(async () => {
    const { openFigures } = await import('../figures/open.ts')
    return openFigures(
      {
        items: (list, now) => wholeList(readers[list], now, (item: PublishedLists[typeof list]) => item),
        until: (list, now) => readers[list].until(now),
        inTurn,
        document: (id, now) => JSON.parse(readers.documents.find(id, now) ?? 'null'),
        state: (code, now) => JSON.parse(readers.states.find(code, now) ?? 'null'),
      },
      search().isKnown,
    )
  })
  let isDamaged = false
  const parts = membersOnce({
    freshness,
    search: () => search().search,
    changes,
    publications: () =>
      openPublications(changes(), (list, id) => {
        const { data } = readers[list].list({ filters: { ids: [id] }, limit: 1 }, 0)
        return JSON.parse(data)[0] ?? null
      }),
    exports: () => openExports(folder, dataset, readStaticExports(folder)),
    stats() {
      const body = db.prepare<[], string>("SELECT body FROM singles WHERE name = 'stats'").pluck().get()
      if (body === undefined) throw new Error('no stats')
      return body
    },
  })
  return Object.assign(parts, {
    manifest,
    readers,
    figures,
    isDamagedBy(error: unknown) {
      if (error instanceof Database.SqliteError) isDamaged ||= !isWhole(dataset)
      return isDamaged
    },
    isDamaged: () => isDamaged,
    isOwn: dataset.isOwn,
    close: dataset.close,
  })
}

function isWhole({ db }: Dataset): boolean {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok'
  } catch {
    return false
  }
}
