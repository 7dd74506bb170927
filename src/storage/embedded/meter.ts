import type Database from 'better-sqlite3'
import type { Admission, Cost, Usage } from '../../metering/admission.ts'
import { type Counts, decide, type Standing } from '../../metering/decide.ts'
import type { KeyHash } from '../../metering/keys.ts'
import type { Windows } from '../../metering/windows.ts'

type KeyRow = [
  row: number,
  account: number,
  id: string,
  revokedAt: number | null,
  expiresAt: number | null,
  lastMinute: number | null,
]
type AccountRow = [
  id: string,
  plan: string,
  suspended: number,
  minute: number,
  minuteUsed: number,
  month: string,
  monthUsed: number,
  answersUsed: number,
  notified: number,
]

/** A key that one transaction works on, with the account that it shares with other keys. */
interface KeyHeld {
  row: number
  lastMinute: number | null
  standing: Pick<Standing, 'keyId' | 'revokedAt' | 'expiresAt'>
  account: AccountHeld
}
interface AccountHeld {
  row: number
  standing: Omit<Standing, 'keyId' | 'revokedAt' | 'expiresAt'>
  isChanged: boolean
}

/** Decisions of one transaction. */
export interface Sitting {
  admit(key: KeyHash, cost: Cost, windows: Windows): Admission
  refund(usage: Usage, cost: Cost): void
  /** Writes the figures; called before the commit. */
  end(): void
}

/**
 * The meter on SQLite. However many requests a transaction decides about, it reads each key and each account once and
 * writes each account once.
 */
export function embeddedMeter(db: Database.Database): () => Sitting {
  // Two look-ups by unique key, read as arrays, take half the time of one join read as an object.
  const findKey = db
    .prepare<[string], KeyRow>(`SELECT row, account, id, revoked_at, expires_at, last_minute FROM keys WHERE hash = ?`)
    .raw()
  const findAccount = db
    .prepare<[number], AccountRow>(
      `SELECT id, plan, suspended, minute, minute_used, month, month_used, answers_used, notified
       FROM accounts WHERE row = ?`,
    )
    .raw()
  const writeCounts = db.prepare(
    `UPDATE accounts SET minute = ?, minute_used = ?, month = ?, month_used = ?, answers_used = ?, notified = ? WHERE row = ?`,
  )
  const writeMonth = db.prepare(`INSERT INTO months (account, month, requests, answers) VALUES (?, ?, ?, ?)`)
  const writeLastUse = db.prepare(`UPDATE keys SET last_minute = ? WHERE row = ?`)
  const writeAlert = db.prepare(
    `INSERT INTO notices (account, month, meter, threshold, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const refundMonth = db.prepare(
    `UPDATE accounts SET month_used = max(0, month_used - ?), answers_used = max(0, answers_used - ?)
     WHERE id = ? AND month = ?`,
  )
  const refundPast = db.prepare(
    `UPDATE months SET requests = max(0, requests - ?), answers = max(0, answers - ?)
     WHERE account = (SELECT row FROM accounts WHERE id = ?) AND month = ?`,
  )

  return () => {
    const keys = new Map<KeyHash, KeyHeld | null>()
    const accounts = new Map<number, AccountHeld>()

    const accountHeld = (row: number): AccountHeld | null => {
      const known = accounts.get(row)
      if (known) return known
      const found = findAccount.get(row)
      if (!found) return null
      const held = { row, standing: standingOf(found), isChanged: false }
      accounts.set(row, held)
      return held
    }
    const keyHeld = (key: KeyHash): KeyHeld | null => {
      const known = keys.get(key)
      if (known !== undefined) return known
      const found = findKey.get(key)
      const account = found ? accountHeld(found[1]) : null
      const held = found && account ? { ...keyOf(found), account } : null
      keys.set(key, held)
      return held
    }
    const end = (): void => {
      for (const { row, standing, isChanged } of accounts.values()) {
        if (!isChanged) continue
        const { minute, minuteUsed, month, monthUsed, answersUsed, notified } = standing
        writeCounts.run(minute, minuteUsed, month, monthUsed, answersUsed, notified, row)
      }
      accounts.clear()
      keys.clear()
    }

    return {
      admit(key, cost, windows) {
        const held = keyHeld(key)
        if (!held) return { verdict: 'unknown' }
        const { account } = held
        const { admission, counts, crossed } = decide({ ...account.standing, ...held.standing }, cost, windows)
        if (!counts) return admission
        const { month, monthUsed, answersUsed } = account.standing
        if (month && month !== counts.month) writeMonth.run(account.row, month, monthUsed, answersUsed)
        account.standing = { ...account.standing, ...counts }
        account.isChanged = true
        if (admission.verdict === 'admitted' && held.lastMinute !== counts.minute) {
          writeLastUse.run(counts.minute, held.row)
          held.lastMinute = counts.minute
        }
        for (const { meter, threshold } of crossed) {
          writeAlert.run(account.row, counts.month, meter, threshold, windows.now, windows.now)
        }
        return admission
      },
      refund(usage, cost) {
        // What was decided so far is written first, so that the figures in the file are the latest.
        end()
        const bound = [cost.month, cost.answer, usage.accountId, usage.month]
        if (refundMonth.run(...bound).changes === 0) refundPast.run(...bound)
      },
      end,
    }
  }
}

const keyOf = ([row, , keyId, revokedAt, expiresAt, lastMinute]: KeyRow): Omit<KeyHeld, 'account'> => ({
  row,
  lastMinute,
  standing: { keyId, revokedAt, expiresAt },
})

const standingOf = ([accountId, plan, suspended, ...figures]: AccountRow): AccountHeld['standing'] => {
  const [minute, minuteUsed, month, monthUsed, answersUsed, notified] = figures
  const counts: Counts = { minute, minuteUsed, month, monthUsed, answersUsed, notified }
  return { accountId, plan, suspended: suspended === 1, ...counts }
}
