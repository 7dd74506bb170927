import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

// Reading larger files would slow down startup, so size and modification time represent them.
const READ_MAX = 16 * 1024 * 1024

/**
 * A digest of the paths and contents of files and folders.
 * @param parts paths below `root`; a missing one counts as empty
 * @param ignored path parts to leave out
 */
export function readDigest(root: string, parts: readonly string[], ignored: readonly string[] = []): string {
  const digest = createHash('sha256')
  for (const file of parts.flatMap((part) => readFileNames(root, part)).sort()) {
    if (ignored.some((part) => file.startsWith(part))) continue
    const place = path.join(root, file)
    const { size, mtimeMs } = statSync(place)
    digest.update(`\n${file}\n${size}\n`).update(size > READ_MAX ? String(mtimeMs) : readFileSync(place))
  }
  return digest.digest('hex')
}

function readFileNames(root: string, part: string): string[] {
  const place = path.join(root, part)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [part]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
