import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'

/**
 * Copies a database into a new file, as it is at one moment, while others read and write it. The copy is whole by itself,
 * on the disk, and readable by its owner alone.
 */
export function copyInto(db: Database.Database, file: string): void {
  // Created first, so that other users cannot read it while it grows.
  closeSync(openSync(file, 'wx', 0o600))
  try {
    db.prepare('VACUUM INTO ?').run(file)
    chmodSync(file, 0o600)
    flush(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}

/** The name itself, or the first with a number after it that no file has. */
export function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}.${number}`
    if (!existsSync(candidate)) return candidate
  }
}

/** Waits until a file, or the entries of a folder, are on the disk. */
export function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
