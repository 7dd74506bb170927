import Database from 'better-sqlite3'
import { StoreUnavailable } from '../../metering/admission.ts'
import type { Store } from '../port.ts'
import { usageReport } from '../usage.ts'
import { embeddedAlerts } from './alerts.ts'
import { embeddedLedger } from './ledger.ts'
import { embeddedMeter } from './meter.ts'
import { embeddedPeople } from './people.ts'
import { openDatabase } from './schema.ts'

// A write takes far less. Five requests behind a stuck one still end in the time of one, then the guard asks no more.
const WAIT_MS = 80

/**
 * The store in one SQLite file: durable across restarts, for the processes of one machine.
 * @param waitMs how long a verb waits for another process that writes; this process stands still meanwhile.
 * @throws StoreUnavailable when the file cannot be opened.
 */
export function openEmbedded(path: string, waitMs = WAIT_MS): Store {
  const db = answering(() => openDatabase(path, waitMs))
  const meter = embeddedMeter(db)
  const ledger = embeddedLedger(db)
  const notices = embeddedAlerts(db, ledger.rowOf)
  const people = embeddedPeople(db, ledger)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')

  const needsOpen = () => {
    if (!db.open) throw new StoreUnavailable('The embedded store is closed.')
  }
  const inTransaction = <Args extends unknown[], Result>(verb: (...args: Args) => Result) => {
    return async (...args: Args): Promise<Result> =>
      answering(() => {
        needsOpen()
        begin.run()
        try {
          const result = verb(...args)
          commit.run()
          return result
        } catch (error) {
          if (db.inTransaction) rollback.run()
          throw error
        }
      })
  }
  const reading = <Args extends unknown[], Result>(verb: (...args: Args) => Result) => {
    const read = db.transaction((args: Args) => verb(...args))
    return async (...args: Args): Promise<Result> =>
      answering(() => {
        needsOpen()
        return read(args)
      })
  }

  return {
    admit: inTransaction(meter.admit),
    refund: inTransaction(meter.refund),
    createAccount: inTransaction(ledger.createAccount),
    account: reading(ledger.account),
    accounts: reading(ledger.accounts),
    setPlan: inTransaction(ledger.setPlan),
    suspend: inTransaction(ledger.suspend),
    resume: inTransaction(ledger.resume),
    members: reading(ledger.members),
    addMember: inTransaction(ledger.addMember),
    setRole: inTransaction(ledger.setRole),
    removeMember: inTransaction(ledger.removeMember),
    createKey: inTransaction(ledger.createKey),
    keys: reading(ledger.keys),
    revokeKey: inTransaction(ledger.revokeKey),
    rotateKey: inTransaction(ledger.rotateKey),
    usage: reading((accountId, windows) => usageReport(ledger.record(accountId), windows)),
    claimAlerts: inTransaction(notices.claimAlerts),
    settleAlert: inTransaction(notices.settleAlert),
    keepLink: inTransaction(people.keepLink),
    takeLink: inTransaction(people.takeLink),
    openSession: inTransaction(people.openSession),
    session: inTransaction(people.session),
    sessions: reading(people.sessions),
    endSession: inTransaction(people.endSession),
    endSessions: inTransaction(people.endSessions),
    memberships: reading(people.memberships),
    invitationsOf: reading(people.invitationsOf),
    welcome: inTransaction(people.welcome),
    invitations: reading(people.invitations),
    invite: inTransaction(people.invite),
    withdrawInvitation: inTransaction(people.withdrawInvitation),
    rename: inTransaction(people.rename),
    trail: reading(people.trail),
    bill: inTransaction(people.bill),
    ping: reading(() => void db.pragma('user_version')),
    close: async () => void db.close(),
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
