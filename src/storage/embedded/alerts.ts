import type Database from 'better-sqlite3'
import { type Alert, type AlertName, ATTEMPTS_MAX, type Delivery } from '../../notify/alert.ts'

export const NOTICE = `
  SELECT month, meter, threshold, created_at AS createdAt, attempts, next_attempt_at AS nextAttemptAt,
         delivered_at AS deliveredAt, delivered_by AS deliveredBy
  FROM notices`
const NOTICE_NAMED = 'account = ? AND month = ? AND meter = ? AND threshold = ?'

/** The verbs about notices on SQLite. They are called inside a write transaction. */
export function embeddedAlerts(db: Database.Database, rowOf: (accountId: string) => number) {
  return {
    claimAlerts(accountId: string, now: number, leaseMs: number): Alert[] {
      const row = rowOf(accountId)
      const due = db
        .prepare<[number, number, number], Alert>(
          `${NOTICE} WHERE account = ? AND delivered_at IS NULL AND next_attempt_at <= ? AND attempts < ? ORDER BY created_at`,
        )
        .all(row, now, ATTEMPTS_MAX)
      const claim = db.prepare(`UPDATE notices SET attempts = attempts + 1, next_attempt_at = ? WHERE ${NOTICE_NAMED}`)
      return due.map((notice) => {
        claim.run(now + leaseMs, row, notice.month, notice.meter, notice.threshold)
        return { ...notice, attempts: notice.attempts + 1, nextAttemptAt: now + leaseMs }
      })
    },
    settleAlert(accountId: string, name: AlertName, outcome: Delivery): void {
      const named = [rowOf(accountId), name.month, name.meter, name.threshold]
      if ('deliveredAt' in outcome) {
        db.prepare(
          `UPDATE notices SET delivered_at = ?, delivered_by = ? WHERE ${NOTICE_NAMED} AND delivered_at IS NULL`,
        ).run(outcome.deliveredAt, outcome.deliveredBy, ...named)
      } else {
        db.prepare(`UPDATE notices SET next_attempt_at = ? WHERE ${NOTICE_NAMED}`).run(outcome.nextAttemptAt, ...named)
      }
    },
  }
}
