import { statfsSync } from 'node:fs'
import { formatReason } from '../ingest/net/exchange.ts'

/** The difference between this machine's clock and a source's from which this machine's clock counts as wrong. */
const SKEW_MAX_MS = 60 * 60_000
/** Events of a run are milliseconds apart, so the last one may be a little later than the start of the next run. */
const LEEWAY_MS = 60_000

/**
 * Why this machine's clock must be wrong; null if there is no sign of it.
 * @param clocks when the dataset was last published, and how many milliseconds the sources' clocks are ahead, if known
 */
export function findClockError(clocks: {
  now: Date
  publishedAt: string | null
  skewMs: number | null
}): string | null {
  const { now, publishedAt, skewMs } = clocks
  const here = `This machine's clock says ${now.toISOString()}`
  if (publishedAt !== null && now.getTime() < Date.parse(publishedAt) - LEEWAY_MS) {
    return `${here}, which is before the last publication (${publishedAt}); set the clock`
  }
  if (skewMs !== null && Math.abs(skewMs) > SKEW_MAX_MS) {
    const there = new Date(now.getTime() + skewMs).toISOString()
    return `${here}, the sources' clocks say ${there}; set the clock`
  }
  return null
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const ALMOST_FULL_BYTES = 1 << 20

/** A readable message for why a run failed. If a disk is full, it names the folder. */
export function formatFailure(error: unknown, folders: readonly string[]): string {
  const message = formatReason(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!FULL.has(code)) return message
  const disks = folders.map((folder) => {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { folder, free: bavail * bsize, size: blocks * bsize }
  })
  const full = disks.filter(({ free }) => free < ALMOST_FULL_BYTES)
  const named = (full.length > 0 ? full : disks).map(
    ({ folder, free, size }) => `${folder} (${formatMib(free)} of ${formatMib(size)} MiB free)`,
  )
  return `The disk is full: ${named.join(', ')}. Free up space and start the run again. (${message})`
}

const formatMib = (bytes: number): string => (bytes / (1 << 20)).toFixed(1)
