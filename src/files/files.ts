import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Read into by one call at a time. A new one for each file would cost more than hashing it. */
const chunk = Buffer.allocUnsafe(1024 * 1024)

/** The SHA-256 of a file of any size, in hexadecimal. */
export function hashFile(file: string): string {
  const all = createHash('sha256')
  const descriptor = openSync(file, 'r')
  try {
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk))
      all.update(chunk.subarray(0, read))
  } finally {
    closeSync(descriptor)
  }
  return all.digest('hex')
}

/** Waits until a file, or the entries of a folder, are on disk. */
export function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Replaces a file. Readers see the old text or the new one, never a part, even after a power failure. */
export function replaceFile(file: string, text: string): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}.draft`)
  try {
    writeFileSync(draft, text)
    flush(draft)
    renameSync(draft, file)
    // A rename is durable only after its folder is flushed.
    flush(folder)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
