import Database from 'better-sqlite3'
import { StoreUnavailable } from '../../metering/admission.ts'
import type { Driver, Store } from '../port.ts'
import { storeOf } from '../verbs.ts'
import { embeddedAccounts } from './accounts.ts'
import { checkpoints } from './checkpoints.ts'
import { embeddedMeter, type Sitting } from './meter.ts'
import { embeddedPeople } from './people.ts'
import { openDatabase } from './schema.ts'
import { groupCommit } from './turns.ts'

// A write takes far less. Five requests behind a stuck one still end in the time of one, then the guard asks no more.
const WAIT_MS = 80

type Steps = Omit<Driver, 'admit' | 'refund' | 'ping' | 'close'>

/** Which transaction each step of the driver runs in. */
const STEPS = {
  find: 'reading',
  load: 'reading',
  entries: 'reading',
  knowsEvent: 'reading',
  link: 'reading',
  sessionsBy: 'reading',
  save: 'writing',
  saveAlert: 'writing',
  addLink: 'writing',
  removeLink: 'writing',
  addSession: 'writing',
  touchSession: 'writing',
  removeSessions: 'writing',
} as const satisfies Record<keyof Steps, 'reading' | 'writing'>

/** The steps, answered at once. */
type AtOnce = {
  [Step in keyof Steps]: Steps[Step] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never
}

/**
 * The store in one SQLite file: durable across restarts, for the processes of one machine.
 * @param waitMs how long a step waits for another process that writes; this process stands still meanwhile.
 * @throws StoreUnavailable when the file cannot be opened.
 */
export function openEmbedded(path: string, waitMs = WAIT_MS): Store {
  const db = answering(() => openDatabase(path, waitMs))
  const steps: AtOnce = { ...embeddedAccounts(db), ...embeddedPeople(db) }
  const sit = embeddedMeter(db)
  const { committed, close } = checkpoints(db, path)

  const writing = transaction(db, 'BEGIN IMMEDIATE', committed)
  const transactions = { reading: transaction(db, 'BEGIN'), writing }
  const { join, flush } = groupCommit<Sitting>((works) =>
    writing(() => {
      const sitting = sit()
      works(sitting)
      sitting.end()
    }),
  )
  const driver = Object.fromEntries(
    Object.entries(STEPS).map(([step, kind]) => {
      const work = steps[step as keyof Steps] as (...args: unknown[]) => unknown
      return [step, async (...args: unknown[]) => transactions[kind](() => work(...args))]
    }),
  ) as unknown as Steps

  return storeOf({
    ...driver,
    admit: (key, cost, windows) => join((sitting) => sitting.admit(key, cost, windows)),
    refund: (usage, cost) => join((sitting) => sitting.refund(usage, cost)),
    ping: async () => transactions.reading(() => void db.pragma('user_version')),
    async close() {
      flush()
      await close()
      db.close()
    },
  })
}

/** Runs a work between a beginning of that kind and a commit; rolls back when it throws. */
function transaction(db: Database.Database, beginning: 'BEGIN' | 'BEGIN IMMEDIATE', committed?: () => void) {
  const [begin, commit, rollback] = [beginning, 'COMMIT', 'ROLLBACK'].map((sql) => db.prepare(sql)) as [
    Database.Statement,
    Database.Statement,
    Database.Statement,
  ]
  const run = <Result>(work: () => Result): Result =>
    answering(() => {
      if (!db.open) throw new StoreUnavailable('The embedded store is closed.')
      begin.run()
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        if (db.inTransaction) rollback.run()
        throw error
      }
    })
  return <Result>(work: () => Result): Result => {
    const result = run(work)
    committed?.()
    return result
  }
}

// SQLite's own message can name a statement; its code says enough.
function answering<Result>(ask: () => Result): Result {
  try {
    return ask()
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new StoreUnavailable(`The embedded store failed: ${error.code}.`)
    throw error
  }
}
