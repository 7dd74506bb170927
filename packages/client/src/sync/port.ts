/** One record of a copy: the fields of a line of the snapshot. */
export interface CopiedRecord {
  readonly [field: string]: unknown
}

/** The state of a copy, as JSON. */
export interface SyncState {
  /** The dataset version of all its lists. */
  version: string
  /** When that version was published. Timed fields are as of then. */
  publishedAt: string
  /** The SHA-256 of the lines of each complete list, as in the snapshot. */
  lists: { [list: string]: string }
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * Storage of a copy. Calls never overlap.
 *
 * Reads must see earlier calls of `put` and `remove`, and `commit` makes these permanent. Storing them before the commit is
 * harmless: after an interruption, the same changes are applied again with the same result.
 */
export interface SyncStore {
  /** The state of the last commit; null when there was none. */
  state(): Awaitable<SyncState | null>
  /** One record of a list; null when there is none with this id. */
  get(list: string, id: string): Awaitable<CopiedRecord | null>
  /** Every record of a list, in any order. */
  records(list: string): AsyncIterable<CopiedRecord> | Iterable<CopiedRecord>
  /** Writes a record, new or not. */
  put(list: string, id: string, record: CopiedRecord): Awaitable<void>
  /** Removes a record, if it is there. */
  remove(list: string, id: string): Awaitable<void>
  /** Makes everything since the last commit permanent, together with the state. */
  commit(state: SyncState): Awaitable<void>
  /** Storage for interrupted downloads, so that the next sync can continue. Defaults to memory. */
  part?(name: string): Part
}

/** The beginning of a file that is being downloaded. */
export interface Part {
  size(): Awaitable<number>
  append(bytes: Uint8Array): Awaitable<void>
  read(): Awaitable<Uint8Array>
  clear(): Awaitable<void>
}

/** An in-memory part. */
export function memoryPart(): Part {
  let chunks: Uint8Array[] = []
  const size = () => chunks.reduce((sum, { length }) => sum + length, 0)
  return {
    size,
    append: (bytes) => void chunks.push(bytes),
    read() {
      const whole = new Uint8Array(size())
      let end = 0
      for (const chunk of chunks) {
        whole.set(chunk, end)
        end += chunk.length
      }
      return whole
    },
    clear() {
      chunks = []
    },
  }
}
