import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 1024 * 1024

/** The bytes of a file of any size, in chunks. A chunk is valid until the next one is read. */
export function* chunksOf(file: string): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      yield chunk.subarray(0, read)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** The SHA-256 of a file of any size, in hexadecimal. */
export function fileHash(file: string): string {
  const all = createHash('sha256')
  for (const chunk of chunksOf(file)) all.update(chunk)
  return all.digest('hex')
}
