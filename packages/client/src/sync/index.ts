import type { Client } from '../client.ts'
import type { SyncStore } from './port.ts'
import type { SyncOptions, SyncResult } from './progress.ts'
import { syncStore } from './sync.ts'

export type { CopiedRecord, Part, SyncState, SyncStore } from './port.ts'
export type { SyncedList, SyncOptions, SyncProgress, SyncResult } from './progress.ts'

/**
 * Brings a copy of the whole dataset up to date: the snapshot at first, afterwards the changes since the last sync. Every
 * list is compared with the SHA-256 of the service. Whatever cuts it off, the next sync goes on from there.
 * @param target a folder, which gets a file of NDJSON for each list and `sync.json`; or a store of your own
 * @throws ApiProblem, ApiUnreachable, what the store throws, or the reason of an aborted signal
 */
export async function sync(client: Client, target: string | SyncStore, options: SyncOptions = {}): Promise<SyncResult> {
  if (typeof target !== 'string') return syncStore(client, target, options)
  // Only here, so that stores work where there is no file system.
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
