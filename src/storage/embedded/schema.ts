import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { EARLIER_VERSION, readEarlier } from './earlier.ts'
import { prepareWrites } from './writes.ts'

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

/**
 * An account is a JSON document with a version. What admissions change is in small rows of its own, so that they never
 * write a document. `keys` finds an account by the hash of a key or signed address, `terms` by a member, an invited
 * address or the id of a key.
 */
const TABLES = `
  CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, document TEXT NOT NULL, summary TEXT NOT NULL
  ) STRICT;
  CREATE TABLE meters (account TEXT NOT NULL PRIMARY KEY, meter TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (
    hash TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, access TEXT NOT NULL, last_minute INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX keys_account ON keys (account);
  CREATE TABLE terms (
    term TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (term, account)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE trail (
    account TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (account, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE items (
    kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, created_at INTEGER NOT NULL, expires_at INTEGER,
    due_at INTEGER, turn INTEGER NOT NULL, item TEXT NOT NULL, PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_owner ON items (kind, owner, created_at) WHERE owner IS NOT NULL;
  CREATE INDEX items_due ON items (kind, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX items_expiry ON items (kind, expires_at) WHERE expires_at IS NOT NULL;
`

/** The version of the files that this release writes. */
export const STORE_VERSION = 6

// Opening waits for another process that migrates the file. Once open, nothing in this process waits for a lock.
const OPEN_WAIT_MS = 5_000
/** How much of the write-ahead log's file is kept when the log restarts. */
const LOG_BYTES_KEPT = 4 * 1024 * 1024

/**
 * Opens the file, creates it and its folder if they are missing, and migrates a file of an earlier release, which is copied
 * first. Several processes may have it open.
 * @throws Error when a later release wrote the file
 */
export function openDatabase(path: string): Database.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  // Only its owner can read a new file; the files that SQLite creates next to it inherit its permissions.
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const db = new Database(path, { timeout: OPEN_WAIT_MS })
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // What is deleted, such as an email address, must not remain in free pages.
    db.pragma('secure_delete = ON')
    // A log that grew because of another process's reader shrinks once all of it was moved into the file.
    db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`)
    const version = getVersion(db)
    if (version === EARLIER_VERSION) copyInto(db, freeName(`${path}.version-${version}`))
    db.transaction(() => migrate(db, path)).immediate()
    db.pragma('busy_timeout = 0')
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

function migrate(db: Database.Database, path: string): void {
  const version = getVersion(db)
  if (version === STORE_VERSION) return
  if (version > STORE_VERSION) {
    throw new Error(`${path} was written by a later release (version ${version}); update the service.`)
  }
  if (version > 0 && version < EARLIER_VERSION) {
    throw new Error(`${path} has the format of a release before 1.0 (version ${version}), which cannot be read.`)
  }
  const earlier = version === EARLIER_VERSION ? readEarlier(db) : null
  db.exec(TABLES)
  if (earlier) {
    const { writeAccount, addItem } = prepareWrites(db)
    for (const account of earlier.accounts) writeAccount(account)
    for (const item of earlier.items) addItem(item)
  }
  db.pragma(`user_version = ${STORE_VERSION}`)
}

const getVersion = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number
