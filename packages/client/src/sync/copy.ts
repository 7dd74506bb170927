import {
  type Change,
  formatLines,
  getId,
  parseRecords,
  recordAfter,
  recordAt,
  type SnapshotFile,
  sha256,
} from './lines.ts'
import type { SyncStore } from './port.ts'
import type { SyncedList } from './progress.ts'

/** The records of a copy, with write counts. */
export interface Copy {
  /**
   * Applies changes to a list and sets its timed fields to their values at an instant. Resolves to the SHA-256 of its lines.
   */
  apply: (list: string, changes: readonly Change[], file: SnapshotFile, at: string) => Promise<string>
  /** Replaces the records of a list with those of the lines. */
  replace: (list: string, lines: string) => Promise<void>
  written: { [list: string]: SyncedList }
}

export function copyIn(store: SyncStore): Copy {
  const written: Copy['written'] = {}
  const createTally = (list: string): SyncedList => {
    written[list] ??= { records: 0, written: 0, removed: 0 }
    return written[list]
  }

  return {
    written,
    async apply(list, changes, file, at) {
      const touched = new Set<string>()
      const removed = new Set<string>()
      for (const change of changes) {
        const { id } = change
        const after = recordAfter(change.change === 'UPDATED' ? await store.get(list, id) : null, change)
        if (after) await store.put(list, id, recordAt(after, file, at))
        else await store.remove(list, id)
        touched.add(id)
        removed[after ? 'delete' : 'add'](id)
      }
      const records = []
      const turned = []
      for await (const record of store.records(list)) {
        const then = recordAt(record, file, at)
        records.push(then)
        if (JSON.stringify(then) !== JSON.stringify(record)) turned.push(then)
      }
      for (const record of turned) {
        await store.put(list, getId(record), record)
        touched.add(getId(record))
      }
      const tally = createTally(list)
      tally.records = records.length
      tally.written += touched.size - removed.size
      tally.removed += removed.size
      return sha256(formatLines(records))
    },
    async replace(list, lines) {
      const incoming = new Map(parseRecords(lines).map((record) => [getId(record), record]))
      const tally = createTally(list)
      tally.records = incoming.size
      const gone = []
      for await (const record of store.records(list)) {
        const id = getId(record)
        const line = incoming.get(id)
        if (!line) gone.push(id)
        else if (JSON.stringify(line) === JSON.stringify(record)) incoming.delete(id)
      }
      for (const id of gone) await store.remove(list, id)
      for (const [id, record] of incoming) await store.put(list, id, record)
      tally.written += incoming.size
      tally.removed += gone.length
    },
  }
}
