import type Database from 'better-sqlite3'
import type { Entry } from '../../account/actions.ts'
import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import type { Account, Invitation, Member, StoredKey } from '../../account/record.ts'
import type { Counts } from '../../metering/decide.ts'
import type { MonthUsed } from '../../metering/usage.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import type { Alert } from '../../notify/alert.ts'
import { editsOf } from '../edits.ts'
import type { Held, Search, Write } from '../port.ts'

type AccountRow = Omit<Account, 'suspended'> &
  Counts & { row: number; suspended: number; billedAt: number | null; entries: number }

const IDS = 'SELECT a.id FROM accounts a'

/** Accounts on SQLite, step by step. Each is called inside a transaction. */
export function embeddedAccounts(db: Database.Database) {
  const accounts = db.prepare<[string], AccountRow>(
    `SELECT row, id, name, plan, suspended, created_at AS createdAt, billed_at AS billedAt, minute,
            minute_used AS minuteUsed, month, month_used AS monthUsed, answers_used AS answersUsed, notified,
            coalesce((SELECT max(number) FROM entries WHERE account = a.row), 0) AS entries
     FROM accounts a WHERE id = ?`,
  )
  const members = db.prepare<[number], Member>(`SELECT email, role FROM members WHERE account = ?`)
  const invitations = db.prepare<[number], Invitation>(
    `SELECT email, role, invited_by AS invitedBy, created_at AS createdAt, expires_at AS expiresAt
     FROM invitations WHERE account = ?`,
  )
  const keys = db.prepare<[string, number], StoredKey>(
    `SELECT id, hash, ? AS accountId, name, prefix, last_four AS lastFour, created_at AS createdAt,
            revoked_at AS revokedAt, expires_at AS expiresAt, last_minute * ${MINUTE_MS} AS lastUsedAt
     FROM keys WHERE account = ?`,
  )
  const months = db.prepare<[number], MonthUsed>(`SELECT month, requests, answers FROM months WHERE account = ?`)
  const alerts = db.prepare<[number], Alert>(
    `SELECT month, meter, threshold, created_at AS createdAt, attempts, next_attempt_at AS nextAttemptAt,
            delivered_at AS deliveredAt, delivered_by AS deliveredBy FROM notices WHERE account = ?`,
  )
  const ids = {
    keyId: db.prepare<[string], string>(`${IDS} JOIN keys k ON k.account = a.row WHERE k.id = ?`).pluck(),
    member: db.prepare<[string], string>(`${IDS} JOIN members m ON m.account = a.row WHERE m.email = ?`).pluck(),
    invited: db.prepare<[string], string>(`${IDS} JOIN invitations i ON i.account = a.row WHERE i.email = ?`).pluck(),
  }
  const allIds = db.prepare<[], string>(IDS).pluck()
  const trail = db.prepare<[string, number, number], Entry>(
    `SELECT number, at, by, action, subject, detail FROM entries
     WHERE account = (SELECT row FROM accounts WHERE id = ?) AND number BETWEEN ? AND ? ORDER BY number`,
  )

  function load(accountId: string): Held[] {
    const found = accounts.get(accountId)
    if (!found) return []
    const { row, entries, billedAt, id, name, plan, suspended, createdAt, ...counts } = found
    return [
      {
        version: versionOf(found),
        entries,
        record: {
          account: { id, name, plan, suspended: suspended === 1, createdAt },
          billedAt,
          members: members.all(row),
          invitations: invitations.all(row),
          keys: keys.all(id, row),
        },
        counts,
        past: months.all(row),
        alerts: alerts.all(row),
      },
    ]
  }

  /** The row of the account to be written; null when a condition of the write fails. */
  function rowFor({ held, record, isFirst }: Write): number | bigint | null {
    const { account, members: owners } = record
    if (held) {
      const found = accounts.get(account.id)
      return found && versionOf(found) === held.version ? found.row : null
    }
    if (isFirst && owners.some(({ email }) => ids.member.get(email))) return null
    const { changes, lastInsertRowid } = db
      .prepare(`INSERT OR IGNORE INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)`)
      .run(account.id, account.name, account.plan, account.createdAt)
    return changes ? lastInsertRowid : null
  }

  /** Remembers a billing event; false when it is known already. */
  function remember({ id, now }: { id: string; now: number }): boolean {
    db.prepare(`DELETE FROM billing_events WHERE seen_at <= ?`).run(now - BILLING_MEMORY_MS)
    return db.prepare(`INSERT OR IGNORE INTO billing_events (id, seen_at) VALUES (?, ?)`).run(id, now).changes > 0
  }

  return {
    find(search: Search): string[] {
      if (search === 'all') return allIds.all()
      return 'member' in search ? ids.member.all(search.member) : ids.invited.all(search.invited)
    },
    load: (search: readonly string[] | { keyId: string }): Held[] =>
      ('keyId' in search ? ids.keyId.all(search.keyId) : search).flatMap(load),

    save(write: Write): boolean {
      const row = rowFor(write)
      if (row === null || (write.event && !remember(write.event))) return false
      writeRecord(db, row, write)
      return true
    },

    entries: (accountId: string, first: number, last: number): Entry[] => trail.all(accountId, first, last),
    knowsEvent: (eventId: string, now: number): boolean =>
      db.prepare(`SELECT 1 FROM billing_events WHERE id = ? AND seen_at > ?`).get(eventId, now - BILLING_MEMORY_MS) !==
      undefined,

    saveAlert: (accountId: string, before: Alert, after: Alert): boolean =>
      db
        .prepare(
          `UPDATE notices SET attempts = @attempts, next_attempt_at = @nextAttemptAt, delivered_at = @deliveredAt,
                              delivered_by = @deliveredBy
           WHERE account = (SELECT row FROM accounts WHERE id = @accountId)
             AND month = @month AND meter = @meter AND threshold = @threshold
             AND attempts = @wasAttempts AND next_attempt_at = @wasNext AND delivered_at IS @wasDelivered`,
        )
        .run({
          ...after,
          accountId,
          wasAttempts: before.attempts,
          wasNext: before.nextAttemptAt,
          wasDelivered: before.deliveredAt,
        }).changes > 0,
  }
}

// Every change of an account makes an entry of its trail or sets the time of its latest billing event.
const versionOf = ({ entries, billedAt }: AccountRow): string => `${entries} ${billedAt}`

/** Writes what differs from the record that was loaded, and the notes. */
function writeRecord(db: Database.Database, account: number | bigint, { held, record, notes }: Write): void {
  const { members, invitations, keys } = editsOf(held?.record, record)
  const each = (sql: string, rows: readonly object[]): void => {
    const statement = db.prepare(sql)
    for (const row of rows) statement.run({ account, ...row })
  }
  const { name, plan, suspended } = record.account
  each(
    `UPDATE accounts SET name = @name, plan = @plan, suspended = @suspended, billed_at = @billedAt WHERE row = @account`,
    [{ name, plan, suspended: Number(suspended), billedAt: record.billedAt }],
  )
  each(`DELETE FROM members WHERE account = @account AND email = @email`, members.drop)
  each(`INSERT OR REPLACE INTO members (account, email, role) VALUES (@account, @email, @role)`, members.put)
  each(`DELETE FROM invitations WHERE account = @account AND email = @email`, invitations.drop)
  each(
    `INSERT OR REPLACE INTO invitations (account, email, role, invited_by, created_at, expires_at)
     VALUES (@account, @email, @role, @invitedBy, @createdAt, @expiresAt)`,
    invitations.put,
  )
  each(
    `INSERT INTO keys (account, id, hash, name, prefix, last_four, created_at, revoked_at, expires_at)
     VALUES (@account, @id, @hash, @name, @prefix, @lastFour, @createdAt, @revokedAt, @expiresAt)
     ON CONFLICT (id) DO UPDATE SET revoked_at = excluded.revoked_at, expires_at = excluded.expires_at`,
    keys,
  )
  each(
    `INSERT INTO entries (account, number, at, by, action, subject, detail)
     SELECT @account, coalesce(max(number), 0) + 1, @at, @by, @action, @subject, @detail
     FROM entries WHERE account = @account`,
    notes,
  )
}
