import type Database from 'better-sqlite3'
import { MINUTE_MS } from '../../metering/windows.ts'
import type { AccountCopy } from '../port.ts'
import { insert } from './columns.ts'

/** Writes an account's usage, and the alerts about it. */
export function writeFigures(
  db: Database.Database,
  account: number | bigint,
  { record, counts, past, alerts }: Omit<AccountCopy, 'trail'>,
): void {
  db.prepare(
    `UPDATE accounts SET minute = @minute, minute_used = @minuteUsed, month = @month, month_used = @monthUsed,
       answers_used = @answersUsed, notified = @notified WHERE row = @account`,
  ).run({ account, ...counts })
  const each = (sql: string, rows: readonly object[]): void => {
    for (const row of rows) db.prepare(sql).run({ account, ...row })
  }
  each(insert('months', 'account'), past)
  each(insert('notices', 'account'), alerts)
  each(
    `UPDATE keys SET last_minute = @minute WHERE account = @account AND id = @id`,
    [...record.keys, ...record.subscriptions].flatMap(({ id, lastUsedAt }) =>
      lastUsedAt === null ? [] : [{ id, minute: lastUsedAt / MINUTE_MS }],
    ),
  )
}
