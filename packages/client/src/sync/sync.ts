import type { Client } from '../client.ts'
import { ApiUnreachable } from '../errors.ts'
import { sleep } from '../retry.ts'
import { copyIn } from './copy.ts'
import { Republished } from './download.ts'
import { memoryPart, type SyncState, type SyncStore } from './port.ts'
import type { SyncOptions, SyncResult } from './progress.ts'
import { type Listing, openSource } from './source.ts'

const ROUNDS_MAX = 6
const ROUND_MS = 500

/** Brings the copy in a store up to date. See `sync`. */
export async function syncStore(client: Client, store: SyncStore, options: SyncOptions = {}): Promise<SyncResult> {
  const { onProgress = () => {}, signal: stop = new AbortController().signal } = options
  const source = openSource(client, options, stop)
  const copy = copyIn(store)
  const previous = (await store.state())?.version ?? null
  for (let round = 1; ; round += 1) {
    const listing = await source.listing()
    try {
      await download(await follow(await store.state(), listing), listing)
      const { version, publishedAt } = listing
      return { version, previous, publishedAt, requests: source.requests(), lists: copy.written }
    } catch (error) {
      if (!(error instanceof Republished)) throw error
      if (round === ROUNDS_MAX) throw new ApiUnreachable('the snapshot changes faster than it can be read')
      await sleep(ROUND_MS * (round - 1), stop)
    }
  }

  /**
   * Updates the lists of the copy to the version of a listing with the changes since. A list whose hash does not match
   * afterward, or that is too old, is missing from the resulting state.
   */
  async function follow(state: SyncState | null, { version, publishedAt, lists }: Listing): Promise<SyncState> {
    const next: SyncState = { version, publishedAt, lists: {} }
    const held = Object.entries(state?.lists ?? {}).filter(([list]) => lists.has(list))
    if (!state || held.length === 0) return next
    if (state.version === version) return { ...next, lists: Object.fromEntries(held) }
    const changes = await source.changes(state.version, version, lists.size)
    if (changes === null) return next
    for (const [list, before] of held) {
      const listChanges = changes.filter(({ resource }) => resource === list)
      const { plain } = lists.get(list) ?? {}
      if (!plain) continue
      const isSame = listChanges.length === 0 && before === plain.sha256
      if (isSame || (await copy.apply(list, listChanges, plain, publishedAt)) === plain.sha256)
        next.lists[list] = plain.sha256
    }
    await store.commit(next)
    onProgress({ step: 'CHANGED', changes: changes.length })
    return next
  }

  /** Downloads the missing lists and commits each one. */
  async function download(state: SyncState, { lists }: Listing): Promise<void> {
    const held = { ...state.lists }
    for (const [list, files] of lists) {
      if (list in held) continue
      const part = store.part?.(files.packed.sha256) ?? memoryPart()
      const lines = await source.lines(files, part, (bytes) =>
        onProgress({ step: 'DOWNLOAD', list, bytes, bytesTotal: files.packed.bytes }),
      )
      await copy.replace(list, lines)
      held[list] = files.plain.sha256
      await store.commit({ ...state, lists: { ...held } })
      await part.clear()
      onProgress({ step: 'COPIED', list, records: files.plain.records ?? 0 })
    }
  }
}
