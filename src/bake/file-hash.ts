import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 1024 * 1024

/** The SHA-256 of a file of any size, in hexadecimal. */
export function fileHash(file: string): string {
  const all = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      all.update(chunk.subarray(0, read))
    }
  } finally {
    closeSync(descriptor)
  }
  return all.digest('hex')
}
