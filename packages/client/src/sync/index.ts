import type { Client } from '../client.ts'
import type { SyncStore } from './port.ts'
import type { SyncOptions, SyncResult } from './progress.ts'
import { syncStore } from './sync.ts'

export type { CopiedRecord, Part, SyncState, SyncStore } from './port.ts'
export type { SyncedList, SyncOptions, SyncProgress, SyncResult } from './progress.ts'

/**
 * Brings a copy of the whole dataset up to date: first with the snapshot, later with the changes since the last sync. Every
 * list is verified with the SHA-256 of the service. After an interruption, the next sync continues from there.
 * @param target a folder for one NDJSON file per list and `sync.json`, or your own store
 * @throws ApiProblem, ApiUnreachable, what the store throws, or the reason of an aborted signal
 */
export async function sync(client: Client, target: string | SyncStore, options: SyncOptions = {}): Promise<SyncResult> {
  if (typeof target !== 'string') return syncStore(client, target, options)
  // Imported only here, so that stores work without a file system.
  const { openFolder } = await import('./folder.ts')
  const folder = await openFolder(target)
  try {
    const result = await syncStore(client, folder, options)
    await folder.clear()
    return result
  } finally {
    await folder.close()
  }
}
