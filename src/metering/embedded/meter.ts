import type Database from 'better-sqlite3'
import { decide, type Standing } from '../decide.ts'
import type { KeyHash } from '../keys.ts'
import type { Admission, Cost, Usage } from '../port.ts'
import type { Windows } from '../windows.ts'

type Row = [
  accountRow: number,
  keyRow: number,
  lastMinute: number | null,
  accountId: string,
  keyId: string,
  plan: string,
  suspended: number,
  revokedAt: number | null,
  expiresAt: number | null,
  minute: number,
  minuteUsed: number,
  month: string,
  monthUsed: number,
  answersUsed: number,
  notified: number,
]

/** The two verbs of the meter on SQLite. They are called inside a write transaction. */
export function embeddedMeter(db: Database.Database) {
  const find = db
    .prepare<[string], Row>(
      `SELECT a.row, k.row, k.last_minute, a.id, k.id, a.plan, a.suspended, k.revoked_at, k.expires_at,
              a.minute, a.minute_used, a.month, a.month_used, a.answers_used, a.notified
       FROM keys k JOIN accounts a ON a.row = k.account WHERE k.hash = ?`,
    )
    .raw()
  const count = db.prepare(
    `UPDATE accounts SET minute = ?, minute_used = ?, month = ?, month_used = ?, answers_used = ?, notified = ? WHERE row = ?`,
  )
  const keepMonth = db.prepare(`INSERT INTO months (account, month, requests, answers) VALUES (?, ?, ?, ?)`)
  const keepLastUse = db.prepare(`UPDATE keys SET last_minute = ? WHERE row = ?`)
  const keepNotice = db.prepare(
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

  return {
    admit(key: KeyHash, cost: Cost, windows: Windows): Admission {
      const row = find.get(key)
      if (!row) return { verdict: 'unknown' }
      const standing = standingOf(row)
      const { admission, counts, crossed } = decide(standing, cost, windows)
      if (!counts) return admission
      const [accountRow, keyRow, lastMinute] = row
      if (standing.month && standing.month !== counts.month) {
        keepMonth.run(accountRow, standing.month, standing.monthUsed, standing.answersUsed)
      }
      count.run(
        counts.minute,
        counts.minuteUsed,
        counts.month,
        counts.monthUsed,
        counts.answersUsed,
        counts.notified,
        accountRow,
      )
      if (admission.verdict === 'admitted' && lastMinute !== counts.minute) keepLastUse.run(counts.minute, keyRow)
      for (const { meter, threshold } of crossed) {
        keepNotice.run(accountRow, counts.month, meter, threshold, windows.now, windows.now)
      }
      return admission
    },

    refund(usage: Usage, cost: Cost): void {
      const bound = [cost.month, cost.answer, usage.accountId, usage.month]
      if (refundMonth.run(...bound).changes === 0) refundPast.run(...bound)
    },
  }
}

const standingOf = (row: Row): Standing => ({
  accountId: row[3],
  keyId: row[4],
  plan: row[5],
  suspended: row[6] === 1,
  revokedAt: row[7],
  expiresAt: row[8],
  minute: row[9],
  minuteUsed: row[10],
  month: row[11],
  monthUsed: row[12],
  answersUsed: row[13],
  notified: row[14],
})
