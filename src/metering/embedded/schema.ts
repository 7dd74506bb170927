import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'

const VERSION = 1

// One row of `accounts` holds all that a request changes, so that an admission writes a single page.
const TABLES = `
  CREATE TABLE accounts (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    suspended INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    minute INTEGER NOT NULL DEFAULT 0,
    minute_used INTEGER NOT NULL DEFAULT 0,
    month TEXT NOT NULL DEFAULT '',
    month_used INTEGER NOT NULL DEFAULT 0,
    answers_used INTEGER NOT NULL DEFAULT 0,
    notified INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE months (
    account INTEGER NOT NULL REFERENCES accounts,
    month TEXT NOT NULL,
    requests INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (account, month)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    last_four TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    expires_at INTEGER,
    last_minute INTEGER
  ) STRICT;
  CREATE INDEX keys_account ON keys (account);
  CREATE TABLE members (
    account INTEGER NOT NULL REFERENCES accounts,
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (account, email)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE notices (
    account INTEGER NOT NULL REFERENCES accounts,
    month TEXT NOT NULL,
    meter TEXT NOT NULL,
    threshold INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    delivered_at INTEGER,
    delivered_by TEXT,
    PRIMARY KEY (account, month, meter, threshold)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};
`

/**
 * Opens the file, and makes it and its folder when they are missing. Several processes may hold it open.
 * @param waitMs how long to wait for another process's write; this one stands still meanwhile.
 * @throws Error when a later release wrote the file.
 */
export function openDatabase(path: string, waitMs: number): Database.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path, { timeout: waitMs })
  try {
    // A commit writes whole pages: small ones make it a third faster.
    db.pragma('page_size = 1024')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    db.pragma('wal_autocheckpoint = 4000')
    db.transaction(() => {
      const version = db.pragma('user_version', { simple: true }) as number
      if (version > VERSION)
        throw new Error(`${path} was written by a later release (version ${version}); update the service.`)
      if (version === 0) db.exec(TABLES)
    }).immediate()
  } catch (error) {
    db.close()
    throw error
  }
  return db
}
