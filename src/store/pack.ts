import { closeSync, fstatSync, openSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { DatasetUnavailable } from './dataset.ts'

const readAt = promisify(read)

const BLOCK_BYTES = 64 * 1024

export type Pack = ReturnType<typeof openPack>

/**
 * Opens the pack of a bake, which has the files of its snapshot, so that it can be read even when another file has its
 * name.
 * @param named its name in messages
 */
export function openPack(file: string, named = file) {
  const opened = opening(file)
  let readers = 0
  let isClosed = opened === null

  function closeIfUnused(): void {
    if (opened && isClosed && readers === 0) closeSync(opened.descriptor)
  }
  async function* bytesOf(descriptor: number, first: number, last: number): AsyncGenerator<Buffer> {
    // Another file could have the descriptor by now.
    if (isClosed) throw damagedPack(named)
    readers += 1
    try {
      // A stream would close the descriptor that all readers share as soon as one of them leaves early.
      for (let at = first; at <= last; ) {
        const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, last + 1 - at))
        const { bytesRead } = await readAt(descriptor, block, 0, block.length, at)
        if (bytesRead === 0) throw damagedPack(named)
        yield block.subarray(0, bytesRead)
        at += bytesRead
      }
    } finally {
      readers -= 1
      closeIfUnused()
    }
  }
  return {
    /**
     * The bytes from `first` to `last`, inclusive.
     * @throws DatasetUnavailable when the pack is missing, too short, closed, or was changed after it was opened
     */
    read(first: number, last: number): AsyncIterable<Buffer> {
      if (!opened || isClosed) throw damagedPack(named)
      const { size, mtimeMs } = fstatSync(opened.descriptor)
      if (last >= size || size !== opened.size || mtimeMs !== opened.mtimeMs) throw damagedPack(named)
      return bytesOf(opened.descriptor, first, last)
    },
    /** Closes the file when everything that is being read has been read. */
    close(): void {
      if (isClosed) return
      isClosed = true
      closeIfUnused()
    },
  }
}

/** An opened file with its state; null if it cannot be opened. */
function opening(file: string): { descriptor: number; size: number; mtimeMs: number } | null {
  try {
    const descriptor = openSync(file, 'r')
    const { size, mtimeMs } = fstatSync(descriptor)
    return { descriptor, size, mtimeMs }
  } catch {
    return null
  }
}

export const damagedPack = (file: string): DatasetUnavailable =>
  new DatasetUnavailable(`The snapshot files ${file} are missing or damaged. Run "npm run bake".`)
