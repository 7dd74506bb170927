import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file, or the entries of a folder, are on disk. */
export function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
