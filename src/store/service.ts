import { readFreshness } from '../bake/freshness.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import type { Freshness } from '../schema/history.ts'
import { type Dataset, DatasetUnavailable, openDataset } from './dataset.ts'
import { liveItems } from './live-items.ts'
import { openPages, openReader, type Reader } from './reader.ts'
import { openSearch, type Search } from './search.ts'

/** Everything that answers are made from: one bake, its lists, its search. */
export interface Service {
  manifest: Dataset['manifest']
  /** What the sources last said of themselves. */
  freshness: Freshness
  readers: { [Name in ResourceName]: Reader }
  search: Search
  /** The body of `GET /api/stats`. */
  stats: string
  close: () => void
}

/** Opens the bake in a folder. @throws DatasetUnavailable */
export function openService(folder: string): Service {
  const dataset = openDataset(folder)
  try {
    return serviceOf(dataset, readFreshness(folder))
  } catch (error) {
    dataset.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatasetUnavailable(`The database in ${folder} lacks what is read from it: ${reason}. Run "npm run bake".`)
  }
}

function serviceOf(dataset: Dataset, freshness: Freshness): Service {
  const stats = dataset.db.prepare<[], string>("SELECT body FROM singles WHERE name = 'stats'").pluck().get()
  if (stats === undefined) throw new Error('no stats')
  const pages = openPages()
  return {
    manifest: dataset.manifest,
    freshness,
    readers: Object.fromEntries(
      RESOURCE_NAMES.map((name) => {
        const list = resource(name)
        return [name, openReader(dataset, list, { pages, live: liveItems(list, freshness) })]
      }),
    ) as Service['readers'],
    search: openSearch(dataset),
    stats,
    close: dataset.close,
  }
}
