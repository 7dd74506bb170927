import type Database from 'better-sqlite3'
import type { Entry } from '../../account/actions.ts'
import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import type {
  Account,
  AccountSummary,
  Invitation,
  MailboxHash,
  Member,
  StoredKey,
  StoredSubscription,
  SubscribedQuery,
} from '../../account/record.ts'
import type { Counts } from '../../metering/decide.ts'
import type { KeyHash } from '../../metering/keys.ts'
import type { MonthUsed } from '../../metering/usage.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import type { Alert } from '../../notify/alert.ts'
import type { AccountCopy, Search, StoredAccount, Write } from '../port.ts'
import { select } from './columns.ts'
import { webhooksOf } from './webhooks.ts'
import { writeFigures, writeRecord } from './writes.ts'

type AccountRow = Omit<Account, 'suspended'> &
  Counts & {
    row: number
    suspended: number
    billedAt: number | null
    trialPerson: MailboxHash | null
    trialNoticeAt: number | null
    entries: number
  }

const ROW_OF = '(SELECT row FROM accounts WHERE id = ?)'

/** The driver's operations on accounts, on SQLite. Each is called inside a transaction of its kind. */
export function embeddedAccounts(db: Database.Database) {
  const accounts = db.prepare<[string], AccountRow>(
    `SELECT row, id, name, plan, suspended, created_at AS createdAt, billed_at AS billedAt,
            trial_ends_at AS trialEndsAt, trial_person AS trialPerson, trial_notice_at AS trialNoticeAt, minute,
            minute_used AS minuteUsed, month, month_used AS monthUsed, answers_used AS answersUsed, notified,
            coalesce((SELECT max(number) FROM entries WHERE account = a.row), 0) AS entries
     FROM accounts a WHERE id = ?`,
  )
  const members = db.prepare<[number], Member>(`${select('members')} WHERE account = ?`)
  const invitations = db.prepare<[number], Invitation>(`${select('invitations')} WHERE account = ?`)
  const lastUsedAt = `last_minute * ${MINUTE_MS} AS lastUsedAt`
  const keys = db.prepare<[string, number], StoredKey>(
    `${select('keys', '? AS accountId', lastUsedAt)} WHERE account = ? AND list IS NULL`,
  )
  const subscriptions = db.prepare<[number], StoredSubscription>(
    `${select('subscriptions', lastUsedAt)} WHERE account = ? AND list IS NOT NULL`,
  )
  const subscribed = db.prepare<[string], SubscribedQuery>(
    `SELECT list, format, query FROM keys WHERE hash = ? AND list IS NOT NULL`,
  )
  const webhooks = webhooksOf(db)
  const months = db.prepare<[number], MonthUsed>(`${select('months')} WHERE account = ?`)
  const alerts = db.prepare<[number], Alert>(`${select('notices')} WHERE account = ?`)
  const entriesOf = db.prepare<[string, number, number], Entry>(
    `${select('entries')} WHERE account = ${ROW_OF} AND number BETWEEN ? AND ? ORDER BY number`,
  )
  const event = db.prepare<[string, number]>(`SELECT 1 FROM billing_events WHERE id = ? AND seen_at > ?`)
  const trialOf = db.prepare<[string]>(`SELECT 1 FROM trials WHERE person = ?`)
  const ids = (from: string) => db.prepare<string[], string>(`SELECT a.id FROM accounts a ${from}`).pluck()
  const everyId = ids('')
  const anyId = ids('LIMIT 1')
  const summaries = db.prepare<[], AccountSummary>(
    `SELECT id, name, created_at AS createdAt, trial_notice_at AS trialNoticeAt FROM accounts`,
  )
  const idOfKey = ids('JOIN keys k ON k.account = a.row WHERE k.id = ? AND k.list IS NULL')
  const idsWithWebhooks = ids('WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.account = a.row)')
  const idsOfMember = ids('JOIN members m ON m.account = a.row WHERE m.email = ?')
  const idsOfInvited = ids('JOIN invitations i ON i.account = a.row WHERE i.email = ?')

  function load(accountId: string): StoredAccount[] {
    const found = accounts.get(accountId)
    if (!found) return []
    const { row, entries, billedAt, id, name, plan, suspended, createdAt, ...rest } = found
    const { trialEndsAt, trialPerson, trialNoticeAt, ...counts } = rest
    const record = {
      account: { id, name, plan, trialEndsAt, suspended: suspended === 1, createdAt },
      billedAt,
      trial: trialPerson && { person: trialPerson, noticeAt: trialNoticeAt },
      members: members.all(row),
      invitations: invitations.all(row),
      keys: keys.all(id, row),
      webhooks: webhooks(row),
      subscriptions: subscriptions.all(row),
    }
    return [{ version: versionOf(found), entries, record, counts, past: months.all(row), alerts: alerts.all(row) }]
  }

  /** The row of the account to write; null if a condition of the write fails. */
  function rowFor({ loaded, record, isFirst }: Write): number | bigint | null {
    const { id, name, plan, createdAt } = record.account
    if (loaded) {
      const found = accounts.get(id)
      return found && versionOf(found) === loaded.version ? found.row : null
    }
    if (isFirst && record.members.some(({ email }) => idsOfMember.get(email))) return null
    const made = db
      .prepare(`INSERT OR IGNORE INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)`)
      .run(id, name, plan, createdAt)
    return made.changes > 0 ? made.lastInsertRowid : null
  }

  /** Records the person whose trial starts; false if they already had one. */
  const rememberTrial = (person: MailboxHash): boolean =>
    db.prepare(`INSERT OR IGNORE INTO trials (person) VALUES (?)`).run(person).changes > 0

  /** Records a billing event; false if it is already known. */
  function remember({ id, now }: { id: string; now: number }): boolean {
    db.prepare(`DELETE FROM billing_events WHERE seen_at <= ?`).run(now - BILLING_MEMORY_MS)
    return db.prepare(`INSERT OR IGNORE INTO billing_events (id, seen_at) VALUES (?, ?)`).run(id, now).changes > 0
  }

  return {
    reads: {
      isEmpty: (): boolean => anyId.get() === undefined,
      find(search: Search): string[] {
        if (search === 'all') return everyId.all()
        if (search === 'webhooks') return idsWithWebhooks.all()
        return 'member' in search ? idsOfMember.all(search.member) : idsOfInvited.all(search.invited)
      },
      summaries: (): AccountSummary[] => summaries.all(),
      load: (search: readonly string[] | { keyId: string }): StoredAccount[] =>
        ('keyId' in search ? idOfKey.all(search.keyId) : search).flatMap(load),
      subscribedQuery: (hash: KeyHash): SubscribedQuery | null => subscribed.get(hash) ?? null,
      entries: (accountId: string, first: number, last: number): Entry[] => entriesOf.all(accountId, first, last),
      knowsTrialOf: (person: MailboxHash): boolean => trialOf.get(person) !== undefined,
      knowsEvent: (id: string, now: number): boolean => event.get(id, now - BILLING_MEMORY_MS) !== undefined,
    },
    writes: {
      save(write: Write): boolean {
        const row = rowFor(write)
        if (row === null || (write.event && !remember(write.event))) return false
        if (write.trialOf !== undefined && !rememberTrial(write.trialOf)) return false
        writeRecord(db, row, write)
        return true
      },
      place(copy: AccountCopy): boolean {
        const { record, trail } = copy
        const taken = db.prepare<[string], number>(`SELECT 1 FROM keys WHERE hash = ?`)
        if ([...record.keys, ...record.subscriptions].some(({ hash }) => taken.get(hash))) return false
        const row = rowFor({ loaded: null, record, notes: [] })
        if (row === null) return false
        writeRecord(db, row, { loaded: null, record, notes: trail })
        if (record.trial) rememberTrial(record.trial.person)
        writeFigures(db, row, copy)
        return true
      },
      saveAlert(accountId: string, before: Alert, after: Alert): boolean {
        const { month, meter, threshold, attempts, nextAttemptAt, deliveredAt, deliveredBy } = after
        const update = db.prepare(
          `UPDATE notices SET attempts = ?, next_attempt_at = ?, delivered_at = ?, delivered_by = ?
           WHERE account = ${ROW_OF} AND month = ? AND meter = ? AND threshold = ?
             AND attempts = ? AND next_attempt_at = ? AND delivered_at IS ?`,
        )
        const name = [accountId, month, meter, threshold]
        const unchanged = [before.attempts, before.nextAttemptAt, before.deliveredAt]
        return update.run(attempts, nextAttemptAt, deliveredAt, deliveredBy, ...name, ...unchanged).changes > 0
      },
    },
  }
}

// Every change of an account adds an entry to its trail or sets one of these two.
const versionOf = ({ entries, billedAt, trialNoticeAt }: AccountRow): string =>
  `${entries} ${billedAt} ${trialNoticeAt}`
