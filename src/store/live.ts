import { statSync } from 'node:fs'
import path from 'node:path'
import { FRESHNESS_FILE } from '../bake/freshness.ts'
import { MANIFEST_FILE } from '../bake/manifest.ts'
import type { Instant } from '../rules/moments.ts'
import { DatasetUnavailable } from './dataset.ts'
import { openService, type Service } from './service.ts'

const CHECK_MS = 1_000
// Longer than any request that still reads from the bake before.
const LINGER_MS = 60_000

/**
 * The service of whatever bake a folder holds at the moment: a new one is taken over within a second, and requests
 * under way finish on the old one. A bake that cannot be opened is reported once and the last good one stays.
 */
export function liveService(
  folder: string,
  clock: () => Instant,
  report: (fault: DatasetUnavailable) => void,
): () => Service {
  let service: Service | null = null
  let fault: DatasetUnavailable | null = null
  let stamp = ''
  let checked = Number.NEGATIVE_INFINITY

  function check(): void {
    const seen = stampOf(folder)
    if (seen === stamp && service) return
    try {
      const next = openService(folder)
      const last = service
      service = next
      stamp = seen
      fault = null
      if (last) setTimeout(last.close, LINGER_MS).unref()
    } catch (error) {
      if (!(error instanceof DatasetUnavailable)) throw error
      if (error.message !== fault?.message) report(error)
      fault = error
    }
  }

  return () => {
    const now = clock()
    if (now - checked >= CHECK_MS || now < checked) {
      checked = now
      check()
    }
    if (service) return service
    throw fault ?? new DatasetUnavailable(`There is no bake in ${folder}.`)
  }
}

/** Changes when the bake of a folder is another one, or its freshness is renewed. */
const stampOf = (folder: string): string =>
  [MANIFEST_FILE, FRESHNESS_FILE].map((file) => fileStamp(path.join(folder, file))).join(' ')

function fileStamp(file: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(file)
    return `${mtimeMs} ${ino} ${size}`
  } catch {
    return ''
  }
}
