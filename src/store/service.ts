import Database from 'better-sqlite3'
import { readFreshness } from '../bake/folder/manifest.ts'
import { getHeldList } from '../bake/tables/format.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../resources/index.ts'
import { membersOnce, once } from '../rules/once.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import { openChanges, openPublications } from './history/changes.ts'
import { openPageCache, openReader, type Reader, readWholeList } from './lists/reader.ts'
import { type Dataset, DatasetUnavailable, inTurn, openDataset } from './open/dataset.ts'
import { openExports } from './open/exports.ts'
import { openSearch } from './search/search.ts'

/** The error codes of SQLite for a file that cannot be read. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR)/

const STATS = "SELECT body FROM singles WHERE name = 'stats'"

/** Everything that responses are made from: one bake, its lists, its search. */
export type Service = ReturnType<typeof openService>

/**
 * Opens the bake in a folder. Its parts are opened on first use, so that a first response waits only for those it needs.
 * @param isVerified whether the hash of the database was checked before
 * @throws DatasetUnavailable
 */
export function openService(folder: string, isVerified = false) {
  const dataset = openDataset(folder, isVerified)
  const { manifest, prepare } = dataset
  assertComplete(folder, dataset)
  const freshness = once(() => readFreshness(folder))
  const cache = openPageCache()
  const changes = once(() => openChanges(dataset))
  const readers = membersOnce(
    Object.fromEntries(
      RESOURCE_NAMES.map((name) => [name, () => openReader(dataset, getResource(name), { cache, freshness })]),
    ) as { [Name in ResourceName]: () => Reader },
  )
  const search = once(() => openSearch(dataset))
  const figures = once(async () => {
    const { openFigures } = await import('../figures/answer.ts')
    const getLists: Parameters<typeof openFigures>[0] = (now) => ({
      now,
      find: (list, filters = {}) => readWholeList(readers[list], now, filters) as never,
      read: (list, id) => JSON.parse(readers[list].find(id, now) ?? 'null'),
      readText: search().readText,
    })
    return openFigures(getLists, inTurn, search().isKnown)
  })
  let isDamaged = false
  const parts = membersOnce({
    /** The last reported state of the sources. */
    freshness,
    search: () => search().search,
    /** The changes of the last publications. */
    changes,
    /** Single publications, for webhooks. */
    publications: () =>
      openPublications(changes(), (list, id) => {
        const { data } = readers[list].list({ filters: { ids: [id] }, limit: 1 }, 0)
        return JSON.parse(data)[0] ?? null
      }),
    /** The snapshot, as files. */
    exports: () => openExports(folder, dataset),
    /** The body of `GET /api/stats`. */
    stats: () => prepare(STATS).pluck().get() as string,
  })
  return Object.assign(parts, {
    manifest,
    readers,
    /** Answers to questions from the records themselves. */
    figures,
    /** When a published award that was on file was verified; null if it was never on file alone. */
    verifiedAt(id: string): string | null {
      const at = prepare('SELECT at FROM removed WHERE list = ? AND id = ?').pluck().get(getHeldList('awards'), id)
      return at === undefined ? null : toIso(at as Instant)
    },
    /** Whether a failure was caused by a damaged database. Then the service must be opened again. */
    isDamagedBy(error: unknown): boolean {
      isDamaged ||= error instanceof Database.SqliteError && (DAMAGE.test(error.code) || dataset.isChanged())
      return isDamaged
    },
    isDamaged: (): boolean => isDamaged,
    isChanged: dataset.isChanged,
    close: dataset.close,
  })
}

/** @throws DatasetUnavailable when a list or the stats are missing */
function assertComplete(folder: string, { prepare, close }: Dataset): void {
  try {
    for (const name of RESOURCE_NAMES) prepare(`SELECT row FROM ${name} LIMIT 1`).get()
    if (prepare(STATS).get() === undefined) throw new Error('no stats')
  } catch (error) {
    close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatasetUnavailable(`The database in ${folder} is missing data: ${reason}. Run "npm run bake".`)
  }
}
