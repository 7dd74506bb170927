import { createHash } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { formatLines, getId, parseRecords } from './lines.ts'
import { lock } from './lock.ts'
import type { CopiedRecord, Part, SyncState, SyncStore } from './port.ts'

const STATE_FILE = 'sync.json'
/** The subfolder for work in progress. */
const WORK = '.sync'
/** A commit that is being written, and a complete one that is being moved into place. */
const NEXT = path.join(WORK, 'next')
const READY = path.join(WORK, 'ready')

/** A copy in a folder: `<list>.ndjson`, byte for byte as in the snapshot, and `sync.json` with its state. */
export interface FolderStore extends SyncStore {
  /** Removes leftovers of broken downloads after a successful sync. */
  clear(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the copy in a folder, which is created if needed. A list that was changed or damaged by others counts as missing.
 * @throws Error when another sync is writing to the folder, or the folder cannot be created
 */
export async function openFolder(folder: string): Promise<FolderStore> {
  const at = (...names: string[]) => path.resolve(folder, ...names)
  await makeFolder(at(WORK)).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`The folder ${folder} cannot be created (${cause.code}). Choose one that you can write to.`, {
      cause,
    })
  })
  const unlock = await lock(at(WORK, 'lock'), folder)
  await place(folder)

  let committed = await stateIn(folder)
  const lists = new Map<string, Map<string, CopiedRecord>>()
  const changed = new Set<string>()

  async function readList(list: string): Promise<Map<string, CopiedRecord>> {
    let records = lists.get(list)
    if (!records) {
      const lines = committed && list in committed.lists ? await readFile(at(getFileName(list)), 'utf8') : ''
      records = new Map(parseRecords(lines).map((record) => [getId(record), record]))
      lists.set(list, records)
    }
    return records
  }

  return {
    state: () => committed,
    async get(list, id) {
      return (await readList(list)).get(id) ?? null
    },
    async *records(list) {
      yield* (await readList(list)).values()
    },
    async put(list, id, record) {
      ;(await readList(list)).set(id, record)
      changed.add(list)
    },
    async remove(list, id) {
      if ((await readList(list)).delete(id)) changed.add(list)
    },
    async commit(state) {
      await rm(at(NEXT), { recursive: true, force: true })
      await mkdir(at(NEXT))
      for (const list of Object.keys(state.lists)) {
        if (changed.has(list) || !(committed && list in committed.lists)) {
          await write(at(NEXT, getFileName(list)), formatLines([...(await readList(list)).values()]))
        }
      }
      await write(at(NEXT, STATE_FILE), `${JSON.stringify(state, null, 2)}\n`)
      await rename(at(NEXT), at(READY))
      await place(folder)
      committed = state
      changed.clear()
      lists.clear()
    },
    part: (name) => filePart(at(WORK, `${name}${PART}`)),
    async clear() {
      for (const name of await readdir(at(WORK))) if (name.endsWith(PART)) await rm(at(WORK, name), { force: true })
    },
    close: unlock,
  }
}

/** Creates a folder and its parents. Node's recursive mkdir never returns where none can be created, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || path.dirname(folder) === folder) throw error
    await makeFolder(path.dirname(folder))
    await mkdir(folder)
  }
}

const PART = '.part'
const getFileName = (list: string): string => `${list}.ndjson`

/** Moves a complete commit into place, its state last. Continues an interrupted move. */
async function place(folder: string): Promise<void> {
  const ready = path.join(folder, READY)
  const names = await readdir(ready).catch(missing<string[]>([]))
  for (const name of names.filter((name) => name !== STATE_FILE)) {
    await rename(path.join(ready, name), path.join(folder, name))
  }
  if (names.includes(STATE_FILE)) await rename(path.join(ready, STATE_FILE), path.join(folder, STATE_FILE))
  await rm(ready, { recursive: true, force: true })
}

/** The state of the copy in a folder, limited to the files of the last commit. */
async function stateIn(folder: string): Promise<SyncState | null> {
  const state = parseState(await readFile(path.join(folder, STATE_FILE), 'utf8').catch(missing('')))
  if (!state) return null
  const lists: SyncState['lists'] = {}
  for (const [list, digest] of Object.entries(state.lists)) {
    const content = await readFile(path.join(folder, getFileName(list))).catch(missing(null))
    if (content && createHash('sha256').update(content).digest('hex') === digest) lists[list] = digest
  }
  return { ...state, lists }
}

function parseState(text: string): SyncState | null {
  try {
    const { version, publishedAt, lists } = JSON.parse(text)
    const isState = typeof version === 'string' && typeof publishedAt === 'string' && typeof lists === 'object'
    return isState && lists !== null ? { version, publishedAt, lists } : null
  } catch {
    return null
  }
}

/** Substitutes a value for a missing file. */
const missing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }

/** Writes a file durably. */
async function write(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const filePart = (file: string): Part => ({
  size: () => stat(file).then(({ size }) => size, missing(0)),
  append: (bytes) => appendFile(file, bytes),
  read: () => readFile(file),
  clear: () => rm(file, { force: true }),
})
