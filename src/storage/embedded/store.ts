import Database from 'better-sqlite3'
import { type Admission, StoreUnavailable } from '../../metering/admission.ts'
import type { TimeOf } from '../../metering/windows.ts'
import type { Store } from '../port.ts'
import { storeOf } from '../verbs.ts'
import { embeddedAccounts } from './accounts.ts'
import { checkpoints } from './checkpoints.ts'
import { embeddedDeliveries } from './deliveries.ts'
import { embeddedMeter, type Sitting } from './meter.ts'
import { embeddedPeople } from './people.ts'
import { openDatabase } from './schema.ts'
import { groupCommit } from './turns.ts'

// A write takes far less. Five requests behind a blocked one still finish in time; then the guard stops asking.
const WAIT_MS = 80

type Steps = { [Step: string]: (...args: never[]) => unknown }
type Promised<Each> = {
  [Step in keyof Each]: Each[Step] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}

/** Wraps operations of the driver, each in its own transaction. */
const stepsIn = <Each extends Steps>(transact: <Result>(work: () => Result) => Result, steps: Each): Promised<Each> =>
  Object.fromEntries(
    Object.entries(steps).map(([step, work]) => [step, async (...args: never[]) => transact(() => work(...args))]),
  ) as Promised<Each>

/**
 * The store in one SQLite file: durable across restarts, for the processes of one machine.
 * @param waitMs how long an operation waits for another process that writes; this process is blocked meanwhile
 * @param timeOf `store` if all callers use this machine's clock
 * @throws StoreUnavailable when the file cannot be opened
 */
export function openEmbedded(path: string, waitMs = WAIT_MS, timeOf: TimeOf = 'callers'): Store {
  const db = answering(() => openDatabase(path, waitMs))
  const accounts = embeddedAccounts(db)
  const people = embeddedPeople(db)
  const deliveries = embeddedDeliveries(db)
  const sit = embeddedMeter(db, timeOf)
  const { committed, close } = checkpoints(db, path)

  const writing = transaction(db, 'BEGIN IMMEDIATE', committed)
  const reading = transaction(db, 'BEGIN')
  const { join, flush } = groupCommit<Sitting>((works) =>
    writing(() => {
      const sitting = sit()
      works(sitting)
      sitting.end()
    }),
  )
  return storeOf({
    ...stepsIn(reading, { ...accounts.reads, ...people.reads, ...deliveries.reads }),
    ...stepsIn(writing, { ...accounts.writes, ...people.writes, ...deliveries.writes }),
    judge: (key, windows) => join((sitting) => sitting.judge(key, windows)),
    admit(key, cost, windows, token) {
      const deciding = join((sitting) => sitting.admit(key, cost, windows, token))
      return token === undefined ? (deciding as Promise<Admission>) : deciding.then(decided)
    },
    refund: (usage, cost) => join((sitting) => sitting.refund(usage, cost)),
    takeBack: (key, token) => join((sitting) => sitting.takeBack(key, token)),
    // A real write: reading works on a full or read-only disk, where no admission can be counted.
    ping: async () => writing(() => void db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`)),
    async close() {
      flush()
      await close()
      db.close()
    },
  })
}

/** An admission with a token, which may have been canceled. */
function decided(admission: Admission | null): Admission {
  if (admission === null) throw new StoreUnavailable('The admission was canceled before it was decided.')
  return admission
}

/** Runs work between a BEGIN of that kind and a COMMIT; rolls back if it throws. */
function transaction(db: Database.Database, beginning: 'BEGIN' | 'BEGIN IMMEDIATE', committed?: () => void) {
  const begin = db.prepare(beginning)
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  return <Result>(work: () => Result): Result => {
    const result = answering(() => {
      if (!db.open) throw new StoreUnavailable('The embedded store is closed.')
      begin.run()
      try {
        const made = work()
        commit.run()
        return made
      } catch (error) {
        if (db.inTransaction) rollback.run()
        throw error
      }
    })
    committed?.()
    return result
  }
}

// SQLite's message can contain a statement; its code, or that of the file system, is enough.
function answering<Result>(ask: () => Result): Result {
  try {
    return ask()
  } catch (error) {
    const isStoreError = error instanceof Database.SqliteError || (error instanceof Error && 'syscall' in error)
    if (isStoreError && 'code' in error) throw new StoreUnavailable(`The embedded store failed: ${error.code}.`)
    throw error
  }
}
