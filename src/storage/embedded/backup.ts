import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { copyInto, flush, freeName, STORE_VERSION } from './schema.ts'

/** The content of a backup. */
export interface Backup {
  file: string
  bytes: number
  accounts: number
}

/**
 * Copies the embedded store, as of one moment, into a file while it is in use, including what is still in the
 * write-ahead log. The copy is checked before it gets its name.
 * @throws Error when there is no store, or a file of that name exists
 */
export function backUp(path: string, file: string): Backup {
  if (!existsSync(path)) throw new Error(`There is no store at ${path}: set STORE_PATH to its file.`)
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name, so that no backup is lost.`)
  const draft = `${file}.${process.pid}.draft`
  const db = new Database(path, { fileMustExist: true })
  try {
    copyInto(db, draft)
    const accounts = checkedBackup(draft, file)
    renameSync(draft, file)
    flush(dirname(file))
    return { file, bytes: statSync(file).size, accounts }
  } finally {
    db.close()
    rmSync(draft, { force: true })
  }
}

/**
 * Replaces the embedded store with a backup. The old store stays next to it under another name.
 * @returns the backup, and the location of the old store; null if there was none
 * @throws Error when the file is not a complete backup, was written by a later release, or the store is in use
 */
export function restore(path: string, file: string): Backup & { before: string | null } {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`)
  const draft = `${path}.${process.pid}.draft`
  try {
    // A copy made by hand may have a log next to it.
    for (const suffix of ['', '-wal']) {
      if (!existsSync(file + suffix)) continue
      copyFileSync(file + suffix, draft + suffix)
      chmodSync(draft + suffix, 0o600)
    }
    const accounts = checkedBackup(draft, file)
    flush(draft)
    const before = existsSync(path) ? freeName(`${path}.before-restore`) : null
    if (before) {
      settle(path)
      renameSync(path, before)
    }
    renameSync(draft, path)
    flush(dirname(path))
    return { file, bytes: statSync(path).size, accounts, before }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true })
  }
}

/** Moves everything in the write-ahead log into the file, which only the last user of a store can do. */
function settle(path: string): void {
  const db = new Database(path, { timeout: 0, fileMustExist: true })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = DELETE')
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new Error(`${path} is in use: stop the service, restore, and start it again. Nothing was changed.`)
    }
    throw error
  } finally {
    db.close()
  }
}

/**
 * The number of accounts in a complete copy of a store. Leaves it as one file without a log.
 * @param name how errors refer to the copy
 * @throws Error that says what is wrong with it
 */
function checkedBackup(copy: string, name: string): number {
  let db: Database.Database | null = null
  try {
    db = new Database(copy, { fileMustExist: true })
    db.pragma('journal_mode = DELETE')
    const version = db.pragma('user_version', { simple: true }) as number
    if (version > STORE_VERSION) {
      throw new Error(`${name} was written by a later release (version ${version}); update the service.`)
    }
    const found = db.pragma('quick_check(1)', { simple: true })
    if (version === 0 || found !== 'ok') throw new Error(`${name} is not a complete copy of a store.`)
    return db.prepare<[], number>('SELECT count(*) FROM accounts').pluck().get() ?? 0
  } catch (error) {
    if (error instanceof Database.SqliteError)
      throw new Error(`${name} is not a complete copy of a store: ${error.code}.`)
    throw error
  } finally {
    db?.close()
  }
}
