import type Database from 'better-sqlite3'
import type { Admission, AdmissionToken, Cost, KeyVerdict, Usage } from '../../metering/admission.ts'
import { correctedCounts, decide, type Standing, standingRefusal } from '../../metering/decide.ts'
import type { KeyHash } from '../../metering/keys.ts'
import { named } from '../../metering/spent.ts'
import type { TimeOf, Windows } from '../../metering/windows.ts'
import { embeddedSpent } from './spent.ts'

type KeyRow = Pick<Standing, 'keyId' | 'revokedAt' | 'expiresAt'> & { row: number; lastMinute: number | null }
type AccountRow = Omit<Standing, keyof KeyRow> & { row: number; isChanged?: boolean }
type Flat<Row> = { [Column in keyof Row]: Row[Column] extends boolean ? number : Row[Column] }

/** Decisions of one transaction. */
export interface Sitting {
  judge(key: KeyHash, windows: Windows): KeyVerdict
  /** Null for an admission that was canceled earlier. */
  admit(key: KeyHash, cost: Cost, windows: Windows, token?: AdmissionToken): Admission | null
  refund(usage: Usage, cost: Cost): void
  takeBack(key: KeyHash, token: AdmissionToken): void
  /** Writes the figures; called before the commit. */
  end(): void
}

/** The meter on SQLite. However many requests a transaction decides, it reads and writes each key and account once. */
export function embeddedMeter(db: Database.Database, timeOf: TimeOf): () => Sitting {
  // Two lookups by unique key are faster than a join.
  const keys = db.prepare<[string], KeyRow & { account: number }>(
    `SELECT row, account, id AS keyId, revoked_at AS revokedAt, expires_at AS expiresAt, last_minute AS lastMinute
     FROM keys WHERE hash = ?`,
  )
  const accounts = db.prepare<[number], Flat<AccountRow>>(
    `SELECT row, id AS accountId, plan, trial_ends_at AS trialEndsAt, suspended, minute, minute_used AS minuteUsed, month, month_used AS monthUsed,
            answers_used AS answersUsed, notified FROM accounts WHERE row = ?`,
  )
  const writeCounts = db.prepare(
    `UPDATE accounts SET minute = ?, minute_used = ?, month = ?, month_used = ?, answers_used = ?, notified = ? WHERE row = ?`,
  )
  const writeMonth = db.prepare(`INSERT OR REPLACE INTO months (account, month, requests, answers) VALUES (?, ?, ?, ?)`)
  const writeLastUse = db.prepare(`UPDATE keys SET last_minute = ? WHERE row = ?`)
  const writeAlert = db.prepare(
    `INSERT INTO notices (account, month, meter, threshold, created_at, next_attempt_at) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const past = db.prepare<[number, string], { monthUsed: number; answersUsed: number }>(
    `SELECT requests AS monthUsed, answers AS answersUsed FROM months WHERE account = ? AND month = ?`,
  )
  const pastOf = (row: number, { month }: Windows) => past.get(row, month) ?? null
  const refundMonth = db.prepare(
    `UPDATE accounts SET month_used = max(0, month_used - ?), answers_used = max(0, answers_used - ?)
     WHERE row = ? AND month = ?`,
  )
  const refundPast = db.prepare(
    `UPDATE months SET requests = max(0, requests - ?), answers = max(0, answers - ?)
     WHERE account = ? AND month = ?`,
  )
  const rowOf = db.prepare<[string], { row: number }>(`SELECT row FROM accounts WHERE id = ?`)
  const spent = embeddedSpent(db)
  const giveBack = (row: number, month: string, requests: number, answers: number): void => {
    const bound = [requests, answers, row, month]
    if (refundMonth.run(...bound).changes === 0) refundPast.run(...bound)
  }

  return () => {
    const seenKeys = new Map<KeyHash, { key: KeyRow; account: AccountRow } | null>()
    const seenAccounts = new Map<number, AccountRow>()

    const accountAt = (row: number): AccountRow | undefined => {
      const found = seenAccounts.has(row) ? undefined : accounts.get(row)
      if (found) seenAccounts.set(row, { ...found, suspended: found.suspended === 1, isChanged: false })
      return seenAccounts.get(row)
    }
    const look = (hash: KeyHash): { key: KeyRow; account: AccountRow } | null => {
      const key = keys.get(hash)
      const account = key && accountAt(key.account)
      const seen = account ? { key, account } : null
      seenKeys.set(hash, seen)
      return seen
    }
    const end = (): void => {
      for (const { row, isChanged, ...counts } of seenAccounts.values()) {
        const { minute, minuteUsed, month, monthUsed, answersUsed, notified } = counts
        if (isChanged) writeCounts.run(minute, minuteUsed, month, monthUsed, answersUsed, notified, row)
      }
      seenAccounts.clear()
      seenKeys.clear()
    }

    const standingOf = (hash: KeyHash) => (seenKeys.has(hash) ? seenKeys.get(hash) : look(hash))

    return {
      judge(hash, windows) {
        const seen = standingOf(hash)
        return seen ? (standingRefusal({ ...seen.account, ...seen.key }, windows) ?? 'valid') : 'unknown'
      },
      admit(hash, cost, windows, token) {
        const seen = standingOf(hash)
        if (!seen) return { verdict: 'unknown' }
        const { key, account } = seen
        if (token !== undefined && spent.isKnown(account.row, token)) return null
        if (timeOf === 'store')
          Object.assign(
            account,
            correctedCounts(account, windows, () => pastOf(account.row, windows)),
          )
        const { admission, counts, crossed } = decide({ ...account, ...key }, cost, windows)
        if (!counts) return admission
        const { month, monthUsed, answersUsed } = account
        if (month && month !== counts.month) writeMonth.run(account.row, month, monthUsed, answersUsed)
        Object.assign(account, counts, { isChanged: true })
        if (admission.verdict === 'admitted' && key.lastMinute !== counts.minute) {
          writeLastUse.run(counts.minute, key.row)
          key.lastMinute = counts.minute
        }
        for (const { meter, threshold } of crossed) {
          writeAlert.run(account.row, counts.month, meter, threshold, windows.now, windows.now)
        }
        if (token !== undefined && admission.verdict === 'admitted') {
          const { minute, month: paidBy } = counts
          const answers = admission.answer === 'taken' ? 1 : 0
          spent.keep(account.row, token, minute, { month: paidBy, requests: cost.month, answers })
        }
        return named(admission, token)
      },
      refund({ accountId, month, token }, cost) {
        // Earlier decisions are written first, so the file has the latest figures.
        end()
        const row = rowOf.get(accountId)?.row
        if (row === undefined) return
        if (token === undefined) return giveBack(row, month, cost.month, cost.answer)
        const back = spent.take(row, token, cost)
        if (back) giveBack(row, back.month, back.requests, back.answers)
      },
      takeBack(hash, token) {
        const account = standingOf(hash)?.account
        end()
        if (!account) return
        const { row, minute, month } = account
        const back = spent.take(row, token, { month: 1, answer: 1 })
        if (back) giveBack(row, back.month, back.requests, back.answers)
        else spent.keep(row, token, minute, { month, requests: 0, answers: 0 })
      },
      end,
    }
  }
}
