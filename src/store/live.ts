import path from 'node:path'
import { FRESHNESS_FILE } from '../bake/freshness.ts'
import { MANIFEST_FILE } from '../bake/manifest.ts'
import type { Instant } from '../rules/moments.ts'
import { DatasetUnavailable, databaseStamp, fileStamp } from './dataset.ts'
import { openService, type Service } from './service.ts'

const CHECK_MS = 1_000
/** How often a bake that cannot be opened is tried again while its files stay the same. */
const RETRY_MS = 30_000
// Longer than any request that still reads from the bake before.
const LINGER_MS = 60_000

/** The service of whatever bake a folder holds. */
export interface LiveService {
  /** The service at this moment. @throws DatasetUnavailable */
  (): Service
  /** Why the bake in the folder is not the one that is served; null when it is. */
  fault: () => DatasetUnavailable | null
}

/**
 * The service of whatever bake a folder holds at the moment: a new one is taken over within a second, and requests
 * under way finish on the old one. A bake that cannot be opened is reported once and the last good one stays, unless its
 * own file was damaged: then there is no service until a bake can be opened again.
 */
export function liveService(
  folder: string,
  clock: () => Instant,
  report: (fault: DatasetUnavailable) => void,
): LiveService {
  let service: Service | null = null
  let fault: DatasetUnavailable | null = null
  let stamp: string | null = null
  let checked = Number.NEGATIVE_INFINITY
  let tried = Number.NEGATIVE_INFINITY

  function check(now: Instant): void {
    const seen = stampOf(folder)
    const isDue = service?.isDamaged() || (fault !== null && Math.abs(now - tried) >= RETRY_MS)
    if (seen === stamp && !isDue) return
    stamp = seen
    tried = now
    const last = service
    try {
      service = openService(folder)
      fault = null
    } catch (error) {
      if (!(error instanceof DatasetUnavailable)) throw error
      if (error.message !== fault?.message) report(error)
      fault = error
      // A file that others can change may be the damaged one.
      if (!last || (last.isOwn && !last.isDamaged())) return
      service = null
    }
    if (last) setTimeout(last.close, LINGER_MS).unref()
  }

  const live = (): Service => {
    const now = clock()
    if (now - checked >= CHECK_MS || now < checked || service?.isDamaged()) {
      checked = now
      check(now)
    }
    if (service) return service
    throw fault ?? new DatasetUnavailable(`There is no bake in ${folder}.`)
  }
  return Object.assign(live, { fault: () => fault })
}

/** Changes when the bake of a folder is another one, its database was changed, or its freshness is renewed. */
const stampOf = (folder: string): string =>
  [...[MANIFEST_FILE, FRESHNESS_FILE].map((file) => fileStamp(path.join(folder, file))), databaseStamp(folder)].join(
    ' ',
  )
