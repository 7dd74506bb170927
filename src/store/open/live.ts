import path from 'node:path'
import { FRESHNESS_FILE, MANIFEST_FILE } from '../../bake/folder/manifest.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { openService, type Service } from '../service.ts'
import { DatasetUnavailable, getDatabaseStamp, getFileStamp } from './dataset.ts'

const CHECK_MS = 1_000
/** How often to retry a bake that cannot be opened while its files are unchanged. */
const RETRY_MS = 30_000

/**
 * The service for the current bake of a folder. A new bake is picked up within seconds without interrupting requests;
 * those in progress finish on the old one, which is closed with the last of them. A bake that cannot be opened is reported
 * once and the last good one stays, unless its own file was damaged: then there is no service until one can be opened.
 * @param isVerified whether the hash of the bake was checked before, so it is not computed again
 */
export function openLiveService(
  folder: string,
  clock: () => Instant,
  report: (failure: DatasetUnavailable) => void,
  isVerified = false,
) {
  let service: Service | null = null
  /** The open bakes, oldest first, each with the number of requests in progress that began while it was current. */
  const open: { service: Service; requests: number }[] = []
  let failure: DatasetUnavailable | null = null
  let stamp: string | null = null
  let checked = Number.NEGATIVE_INFINITY
  let tried = Number.NEGATIVE_INFINITY

  function check(now: Instant): void {
    checked = now
    const current = readStamp(folder)
    const isDue = service === null ? failure === null : service.isDamaged()
    const isRetry = failure !== null && Math.abs(now - tried) >= RETRY_MS
    if (current === stamp && !isDue && !isRetry) return
    const isFirst = stamp === null
    stamp = current
    tried = now
    try {
      replace(openService(folder, isFirst && isVerified))
      failure = null
    } catch (error) {
      const earlier = failure?.message
      failure = error instanceof DatasetUnavailable ? error : new DatasetUnavailable(String(error))
      if (failure.message !== earlier) report(failure)
      if (service && (service.isDamaged() || service.isChanged())) replace(null)
    }
  }

  function replace(next: Service | null): void {
    service = next
    if (next) open.push({ service: next, requests: 0 })
    closeUnused()
  }

  // A request may also read from a bake that became current after it began, so bakes are closed in order.
  function closeUnused(): void {
    for (let oldest = open[0]; oldest && oldest.service !== service && oldest.requests === 0; oldest = open[0]) {
      open.shift()
      oldest.service.close()
    }
  }

  /** The current service. @throws DatasetUnavailable */
  const live = (): Service => {
    const now = clock()
    if (now - checked >= CHECK_MS || now < checked || service?.isDamaged()) check(now)
    if (service) return service
    throw failure ?? new DatasetUnavailable(`The bake in ${folder} is not open yet.`)
  }

  /** Called when a request begins; the result is called once, when it has ended. */
  function enter(): () => void {
    const current = open.at(-1)
    if (!current) return () => {}
    current.requests += 1
    return () => {
      current.requests -= 1
      closeUnused()
    }
  }

  return Object.assign(live, {
    /** Why the bake in the folder is not being served; null if it is. */
    failure: () => failure,
    /** Looks for a new bake now. */
    check: () => check(clock()),
    enter,
    /** Work besides requests, during which no bake that it reads is closed. */
    during: <Result>(work: () => Promise<Result>): Promise<Result> => work().finally(enter()),
  })
}

/** Changes when a folder has another bake, its database was changed, or its freshness was updated. */
function readStamp(folder: string): string {
  const stamps = [MANIFEST_FILE, FRESHNESS_FILE].map((file) => getFileStamp(path.join(folder, file)))
  return [...stamps, getDatabaseStamp(folder)].join(' ')
}
