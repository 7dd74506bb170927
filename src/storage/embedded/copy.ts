import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'

/**
 * Copies a database, as of one moment, into a new file while others read and write it. The copy is complete by itself,
 * on disk, and readable only by its owner.
 */
export function copyInto(db: Database.Database, file: string): void {
  // Created first, so other users cannot read it while it is written.
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

/** The name itself, or the first one with a number appended that is not taken. */
export function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}.${number}`
    if (!existsSync(candidate)) return candidate
  }
}

/** Waits until a file, or the entries of a folder, are on disk. */
export function flush(file: string): void {
  const handle = openSync(file, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
