import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { LOG_BYTES_KEPT, LOG_PAGES_MAX } from './checkpoints.ts'
import { copyInto, freeName } from './copy.ts'

// Alerts are in the table `notices`, their original name. One row of `accounts` has everything that a request changes,
// so an admission writes a single page.
const ACCOUNTS = `
  CREATE TABLE accounts (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, plan TEXT NOT NULL,
    suspended INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, minute INTEGER NOT NULL DEFAULT 0,
    minute_used INTEGER NOT NULL DEFAULT 0, month TEXT NOT NULL DEFAULT '', month_used INTEGER NOT NULL DEFAULT 0,
    answers_used INTEGER NOT NULL DEFAULT 0, notified INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE months (
    account INTEGER NOT NULL REFERENCES accounts, month TEXT NOT NULL, requests INTEGER NOT NULL,
    answers INTEGER NOT NULL, PRIMARY KEY (account, month)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE keys (
    row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL, prefix TEXT NOT NULL, last_four TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER, expires_at INTEGER, last_minute INTEGER
  ) STRICT;
  CREATE INDEX keys_account ON keys (account);
  CREATE TABLE members (
    account INTEGER NOT NULL REFERENCES accounts, email TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (account, email)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE notices (
    account INTEGER NOT NULL REFERENCES accounts, month TEXT NOT NULL, meter TEXT NOT NULL, threshold INTEGER NOT NULL,
    created_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL,
    delivered_at INTEGER, delivered_by TEXT, PRIMARY KEY (account, month, meter, threshold)
  ) STRICT, WITHOUT ROWID;
`

const PEOPLE = `
  ALTER TABLE accounts ADD COLUMN billed_at INTEGER;
  CREATE INDEX members_email ON members (email);
  CREATE TABLE links (
    hash TEXT NOT NULL PRIMARY KEY, browser TEXT NOT NULL, email TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY, email TEXT NOT NULL, created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_email ON sessions (email);
  CREATE TABLE invitations (
    account INTEGER NOT NULL REFERENCES accounts, email TEXT NOT NULL, role TEXT NOT NULL, invited_by TEXT NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (account, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_email ON invitations (email);
  CREATE TABLE entries (
    account INTEGER NOT NULL REFERENCES accounts, number INTEGER NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL,
    action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (account, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE billing_events (id TEXT NOT NULL PRIMARY KEY, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

// A trial's person is recorded permanently, even if the account is deleted.
const TRIALS = `
  ALTER TABLE accounts ADD COLUMN trial_ends_at INTEGER;
  ALTER TABLE accounts ADD COLUMN trial_person TEXT;
  ALTER TABLE accounts ADD COLUMN trial_notice_at INTEGER;
  CREATE TABLE trials (person TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
`

const WEBHOOKS = `
  CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, url TEXT NOT NULL, filter TEXT NOT NULL,
    created_at INTEGER NOT NULL, disabled_at INTEGER, disabled_because TEXT, rotated_until INTEGER,
    announced INTEGER NOT NULL, secret TEXT NOT NULL, secret_before TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhooks_account ON webhooks (account);
  CREATE TABLE deliveries (
    id TEXT NOT NULL PRIMARY KEY, webhook TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER,
    turn INTEGER NOT NULL, content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deliveries_webhook ON deliveries (webhook, created_at);
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
`

// A signed address is a key that reads one query: the meter finds both with one lookup. Keys have none of these
// columns.
const SUBSCRIPTIONS = `
  ALTER TABLE keys ADD COLUMN list TEXT;
  ALTER TABLE keys ADD COLUMN format TEXT;
  ALTER TABLE keys ADD COLUMN query TEXT;
`

/** The migration from each version of the file to the next; only append. */
const STEPS = [ACCOUNTS, PEOPLE, TRIALS, WEBHOOKS, SUBSCRIPTIONS]
/** The version of the files that this release writes. */
export const STORE_VERSION = STEPS.length

/**
 * Opens the file, creates it and its folder if they are missing, and migrates a file of an earlier release. Several
 * processes may have it open.
 * @param waitMs how long to wait for another process's write; this process is blocked meanwhile
 * @throws Error when a later release wrote the file
 */
export function openDatabase(path: string, waitMs: number): Database.Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  // Only its owner can read a new file; the files that SQLite creates next to it inherit its permissions.
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const db = new Database(path, { timeout: waitMs })
  try {
    // A commit writes whole pages; small ones make it a third faster.
    db.pragma('page_size = 1024')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma('foreign_keys = ON')
    db.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`)
    // A log that grew because of another process's reader shrinks once all of it was moved.
    db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`)
    keepEarlier(db, path)
    db.transaction(() => {
      const version = db.pragma('user_version', { simple: true }) as number
      if (version > STEPS.length)
        throw new Error(`${path} was written by a later release (version ${version}); update the service.`)
      for (const step of STEPS.slice(version)) db.exec(step)
      if (version < STEPS.length) db.pragma(`user_version = ${STEPS.length}`)
    }).immediate()
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** Copies a file of an earlier release before migrating it, so that release can read the copy. */
function keepEarlier(db: Database.Database, path: string): void {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version === 0 || version >= STORE_VERSION) return
  copyInto(db, freeName(`${path}.version-${version}`))
}
