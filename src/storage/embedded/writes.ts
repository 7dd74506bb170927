import type Database from 'better-sqlite3'
import { MINUTE_MS } from '../../metering/windows.ts'
import { editsOf } from '../edits.ts'
import type { AccountCopy, Write } from '../port.ts'
import { insert } from './columns.ts'
import { writeWebhooks } from './webhooks.ts'

/** Writes the changes to the record that was loaded, and the trail entries. */
export function writeRecord(db: Database.Database, account: number | bigint, { loaded, record, notes }: Write): void {
  const { members, invitations, keys, subscriptions, webhooks } = editsOf(loaded?.record, record)
  const each = (sql: string, rows: readonly object[]): void => runEach(db, account, sql, rows)
  const { name, plan, trialEndsAt, suspended } = record.account
  each(
    `UPDATE accounts SET name = @name, plan = @plan, suspended = @suspended, billed_at = @billedAt,
       trial_ends_at = @trialEndsAt, trial_person = @trialPerson, trial_notice_at = @trialNoticeAt
     WHERE row = @account`,
    [
      {
        name,
        plan,
        suspended: Number(suspended),
        billedAt: record.billedAt,
        trialEndsAt,
        trialPerson: record.trial?.person ?? null,
        trialNoticeAt: record.trial?.noticeAt ?? null,
      },
    ],
  )
  each(`DELETE FROM members WHERE account = @account AND email = @email`, members.drop)
  each(`${insert('members', 'account')} ON CONFLICT DO UPDATE SET role = excluded.role`, members.put)
  each(`DELETE FROM invitations WHERE account = @account AND email = @email`, [...invitations.drop, ...invitations.put])
  each(insert('invitations', 'account'), invitations.put)
  each(
    `${insert('keys', 'account')}
     ON CONFLICT (id) DO UPDATE SET revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`,
    keys,
  )
  each(`DELETE FROM keys WHERE account = @account AND id = @id`, subscriptions.drop)
  each(
    `${insert('subscriptions', 'account')} ON CONFLICT (id) DO UPDATE SET revoked_at = excluded.revoked_at`,
    subscriptions.put,
  )
  writeWebhooks(db, account, webhooks)
  const before = loaded?.entries ?? 0
  each(
    insert('entries', 'account'),
    notes.map((note, place) => ({ ...note, number: before + place + 1 })),
  )
}

/** Writes an account's usage, and the alerts about it. */
export function writeFigures(
  db: Database.Database,
  account: number | bigint,
  { record, counts, past, alerts }: AccountCopy,
): void {
  const each = (sql: string, rows: readonly object[]): void => runEach(db, account, sql, rows)
  each(
    `UPDATE accounts SET minute = @minute, minute_used = @minuteUsed, month = @month, month_used = @monthUsed,
       answers_used = @answersUsed, notified = @notified WHERE row = @account`,
    [counts],
  )
  each(insert('months', 'account'), past)
  each(insert('notices', 'account'), alerts)
  each(
    `UPDATE keys SET last_minute = @lastUsedAt / ${MINUTE_MS} WHERE account = @account AND id = @id`,
    [...record.keys, ...record.subscriptions].map(({ id, lastUsedAt }) => ({ id, lastUsedAt })),
  )
}

/** Executes a statement for each row, with the account. */
function runEach(db: Database.Database, account: number | bigint, sql: string, rows: readonly object[]): void {
  if (rows.length === 0) return
  const statement = db.prepare(sql)
  for (const row of rows) statement.run({ account, ...row })
}
