import path from 'node:path'
import { FRESHNESS_FILE } from '../bake/freshness.ts'
import { MANIFEST_FILE } from '../bake/manifest.ts'
import { fileStamp } from '../bake/verdict.ts'
import type { Instant } from '../rules/moments.ts'
import { DatasetUnavailable, databaseStamp } from './dataset.ts'
import { openOwnService, openVouchedService, type Service } from './service.ts'

const CHECK_MS = 1_000
/** How often to retry a bake that cannot be opened while its files are unchanged. */
const RETRY_MS = 30_000
/** How long the first requests have the processor to themselves before the whole file is read. */
const QUIET_MS = 250
// Longer than any request that still reads from the previous bake.
const LINGER_MS = 60_000

/**
 * The service for the current bake of a folder. A new bake is picked up within seconds without interrupting requests;
 * those in progress finish on the old one. A bake that cannot be opened is reported once and the last good one stays,
 * unless its own file was damaged: then there is no service until a bake can be opened again. At start, a bake is
 * served on its verdict alone until its file has been read.
 */
export function liveService(folder: string, clock: () => Instant, report: (failure: DatasetUnavailable) => void) {
  let service: Service | null = null
  let failure: DatasetUnavailable | null = null
  let stamp: string | null = null
  let checked = Number.NEGATIVE_INFINITY
  let tried = Number.NEGATIVE_INFINITY
  let quiet: NodeJS.Timeout | null = null
  let work: Promise<void> | null = null

  function look(now: Instant): void {
    checked = now
    if (service?.isDamaged()) retire(null)
    if (work || quiet) return
    const seen = stampOf(folder)
    const isDue = (!service && failure === null) || (failure !== null && Math.abs(now - tried) >= RETRY_MS)
    if (seen === stamp && !isDue) return
    stamp = seen
    tried = now
    if (!service && serveVouched()) quiet = setTimeout(takeOver, QUIET_MS).unref()
    else takeOver()
  }

  function serveVouched(): boolean {
    try {
      service = openVouchedService(folder)
    } catch {
      // Taking it over reports the reason.
    }
    return service !== null
  }

  function takeOver(): void {
    if (quiet) clearTimeout(quiet)
    quiet = null
    work = openOwnService(folder, clock())
      .then((next) => {
        retire(next)
        failure = null
      })
      .catch((error: Error) => {
        const found = error instanceof DatasetUnavailable ? error : new DatasetUnavailable(error.message)
        if (found.message !== failure?.message) report(found)
        failure = found
        // A file that others can change may be the damaged one.
        if (service && !service.isOwn) retire(null)
      })
      .finally(() => {
        work = null
      })
  }

  function retire(next: Service | null): void {
    if (service) setTimeout(service.close, LINGER_MS).unref()
    service = next
  }

  /** The current service. @throws DatasetUnavailable */
  const live = (): Service => {
    const now = clock()
    if (now - checked >= CHECK_MS || now < checked || service?.isDamaged()) look(now)
    if (service) return service
    throw failure ?? new DatasetUnavailable(`The bake in ${folder} is not open yet.`)
  }
  return Object.assign(live, {
    /** Why the bake in the folder is not being served; null if it is. */
    failure: () => failure,
    /** Resolves when a bake is being served, or none can be. */
    async ready(): Promise<void> {
      look(clock())
      if (!service) await work
    },
    /** Checks the folder, and resolves when its bake has been opened or rejected. */
    async settle(): Promise<void> {
      look(clock())
      if (quiet) takeOver()
      await work
    },
  })
}

/** Changes when a folder has another bake, its database was changed, or its freshness was updated. */
const stampOf = (folder: string): string =>
  [...[MANIFEST_FILE, FRESHNESS_FILE].map((file) => fileStamp(path.join(folder, file))), databaseStamp(folder)].join(
    ' ',
  )
