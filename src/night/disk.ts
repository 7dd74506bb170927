import { statfsSync } from 'node:fs'

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
const ALMOST_FULL_BYTES = 1 << 20

/** Why a night threw, as a sentence for a person: a full disk is named with the folder that it holds. */
export function failureText(error: unknown, folders: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!FULL.has(code)) return message
  const disks = folders.map((folder) => ({ folder, ...spaceOf(folder) }))
  const full = disks.filter(({ free }) => free < ALMOST_FULL_BYTES)
  const named = (full.length > 0 ? full : disks).map(
    ({ folder, free, size }) => `${folder} (${mib(free)} of ${mib(size)} MiB free)`,
  )
  return `The disk is full: ${named.join(', ')}. Free some space and run the night again. (${message})`
}

function spaceOf(folder: string): { free: number; size: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const mib = (bytes: number): string => (bytes / (1 << 20)).toFixed(1)
