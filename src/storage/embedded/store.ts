import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { StoreUnavailable } from '../../metering/admission.ts'
import { type AccountMeter, decide, refundMeter } from '../../metering/decide.ts'
import type { Stopwatch } from '../../metering/outage.ts'
import { orNull } from '../../rules/once.ts'
import type { AccountRow, Driver, Store, StoredAccess } from '../port.ts'
import { createStore } from '../verbs.ts'
import { makeChanges, type OpenFile, openFile } from './file.ts'

/** How long an operation waits for another process that writes. */
const BUSY_WAIT_MS = 100

/**
 * The store in one SQLite file: durable across restarts, for the processes of one machine. A file that cannot be opened is
 * retried once a second; a file that replaced the previous one is opened; a deleted file makes the store unavailable,
 * because writes to it would be lost. The file is created at most once, at the start.
 * Its callers are on this machine, so their clock is its own.
 * @throws Error when a later release wrote the file
 */
export const openEmbedded = (path: string, stopwatch?: Stopwatch): Store => createStore(openDriver(path, stopwatch))

/** @throws Error when a later release wrote the file */
export function openDriver(path: string, stopwatch: Stopwatch = () => performance.now()): Driver {
  const { getFile, close } = keepOpen(path, stopwatch)
  /** Runs work in one transaction, `immediate` if it writes. */
  const run = <Result>(mode: 'deferred' | 'immediate', work: (file: OpenFile) => Result): Promise<Result> =>
    whenFree(() => {
      const file = getFile()
      return file.begin[mode](() => work(file)) as Result
    })
  const read = <Result>(work: (file: OpenFile) => Result) => run('deferred', work)
  const write = <Result>(work: (file: OpenFile) => Result) => run('immediate', work)
  const readTexts = (sql: string, ...values: unknown[]) => read(({ texts }) => texts(sql).all(...values))

  return {
    findKey: (hash) => read(({ texts }) => texts(`SELECT access FROM keys WHERE hash = ?`).get(hash) ?? null),
    findAccounts: (term) => readTexts(`SELECT account FROM terms WHERE term = ?`, term),
    readAccounts: (ids) =>
      read(({ prepare }) => {
        const account = prepare(
          `SELECT version, document, meter, (
             SELECT json_group_object(hash, last_minute) FROM keys WHERE account = id AND last_minute IS NOT NULL
           ) AS lastUsed FROM accounts JOIN meters ON account = id WHERE id = ?`,
        )
        return ids.flatMap((id) => {
          const row = account.get(id) as (AccountRow & { lastUsed: string }) | undefined
          return row ? [{ ...row, lastUsed: JSON.parse(row.lastUsed) }] : []
        })
      }),
    readSummaries: () => readTexts(`SELECT summary FROM accounts`),
    readTrail: (...trail) =>
      readTexts(`SELECT entry FROM trail WHERE account = ? AND number BETWEEN ? AND ? ORDER BY number`, ...trail),
    findItems: (kind, by, value, limit) =>
      readTexts(`SELECT item FROM items WHERE kind = ? AND ${ITEMS[by]}`, kind, value, limit),

    async write(changes) {
      try {
        await write((file) => {
          if (!makeChanges(file, changes)) throw new Stale()
        })
      } catch (error) {
        if (error instanceof Stale) return false
        throw error
      }
      // The log still has what was removed. While another process reads it, a later checkpoint removes it.
      if (changes.some(([kind]) => kind === 'removeItem' || kind === 'removeAccount')) {
        getFile().db.pragma('wal_checkpoint(TRUNCATE)')
      }
      return true
    },
    admit: (hash, cost, windows) =>
      write((file) => {
        const row = file.lists(CALLER).get(hash) as [string, string, number | null, string] | undefined
        if (!row) return { verdict: 'unknown' }
        const [account, access, lastMinute, stored] = row
        const { keyId, phases }: StoredAccess = JSON.parse(access)
        const { admission, meter } = decide({ accountId: account, keyId, phases }, JSON.parse(stored), cost, windows)
        if (meter) setMeter(file, account, meter)
        if (admission.verdict === 'admitted' && lastMinute !== admission.usage.minute) {
          file.prepare(`UPDATE keys SET last_minute = ? WHERE hash = ?`).run(admission.usage.minute, hash)
        }
        return admission
      }),
    refund: ({ accountId, month }, cost) =>
      write((file) => {
        const text = file.texts(METER).get(accountId)
        const meter = text === undefined ? null : refundMeter(JSON.parse(text), month, cost)
        if (meter) setMeter(file, accountId, meter)
      }),
    // A real write: reading works on a full or read-only disk, where no admission can be counted.
    ping: () =>
      write(({ db }) => {
        db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`)
        return Date.now()
      }),
    close,
  }
}

// Without the plus, SQLite would plan the join again for each hash.
const CALLER = `SELECT account, access, last_minute, meter FROM keys JOIN meters USING (account) WHERE hash = +?`
const METER = `SELECT meter FROM meters WHERE account = ?`
const setMeter = ({ prepare }: OpenFile, account: string, meter: AccountMeter) =>
  prepare(`UPDATE meters SET meter = ? WHERE account = ?`).run(JSON.stringify(meter), account)

const ITEMS = {
  id: 'id = ? LIMIT ?',
  owner: 'owner = ? ORDER BY created_at DESC, id LIMIT ?',
  due: 'due_at <= ? ORDER BY due_at, id LIMIT ?',
}

/** A condition of a change is not met. */
class Stale extends Error {}

/** The file at a path, opened again when it was replaced. @throws Error when a later release wrote the file */
function keepOpen(path: string, stopwatch: Stopwatch) {
  let opened: (OpenFile & { identity: string | null }) | null = null
  let failure: Error | null = null
  let mayCreate = true
  let checkAgainAt = 0

  function check(): void {
    checkAgainAt = stopwatch() + 1_000
    const identity = readIdentity(path)
    if (opened?.identity === identity) return
    close()
    try {
      if (identity === null && !mayCreate) throw new StoreUnavailable('The file of the embedded store was deleted.')
      opened = { ...openFile(path), identity: readIdentity(path) }
      mayCreate = false
    } catch (error) {
      failure = toUnavailable(error)
    }
  }
  function close(): void {
    opened?.db.close()
    opened = null
  }

  check()
  if (failure !== null && !((failure as Error) instanceof StoreUnavailable)) throw failure
  return {
    /** @throws StoreUnavailable */
    getFile(): OpenFile {
      if (stopwatch() >= checkAgainAt) check()
      if (opened) return opened
      throw new StoreUnavailable(failure?.message ?? 'The embedded store is closed.')
    },
    async close() {
      close()
      failure = null
      checkAgainAt = Number.POSITIVE_INFINITY
    },
  }
}

function readIdentity(path: string): string | null {
  const stats = orNull(() => statSync(path))
  return stats && `${stats.dev} ${stats.ino}`
}

/**
 * Runs work as soon as no other process has the file locked. This process does other work in between: a lock that SQLite
 * itself waits for would block every request.
 */
async function whenFree<Result>(work: () => Result): Promise<Result> {
  const end = performance.now() + BUSY_WAIT_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() >= end) throw toUnavailable(error)
    }
    await setTimeout(5)
  }
}

// SQLite's message can contain a statement; its code, or that of the file system, is enough.
function toUnavailable(error: unknown): Error {
  const isStoreError = error instanceof Database.SqliteError || (error instanceof Error && 'syscall' in error)
  if (isStoreError && 'code' in error) return new StoreUnavailable(`The embedded store failed: ${error.code}.`)
  return error as Error
}
