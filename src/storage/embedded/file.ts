import * as fs from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { flush } from '../../files/files.ts'
import { onceEach } from '../../rules/once.ts'
import type { Change, Changes } from '../port.ts'
import { EARLIER_VERSION, readEarlier } from './earlier.ts'

type Db = Database.Database

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

/** The statements of each change. If the last one of a change with a condition changes no row, the condition is not met. */
const STATEMENTS: { [Kind in keyof Changes]: string[] } = {
  addAccount: [
    `INSERT OR IGNORE INTO meters (account, meter) VALUES (@id, @meter)`,
    `INSERT OR IGNORE INTO accounts (id, version, document, summary) VALUES (@id, 1, @document, @summary)`,
  ],
  changeAccount: [
    `UPDATE accounts SET version = version + 1, document = @document, summary = @summary
     WHERE id = @id AND version = @version`,
  ],
  removeAccount: [
    `DELETE FROM meters WHERE account = @id`,
    `DELETE FROM trail WHERE account = @id`,
    `DELETE FROM accounts WHERE id = @id AND version = @version`,
  ],
  addKey: [
    `INSERT OR IGNORE INTO keys (hash, account, access, last_minute) VALUES (@hash, @account, @access, @lastMinute)`,
  ],
  changeKey: [`UPDATE keys SET access = @access WHERE hash = @hash`],
  removeKey: [`DELETE FROM keys WHERE hash = @hash`],
  addTerm: [`INSERT OR IGNORE INTO terms (term, account) VALUES (@term, @account)`],
  addFirstTerm: [
    `INSERT INTO terms (term, account) SELECT @term, @account WHERE NOT EXISTS (SELECT 1 FROM terms WHERE term = @term)`,
  ],
  removeTerm: [`DELETE FROM terms WHERE term = @term AND account = @account`],
  addEntry: [`INSERT INTO trail (account, number, entry) VALUES (@account, @number, @entry)`],
  addItem: [
    `DELETE FROM items WHERE kind = @kind AND expires_at <= @createdAt`,
    `INSERT OR IGNORE INTO items (kind, id, owner, created_at, expires_at, due_at, turn, item)
     VALUES (@kind, @id, @owner, @createdAt, @createdAt + @keptMs, @dueAt, @turn, @item)`,
  ],
  replaceItem: [
    `UPDATE items SET due_at = @dueAt, turn = @turn, item = @item WHERE kind = @kind AND id = @id AND turn = @turn - 1`,
  ],
  removeItem: [`DELETE FROM items WHERE kind = @kind AND id = @id`],
}
const UNCONDITIONAL: ReadonlySet<keyof Changes> = new Set(['changeKey', 'removeKey', 'addTerm', 'removeTerm'])

/** Makes changes inside a transaction. False if a condition is not met; then the transaction must be rolled back. */
export const makeChanges = ({ prepare }: Pick<OpenFile, 'prepare'>, changes: readonly Change[]): boolean =>
  changes.every(([kind, row]) => {
    const values = 'content' in row ? { ...row, item: JSON.stringify(row) } : row
    const changed = STATEMENTS[kind].map((sql) => prepare(sql).run(values).changes)
    return UNCONDITIONAL.has(kind) || changed.at(-1) !== 0
  })

/** The version of the files that this release writes. */
const STORE_VERSION = 6

// Opening waits for another process that migrates the file. Once open, nothing in this process waits for a lock.
const OPEN_WAIT_MS = 5_000
/** How much of the write-ahead log's file is kept when the log restarts. */
const LOG_BYTES_KEPT = 4 * 1024 * 1024

/**
 * Opens the file, creates it and its folder if they are missing, and migrates a file of an earlier release, which is copied
 * first. Several processes may have it open.
 * @throws Error when a later release wrote the file
 */
export function openFile(path: string) {
  fs.mkdirSync(dirname(path), { recursive: true })
  // Only its owner can read a new file; the files that SQLite creates next to it inherit its permissions.
  if (!fs.existsSync(path)) fs.closeSync(fs.openSync(path, 'a', 0o600))
  const db = new Database(path, { timeout: OPEN_WAIT_MS })
  const file = {
    db,
    /** Statements are prepared once. */
    prepare: onceEach((sql: string) => db.prepare(sql)),
    /** Those of one column of text. */
    texts: onceEach((sql: string) => db.prepare<unknown[], string>(sql).pluck()),
    /** Rows as lists of values, which are read faster than objects. */
    lists: onceEach((sql: string) => db.prepare(sql).raw()),
    begin: db.transaction((work: () => unknown) => work()),
  }
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // What is deleted, such as an email address, must not remain in free pages.
    db.pragma('secure_delete = ON')
    // A log that grew because of another process's reader shrinks once all of it was moved into the file.
    db.pragma(`journal_size_limit = ${LOG_BYTES_KEPT}`)
    file.begin.immediate(() => migrate(file, path))
    db.pragma('busy_timeout = 0')
  } catch (error) {
    db.close()
    throw error
  }
  return file
}
export type OpenFile = ReturnType<typeof openFile>

/** Called inside a transaction. */
function migrate(file: OpenFile, path: string): void {
  const { db } = file
  const version = readVersion(db, path)
  if (version === STORE_VERSION) return
  if (version > 0 && version < EARLIER_VERSION) {
    throw new Error(`${path} has the format of a release before 1.0 (version ${version}), which cannot be read.`)
  }
  const isEarlier = version === EARLIER_VERSION
  // No other process can write until the migration is done, so that the copy lacks nothing.
  if (isEarlier) withDatabase(path, {}, (reader) => copyInto(reader, findFreeName(`${path}.version-${version}`)))
  const earlier = isEarlier ? readEarlier(db) : []
  db.exec(TABLES)
  for (const changes of earlier) {
    if (!makeChanges(file, changes))
      throw new Error(`${path} has two accounts, keys or items of one id; nothing was changed.`)
  }
  db.pragma(`user_version = ${STORE_VERSION}`)
}

/** @throws Error when a later release wrote the file */
function readVersion(db: Db, name: string): number {
  const version = db.pragma('user_version', { simple: true }) as number
  if (version <= STORE_VERSION) return version
  throw new Error(`${name} was written by a later release (version ${version}); update the service.`)
}

/**
 * Copies the embedded store, as of one moment, into a file while it is in use, including what is still in the
 * write-ahead log. The copy is checked before it gets its name.
 * @throws Error when there is no store, or a file of that name exists
 */
export function backUp(path: string, file: string) {
  if (!fs.existsSync(path)) throw new Error(`There is no store at ${path}: set STORE_PATH to its file.`)
  if (fs.existsSync(file)) throw new Error(`${file} already exists: choose another name, so that no backup is lost.`)
  return place(file, file, (draft) => withDatabase(path, {}, (db) => copyInto(db, draft)))
}

/**
 * Replaces the embedded store with a backup. The old store stays next to it under another name.
 * @returns the backup, and the location of the old store; null if there was none
 * @throws Error when the file is not a complete backup, was written by a later release, or the store is in use
 */
export function restore(path: string, file: string) {
  if (!fs.existsSync(file)) throw new Error(`${file} does not exist.`)
  const before = fs.existsSync(path) ? findFreeName(`${path}.before-restore`) : null
  const makeDraft = (draft: string): void => {
    // A copy made by hand may have a log next to it.
    for (const suffix of ['', '-wal'].filter((each) => fs.existsSync(file + each))) {
      fs.copyFileSync(file + suffix, draft + suffix)
      fs.chmodSync(draft + suffix, 0o600)
    }
  }
  const backup = place(path, file, makeDraft, () => {
    if (before === null) return
    settle(path)
    fs.renameSync(path, before)
  })
  return { ...backup, before }
}

export type Backup = ReturnType<typeof backUp>

/** Makes a copy of a store beside a file, whose name it gets once it was checked. @param name how errors refer to the copy */
function place(file: string, name: string, makeDraft: (draft: string) => void, makeWay = () => {}) {
  const draft = `${file}.${process.pid}.draft`
  try {
    makeDraft(draft)
    const accounts = checkBackup(draft, name)
    flush(draft)
    makeWay()
    fs.renameSync(draft, file)
    flush(dirname(file))
    return { file: name, bytes: fs.statSync(file).size, accounts }
  } finally {
    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(draft + suffix, { force: true })
  }
}

/** Moves everything in the write-ahead log into the file, which only the last user of a store can do. */
function settle(path: string): void {
  try {
    withDatabase(path, { timeout: 0 }, (db) => {
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('journal_mode = DELETE')
    })
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error
    throw new Error(`${path} is in use: stop the service, restore, and start it again. Nothing was changed.`)
  }
}

/**
 * The number of accounts in a complete copy of a store. Leaves it as one file without a log.
 * @param name how errors refer to the copy
 * @throws Error that says what is wrong with it
 */
function checkBackup(copy: string, name: string): number {
  try {
    return withDatabase(copy, {}, (db) => {
      db.pragma('journal_mode = DELETE')
      if (readVersion(db, name) === 0 || db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
        throw new Error(`${name} is not a complete copy of a store.`)
      }
      return db.prepare<[], number>('SELECT count(*) FROM accounts').pluck().get() ?? 0
    })
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    throw new Error(`${name} is not a complete copy of a store: ${error.code}.`)
  }
}

function withDatabase<Result>(path: string, options: Database.Options, work: (db: Db) => Result): Result {
  const db = new Database(path, { fileMustExist: true, ...options })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/**
 * Copies a database, as of one moment, into a new file while others read and write it. The copy is complete by itself,
 * on disk, and readable only by its owner.
 */
function copyInto(db: Db, file: string): void {
  // Created first, so other users cannot read it while it is written.
  fs.closeSync(fs.openSync(file, 'wx', 0o600))
  try {
    db.prepare('VACUUM INTO ?').run(file)
    flush(file)
  } catch (error) {
    fs.rmSync(file, { force: true })
    throw error
  }
}

/** The name itself, or the first one with a number appended that is not taken. */
function findFreeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}.${number}`
    if (!fs.existsSync(candidate)) return candidate
  }
}
