import { statfsSync } from 'node:fs'
import { formatReason } from '../ingest/rows.ts'

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const ALMOST_FULL_BYTES = 1 << 20

/** A readable message for why a run failed. If a disk is full, it names the folder. */
export function failureText(error: unknown, folders: readonly string[]): string {
  const message = formatReason(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!FULL.has(code)) return message
  const disks = folders.map((folder) => ({ folder, ...readSpace(folder) }))
  const full = disks.filter(({ free }) => free < ALMOST_FULL_BYTES)
  const named = (full.length > 0 ? full : disks).map(
    ({ folder, free, size }) => `${folder} (${mib(free)} of ${mib(size)} MiB free)`,
  )
  return `The disk is full: ${named.join(', ')}. Free up space and start the run again. (${message})`
}

function readSpace(folder: string): { free: number; size: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const mib = (bytes: number): string => (bytes / (1 << 20)).toFixed(1)
