import type Database from 'better-sqlite3'
import { type Account, type AccountDraft, AccountRefusal, type Key, type KeyDraft, type Member } from '../accounts.ts'
import type { Counts } from '../decide.ts'
import { ATTEMPTS_MAX, type Notice, type NoticeName, type NoticeOutcome } from '../notices.ts'
import { PLANS, type PlanName } from '../plans.ts'
import { ROTATION_MS } from '../port.ts'
import type { AccountRecord } from '../usage.ts'
import { MINUTE_MS } from '../windows.ts'

type AccountRow = Omit<Account, 'suspended'> & Counts & { row: number; suspended: number }

const ACCOUNT = `
  SELECT row, id, name, plan, suspended, created_at AS createdAt, minute, minute_used AS minuteUsed, month,
         month_used AS monthUsed, answers_used AS answersUsed, notified
  FROM accounts`
const KEY = `
  SELECT k.id, a.id AS accountId, k.name, k.prefix, k.last_four AS lastFour, k.created_at AS createdAt,
         k.revoked_at AS revokedAt, k.expires_at AS expiresAt, k.last_minute * ${MINUTE_MS} AS lastUsedAt
  FROM keys k JOIN accounts a ON a.row = k.account`
const NOTICE = `
  SELECT month, meter, threshold, created_at AS createdAt, attempts, next_attempt_at AS nextAttemptAt,
         delivered_at AS deliveredAt, delivered_by AS deliveredBy
  FROM notices`
const NOTICE_NAMED = 'account = ? AND month = ? AND meter = ? AND threshold = ?'

/** The verbs about accounts, members, keys and notices on SQLite. Those that write are called in a write transaction. */
export function embeddedLedger(db: Database.Database) {
  const accountById = db.prepare<[string], AccountRow>(`${ACCOUNT} WHERE id = ?`)
  const allAccounts = db.prepare<[], AccountRow>(`${ACCOUNT} ORDER BY created_at, id`)
  const membersOf = db.prepare<[number], Member>(
    `SELECT email, role FROM members WHERE account = ? ORDER BY CASE role WHEN 'OWNER' THEN 0 ELSE 1 END, email`,
  )
  const keysOf = db.prepare<[number], Key>(`${KEY} WHERE k.account = ? ORDER BY k.created_at, k.id`)
  const keyById = db.prepare<[string], Key>(`${KEY} WHERE k.id = ?`)
  const liveKeys = db
    .prepare<[number], number>(
      `SELECT count(*) FROM keys WHERE account = ? AND revoked_at IS NULL AND expires_at IS NULL`,
    )
    .pluck()
  const addKey = db.prepare(
    `INSERT INTO keys (account, id, hash, name, prefix, last_four, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )

  const known = (accountId: string): AccountRow => {
    const row = accountById.get(accountId)
    if (!row) throw new AccountRefusal('account_unknown', accountId)
    return row
  }
  const knownKey = (keyId: string): Key => {
    const key = keyById.get(keyId)
    if (!key) throw new AccountRefusal('key_unknown', keyId)
    return key
  }
  const setRole = (account: number, { email, role }: Member): void => {
    db.prepare(`INSERT INTO members VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET role = excluded.role`).run(
      account,
      email,
      role,
    )
  }
  const needsOtherOwner = (account: number, email: string): void => {
    const owners = membersOf.all(account).filter((member) => member.role === 'OWNER')
    if (owners.length === 1 && owners[0]?.email === email) throw new AccountRefusal('owner_needed', email)
  }
  const change = (accountId: string, column: 'plan' | 'suspended', value: string | number): Account => {
    db.prepare(`UPDATE accounts SET ${column} = ? WHERE row = ?`).run(value, known(accountId).row)
    return accountOf(known(accountId))
  }
  const insertKey = (account: AccountRow, draft: KeyDraft, now: number): Key => {
    addKey.run(account.row, draft.id, draft.hash, draft.name, draft.prefix, draft.lastFour, now)
    return knownKey(draft.id)
  }

  return {
    createAccount({ id, name, plan, ownerEmail }: AccountDraft, now: number): Account {
      db.prepare(`INSERT INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)`).run(id, name, plan, now)
      const row = known(id)
      setRole(row.row, { email: ownerEmail, role: 'OWNER' })
      return accountOf(row)
    },
    account: (accountId: string): Account | null => {
      const row = accountById.get(accountId)
      return row ? accountOf(row) : null
    },
    accounts: (): Account[] => allAccounts.all().map(accountOf),
    setPlan: (accountId: string, plan: PlanName): Account => change(accountId, 'plan', plan),
    suspend: (accountId: string): Account => change(accountId, 'suspended', 1),
    resume: (accountId: string): Account => change(accountId, 'suspended', 0),

    members: (accountId: string): Member[] => membersOf.all(known(accountId).row),
    addMember(accountId: string, member: Member): Member[] {
      const { row } = known(accountId)
      if (member.role !== 'OWNER') needsOtherOwner(row, member.email)
      setRole(row, member)
      return membersOf.all(row)
    },
    removeMember(accountId: string, email: string): Member[] {
      const { row } = known(accountId)
      needsOtherOwner(row, email)
      const { changes } = db.prepare(`DELETE FROM members WHERE account = ? AND email = ?`).run(row, email)
      if (changes === 0) throw new AccountRefusal('member_unknown', email)
      return membersOf.all(row)
    },

    createKey(accountId: string, draft: KeyDraft, now: number): Key {
      const account = known(accountId)
      const allowed = PLANS[account.plan].keys
      if (allowed === 0) throw new AccountRefusal('plan_without_keys', account.plan)
      if ((liveKeys.get(account.row) ?? 0) >= allowed) throw new AccountRefusal('keys_exhausted', account.plan)
      return insertKey(account, draft, now)
    },
    keys: (accountId: string): Key[] => keysOf.all(known(accountId).row),
    revokeKey(keyId: string, now: number): Key {
      knownKey(keyId)
      db.prepare(`UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`).run(now, keyId)
      return knownKey(keyId)
    },
    rotateKey(keyId: string, draft: Omit<KeyDraft, 'name'>, now: number): Key {
      const old = knownKey(keyId)
      if (old.revokedAt !== null || old.expiresAt !== null) throw new AccountRefusal('key_ended', keyId)
      db.prepare(`UPDATE keys SET expires_at = ? WHERE id = ?`).run(now + ROTATION_MS, keyId)
      return insertKey(known(old.accountId), { ...draft, name: old.name }, now)
    },

    record(accountId: string): AccountRecord {
      const { row, ...account } = known(accountId)
      const { minute, minuteUsed, month, monthUsed, answersUsed, notified } = account
      return {
        account: accountOf({ row, ...account }),
        members: membersOf.all(row),
        keys: keysOf.all(row),
        counts: { minute, minuteUsed, month, monthUsed, answersUsed, notified },
        past: db
          .prepare<[number], { month: string; requests: number; answers: number }>(
            `SELECT month, requests, answers FROM months WHERE account = ?`,
          )
          .all(row),
        notices: db.prepare<[number], Notice>(`${NOTICE} WHERE account = ? ORDER BY created_at`).all(row),
      }
    },

    claimNotices(accountId: string, now: number, leaseMs: number): Notice[] {
      const { row } = known(accountId)
      const due = db
        .prepare<[number, number, number], Notice>(
          `${NOTICE} WHERE account = ? AND delivered_at IS NULL AND next_attempt_at <= ? AND attempts < ? ORDER BY created_at`,
        )
        .all(row, now, ATTEMPTS_MAX)
      const claim = db.prepare(`UPDATE notices SET attempts = attempts + 1, next_attempt_at = ? WHERE ${NOTICE_NAMED}`)
      return due.map((notice) => {
        claim.run(now + leaseMs, row, notice.month, notice.meter, notice.threshold)
        return { ...notice, attempts: notice.attempts + 1, nextAttemptAt: now + leaseMs }
      })
    },
    settleNotice(accountId: string, name: NoticeName, outcome: NoticeOutcome): void {
      const named = [known(accountId).row, name.month, name.meter, name.threshold]
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

const accountOf = ({ id, name, plan, suspended, createdAt }: AccountRow): Account => ({
  id,
  name,
  plan,
  suspended: suspended === 1,
  createdAt,
})
