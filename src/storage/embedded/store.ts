import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Admission, type Cost, StoreUnavailable, type Usage } from '../../metering/admission.ts'
import { type AccountMeter, decide, refunded } from '../../metering/decide.ts'
import type { KeyHash } from '../../metering/keys.ts'
import { type TimeOf, type Windows, windowsAt } from '../../metering/windows.ts'
import { ALL } from '../documents.ts'
import type { Item, ItemKind } from '../items.ts'
import type { AccountRow, AccountWrite, Driver, Store, StoredAccess } from '../port.ts'
import { createStore } from '../verbs.ts'
import { openDatabase } from './schema.ts'
import { prepareWrites } from './writes.ts'

/** How long an operation waits for another process that writes. */
const BUSY_WAIT_MS = 100
const BUSY_RETRY_MS = 5

type Steps = { [Step: string]: (...args: never[]) => unknown }
type Promised<Each> = {
  [Step in keyof Each]: Each[Step] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/**
 * The store in one SQLite file: durable across restarts, for the processes of one machine.
 * @param timeOf `store` for the clock of this machine
 * @throws StoreUnavailable when the file cannot be opened
 */
export const openEmbedded = (path: string, timeOf: TimeOf = 'callers'): Store => createStore(openDriver(path, timeOf))

/** @throws StoreUnavailable when the file cannot be opened */
export function openDriver(path: string, timeOf: TimeOf): Driver {
  const db = available(() => openDatabase(path))
  const begin = db.transaction((work: () => unknown) => work())
  /** Makes each step one transaction, `immediate` if it writes. */
  const transactions = <Each extends Steps>(mode: 'deferred' | 'immediate', steps: Each): Promised<Each> =>
    Object.fromEntries(
      Object.entries(steps).map(([name, step]) => [
        name,
        (...args: never[]) => whenFree(db, () => begin[mode](() => step(...args))),
      ]),
    ) as Promised<Each>
  const driver: Driver = {
    ...transactions('deferred', prepareReads(db, timeOf)),
    ...transactions('immediate', { ...prepareMeter(db, timeOf), ...prepareChanges(db) }),
    close: async () => void db.close(),
  }
  /** The log still has what was removed. While another process reads it, a later checkpoint removes it. */
  const forgotten = (isRemoved: boolean): boolean => {
    if (isRemoved) db.pragma('wal_checkpoint(TRUNCATE)')
    return isRemoved
  }
  return {
    ...driver,
    removeItem: async (item) => forgotten(await driver.removeItem(item)),
    remove: async (removal) => forgotten(await driver.remove(removal)),
  }
}

function prepareReads(db: Database.Database, timeOf: TimeOf) {
  const access = db.prepare<[string], string>(`SELECT access FROM keys WHERE hash = ?`).pluck()
  const found = db.prepare<[string], string>(`SELECT account FROM terms WHERE term = ?`).pluck()
  const some = db.prepare<[string], string>(`SELECT account FROM terms WHERE term = ? LIMIT 1`).pluck()
  const account = db.prepare<[string], Omit<AccountRow, 'lastUsed'>>(
    `SELECT version, document, meter FROM accounts JOIN meters ON account = id WHERE id = ?`,
  )
  const lastUsed = db
    .prepare<[string], [string, number]>(
      `SELECT hash, last_minute FROM keys WHERE account = ? AND last_minute IS NOT NULL`,
    )
    .raw()
  const summaries = db.prepare<[], string>(`SELECT summary FROM accounts`).pluck()
  const trail = db
    .prepare<[string, number, number], string>(
      `SELECT entry FROM trail WHERE account = ? AND number BETWEEN ? AND ? ORDER BY number`,
    )
    .pluck()
  const selectItems = (rest: string) =>
    db.prepare<(string | number)[], string>(`SELECT item FROM items ${rest}`).pluck()
  const item = selectItems('WHERE kind = ? AND id = ?')
  const owned = selectItems('WHERE kind = ? AND owner = ? ORDER BY created_at DESC, id LIMIT ?')
  const due = selectItems('WHERE kind = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?')
  const parse = (text: string): Item => JSON.parse(text)

  return {
    isEmpty: (): boolean => some.get(ALL) === undefined,
    findKey(hash: KeyHash) {
      const text = access.get(hash)
      return text === undefined ? null : { access: text, now: timeOf === 'store' ? Date.now() : null }
    },
    findAccounts: (term: string): string[] => found.all(term),
    readAccounts: (ids: readonly string[]): AccountRow[] =>
      ids.flatMap((id) => {
        const row = account.get(id)
        return row ? [{ ...row, lastUsed: new Map(lastUsed.all(id)) }] : []
      }),
    readSummaries: (): string[] => summaries.all(),
    readTrail: (accountId: string, first: number, last: number): string[] => trail.all(accountId, first, last),
    findItem(kind: ItemKind, id: string): Item | null {
      const text = item.get(kind, id)
      return text === undefined ? null : parse(text)
    },
    listItems: (kind: ItemKind, owner: string, limit: number): Item[] => owned.all(kind, owner, limit).map(parse),
    findDue: (kind: ItemKind, now: number, limit: number): Item[] => due.all(kind, now, limit).map(parse),
  }
}

function prepareMeter(db: Database.Database, timeOf: TimeOf) {
  // Two look-ups and not a join, which SQLite would plan again for each value.
  const key = db
    .prepare<[string], [accountId: string, access: string, lastMinute: number | null]>(
      `SELECT account, access, last_minute FROM keys WHERE hash = ?`,
    )
    .raw()
  const meterStatement = db.prepare<[string], string>(`SELECT meter FROM meters WHERE account = ?`).pluck()
  const setMeter = db.prepare(`UPDATE meters SET meter = ? WHERE account = ?`)
  const setLastUse = db.prepare(`UPDATE keys SET last_minute = ? WHERE hash = ?`)

  return {
    admit(hash: KeyHash, cost: Cost, windows: Windows): Admission {
      const found = key.get(hash)
      if (!found) return { verdict: 'unknown' }
      const [accountId, access, lastMinute] = found
      const { keyId, phases }: StoredAccess = JSON.parse(access)
      const stored: AccountMeter = JSON.parse(meterStatement.get(accountId) as string)
      // Read inside of the transaction, so that no process counts in a minute that another one has already left.
      const now = timeOf === 'store' ? windowsAt(Date.now()) : windows
      const { admission, meter } = decide({ accountId, keyId, phases }, stored, cost, now)
      if (meter) setMeter.run(JSON.stringify(meter), accountId)
      if (admission.verdict === 'admitted' && lastMinute !== admission.usage.minute) {
        setLastUse.run(admission.usage.minute, hash)
      }
      return admission
    },
    refund({ accountId, month }: Usage, cost: Cost): void {
      const text = meterStatement.get(accountId)
      const meter: AccountMeter | null = text === undefined ? null : refunded(JSON.parse(text), month, cost)
      if (meter) setMeter.run(JSON.stringify(meter), accountId)
    },
    // A real write: reading works on a full or read-only disk, where no admission can be counted.
    ping(): number {
      db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`)
      return Date.now()
    },
  }
}

function prepareChanges(db: Database.Database) {
  const { addItem, writeAccount } = prepareWrites(db)
  const replace = db.prepare(
    `UPDATE items SET due_at = @dueAt, turn = @turn, item = @item WHERE kind = @kind AND id = @id AND turn = @before`,
  )
  const removeItem = db.prepare(`DELETE FROM items WHERE kind = ? AND id = ?`)
  const removeAccount = db.prepare(`DELETE FROM accounts WHERE id = ? AND version = ?`)
  const removeRest = ['meters', 'keys', 'trail'].map((table) => db.prepare(`DELETE FROM ${table} WHERE account = ?`))
  const removeTerm = db.prepare(`DELETE FROM terms WHERE term = ? AND account = ?`)
  return {
    write: (write: AccountWrite): boolean => writeAccount(write),
    remove({ id, loaded, terms }: Parameters<Driver['remove']>[0]): boolean {
      if (removeAccount.run(id, loaded).changes === 0) return false
      for (const statement of removeRest) statement.run(id)
      for (const term of terms.drop) removeTerm.run(term, id)
      return true
    },
    addItems: (items: readonly Item[]): void => items.forEach(addItem),
    replaceItem: (before: Item, after: Item): boolean => {
      const { kind, id, dueAt, turn } = after
      return replace.run({ kind, id, dueAt, turn, item: JSON.stringify(after), before: before.turn }).changes > 0
    },
    removeItem: ({ kind, id }: Item): boolean => removeItem.run(kind, id).changes > 0,
  }
}

/**
 * Runs work as soon as no other process has the file locked. This process does other work in between: a lock that SQLite
 * itself waits for would block every request.
 */
async function whenFree<Result>(db: Database.Database, work: () => Result): Promise<Result> {
  const end = performance.now() + BUSY_WAIT_MS
  for (;;) {
    try {
      if (!db.open) throw new StoreUnavailable('The embedded store is closed.')
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw toUnavailable(error)
    }
    await setTimeout(BUSY_RETRY_MS)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

function available<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toUnavailable(error)
  }
}

// SQLite's message can contain a statement; its code, or that of the file system, is enough.
function toUnavailable(error: unknown): unknown {
  const isStoreError = error instanceof Database.SqliteError || (error instanceof Error && 'syscall' in error)
  return isStoreError && 'code' in error ? new StoreUnavailable(`The embedded store failed: ${error.code}.`) : error
}
