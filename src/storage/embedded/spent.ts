import type Database from 'better-sqlite3'
import type { AdmissionToken, Cost } from '../../metering/admission.ts'
import { SPENT_KEPT_MINUTES } from '../../metering/spent.ts'

/** What an admission has spent that was not refunded, and in which month. */
interface Spent {
  month: string
  requests: number
  answers: number
}

/**
 * What the admissions of accounts, each given by its row, have spent, by token. Stored outside the file, for this
 * connection only, because a reply is lost only if the process dies. It takes part in each transaction: what is rolled back
 * was not spent.
 */
export function embeddedSpent(db: Database.Database) {
  db.pragma('temp_store = MEMORY')
  db.exec(
    `CREATE TEMP TABLE spent (
       account INTEGER NOT NULL, token TEXT NOT NULL, minute INTEGER NOT NULL, month TEXT NOT NULL,
       requests INTEGER NOT NULL, answers INTEGER NOT NULL, PRIMARY KEY (account, token)
     ) STRICT, WITHOUT ROWID`,
  )
  const find = db.prepare<[number, string], Spent>(
    `SELECT month, requests, answers FROM spent WHERE account = ? AND token = ?`,
  )
  const add = db.prepare(`INSERT INTO spent VALUES (?, ?, ?, ?, ?, ?)`)
  const lessen = db.prepare(`UPDATE spent SET requests = ?, answers = ? WHERE account = ? AND token = ?`)
  const forget = db.prepare(`DELETE FROM spent WHERE account = ? AND minute <= ?`)
  return {
    isKnown: (account: number, token: AdmissionToken): boolean => find.get(account, token) !== undefined,
    /** Records an admission, and deletes those of the account that are too old. */
    keep(account: number, token: AdmissionToken, minute: number, { month, requests, answers }: Spent): void {
      forget.run(account, minute - SPENT_KEPT_MINUTES)
      add.run(account, token, minute, month, requests, answers)
    },
    /** Refunds up to a cost of what is still spent; returns that, or null for an unknown token. */
    take(account: number, token: AdmissionToken, cost: Cost): Spent | null {
      const found = find.get(account, token)
      if (!found) return null
      const requests = Math.min(cost.month, found.requests)
      const answers = Math.min(cost.answer, found.answers)
      lessen.run(found.requests - requests, found.answers - answers, account, token)
      return { month: found.month, requests, answers }
    },
  }
}
