/** One record of a copy: the fields of a line of the snapshot. */
export interface CopiedRecord {
  readonly [field: string]: unknown
}

/** What a copy holds, as JSON. */
export interface SyncState {
  /** The dataset version of all its lists. */
  version: string
  /** When that version was published: fields that depend on the moment are as they were then. */
  publishedAt: string
  /** The SHA-256 of each list that the copy holds whole: of its lines, as the snapshot writes them. */
  lists: { [list: string]: string }
}

type Awaitable<Value> = Value | Promise<Value>

/**
 * Where a copy is kept. Calls never overlap.
 *
 * Reads must see what was put and removed before, and `commit` makes it permanent. Keeping it before the commit does no
 * harm: after an interruption the same changes are applied again and lead to the same records.
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
  /** Storage for a download that breaks off, so that the next sync continues from there; in memory when absent. */
  part?(name: string): Part
}

/** The beginning of a file that is being downloaded. */
export interface Part {
  size(): Awaitable<number>
  append(bytes: Uint8Array): Awaitable<void>
  read(): Awaitable<Uint8Array>
  clear(): Awaitable<void>
}

/** A part in memory. */
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
