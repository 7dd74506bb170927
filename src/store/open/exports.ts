import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import {
  downloadPath,
  getSnapshotPath,
  SNAPSHOT,
  SNAPSHOT_TYPES,
  type SnapshotFile,
} from '../../bake/snapshot/snapshot-list.ts'
import { type Dataset, DatasetUnavailable } from './dataset.ts'

export type { SnapshotFile, SnapshotFormat } from '../../bake/snapshot/snapshot-list.ts'
export { downloadPath, NEWEST_MAX, SNAPSHOT_TYPES } from '../../bake/snapshot/snapshot-list.ts'

export type Exports = ReturnType<typeof openExports>

/** The snapshot of the publication being served. @param folder of the bake */
export function openExports(folder: string, { db, manifest }: Dataset) {
  // The function is deployed without the files: they are static files of the site.
  const isElsewhere = !existsSync(path.join(folder, SNAPSHOT))
  const last = db
    .prepare<[], { version: string; at: number }>('SELECT version, at FROM publications ORDER BY number DESC LIMIT 1')
    .get()
  const version = last?.version ?? ''
  /** The hash of a file in a state on disk, by file and state. */
  const hashes = new Map<string, Promise<string>>()

  return {
    /** The publication, and when it was made. */
    publication: { version, at: new Date(last?.at ?? 0).toISOString() },
    files: manifest.snapshot,
    /**
     * Opens a file, which the caller closes. Its content is checked when it is first opened, and when it has changed.
     * Rejects with DatasetUnavailable when it is missing or damaged.
     */
    async open(file: SnapshotFile): Promise<FileHandle> {
      const named = path.join(folder, getSnapshotPath(file))
      const handle = await open(named).catch(() => null)
      try {
        const { size, mtimeMs, ino } = (await handle?.stat()) ?? {}
        if (handle && size === file.bytes) {
          const state = `${named} ${mtimeMs} ${ino}`
          const hash = hashes.get(state) ?? hashFile(named)
          hashes.set(state, hash)
          if ((await hash) === file.sha256) return handle
        }
      } catch {
        // A file that cannot be read is damaged.
      }
      await handle?.close()
      throw new DatasetUnavailable(`The snapshot file ${named} is missing or damaged. Run "npm run bake".`)
    },
    /** The file with a name; null if there is none. */
    find: (name: string): SnapshotFile | null => manifest.snapshot.find((file) => file.name === name) ?? null,
    getContentType: ({ compression, format }: SnapshotFile): string =>
      compression ? 'application/gzip' : SNAPSHOT_TYPES[format],
    /** The path of a file that is a static file of the site; null if it is not. */
    getPath: ({ name }: SnapshotFile): string | null => (isElsewhere ? downloadPath(name) : null),
  }
}

async function hashFile(file: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(file)) sum.update(chunk)
  return sum.digest('hex')
}
