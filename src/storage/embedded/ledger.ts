import type Database from 'better-sqlite3'
import {
  type Account,
  type AccountDraft,
  AccountRefusal,
  type Key,
  type KeyDraft,
  type Member,
} from '../../account/account.ts'
import { ACTORS } from '../../account/actions.ts'
import { ROTATION_MS } from '../../account/keys.ts'
import type { Counts } from '../../metering/decide.ts'
import { PLANS, type PlanName } from '../../metering/plans.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import type { Alert } from '../../notify/alert.ts'
import type { AccountRecord } from '../usage.ts'
import { NOTICE } from './alerts.ts'
import { embeddedTrail } from './trail.ts'

type AccountRow = Omit<Account, 'suspended'> & Counts & { row: number; suspended: number }

const ACCOUNT = `
  SELECT row, id, name, plan, suspended, created_at AS createdAt, minute, minute_used AS minuteUsed, month,
         month_used AS monthUsed, answers_used AS answersUsed, notified
  FROM accounts`
const KEY = `
  SELECT k.id, a.id AS accountId, k.name, k.prefix, k.last_four AS lastFour, k.created_at AS createdAt,
         k.revoked_at AS revokedAt, k.expires_at AS expiresAt, k.last_minute * ${MINUTE_MS} AS lastUsedAt
  FROM keys k JOIN accounts a ON a.row = k.account`
/** The verbs about accounts, members and keys on SQLite. Those that write are called in a write transaction. */
export function embeddedLedger(db: Database.Database) {
  const { note } = embeddedTrail(db)
  const alertsOf = db.prepare<[number], Alert>(`${NOTICE} WHERE account = ? ORDER BY created_at`)
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
  const memberIn = (account: number, email: string): Member | undefined =>
    membersOf.all(account).find((member) => member.email === email)
  const changeRole = (account: number, before: Member, member: Member, now: number, by: string): Member[] => {
    if (before.role !== member.role) {
      if (member.role !== 'OWNER') needsOtherOwner(account, member.email)
      setRole(account, member)
      note(account, now, by, 'ROLE_SET', member.email, member.role)
    }
    return membersOf.all(account)
  }
  const needsOtherOwner = (account: number, email: string): void => {
    const owners = membersOf.all(account).filter((member) => member.role === 'OWNER')
    if (owners.length === 1 && owners[0]?.email === email) throw new AccountRefusal('owner_needed', email)
  }
  /** Sets a column, if that changes it; `noted` writes down what it was before. */
  const change = (
    accountId: string,
    column: 'name' | 'plan' | 'suspended',
    value: string | number,
    noted: (account: AccountRow) => void,
  ): Account => {
    const account = known(accountId)
    if (account[column] === value) return accountOf(account)
    db.prepare(`UPDATE accounts SET ${column} = ? WHERE row = ?`).run(value, account.row)
    noted(account)
    return accountOf(known(accountId))
  }
  const insertKey = (account: AccountRow, draft: KeyDraft, now: number): Key => {
    addKey.run(account.row, draft.id, draft.hash, draft.name, draft.prefix, draft.lastFour, now)
    return knownKey(draft.id)
  }

  return {
    rowOf: (accountId: string): number => known(accountId).row,
    createAccount({ id, name, plan, ownerEmail }: AccountDraft, now: number, by: string = ACTORS.maintainer): Account {
      db.prepare(`INSERT INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)`).run(id, name, plan, now)
      const row = known(id)
      setRole(row.row, { email: ownerEmail, role: 'OWNER' })
      note(row.row, now, by, 'ACCOUNT_CREATED', name, plan)
      note(row.row, now, by, 'MEMBER_ADDED', ownerEmail, 'OWNER')
      return accountOf(row)
    },
    account: (accountId: string): Account | null => {
      const row = accountById.get(accountId)
      return row ? accountOf(row) : null
    },
    accounts: (): Account[] => allAccounts.all().map(accountOf),
    setPlan: (accountId: string, plan: PlanName, now: number, by: string = ACTORS.maintainer): Account =>
      change(accountId, 'plan', plan, (before) => note(before.row, now, by, 'PLAN_SET', plan, before.plan)),
    rename: (accountId: string, name: string, now: number, by: string): Account =>
      change(accountId, 'name', name, (before) => note(before.row, now, by, 'ACCOUNT_RENAMED', name, before.name)),
    suspend: (accountId: string, now: number, by: string = ACTORS.maintainer): Account =>
      change(accountId, 'suspended', 1, ({ row, name }) => note(row, now, by, 'ACCOUNT_SUSPENDED', name)),
    resume: (accountId: string, now: number, by: string = ACTORS.maintainer): Account =>
      change(accountId, 'suspended', 0, ({ row, name }) => note(row, now, by, 'ACCOUNT_RESUMED', name)),

    members: (accountId: string): Member[] => membersOf.all(known(accountId).row),
    addMember(accountId: string, member: Member, now: number, by: string = ACTORS.maintainer): Member[] {
      const { row } = known(accountId)
      const before = memberIn(row, member.email)
      if (before) return changeRole(row, before, member, now, by)
      setRole(row, member)
      db.prepare(`DELETE FROM invitations WHERE account = ? AND email = ?`).run(row, member.email)
      note(row, now, by, 'MEMBER_ADDED', member.email, member.role)
      return membersOf.all(row)
    },
    setRole(accountId: string, member: Member, now: number, by: string = ACTORS.maintainer): Member[] {
      const { row } = known(accountId)
      const before = memberIn(row, member.email)
      if (!before) throw new AccountRefusal('member_unknown', member.email)
      return changeRole(row, before, member, now, by)
    },
    removeMember(accountId: string, email: string, now: number, by: string = ACTORS.maintainer): Member[] {
      const { row } = known(accountId)
      needsOtherOwner(row, email)
      const { changes } = db.prepare(`DELETE FROM members WHERE account = ? AND email = ?`).run(row, email)
      if (changes === 0) throw new AccountRefusal('member_unknown', email)
      note(row, now, by, 'MEMBER_REMOVED', email)
      return membersOf.all(row)
    },

    createKey(accountId: string, draft: KeyDraft, now: number, by: string = ACTORS.maintainer): Key {
      const account = known(accountId)
      const allowed = PLANS[account.plan].keys
      if (allowed === 0) throw new AccountRefusal('plan_without_keys', account.plan)
      if ((liveKeys.get(account.row) ?? 0) >= allowed) throw new AccountRefusal('keys_exhausted', account.plan)
      note(account.row, now, by, 'KEY_CREATED', draft.id, draft.name)
      return insertKey(account, draft, now)
    },
    keys: (accountId: string): Key[] => keysOf.all(known(accountId).row),
    revokeKey(keyId: string, now: number, by: string = ACTORS.maintainer): Key {
      const { accountId, name } = knownKey(keyId)
      const revoke = db.prepare(`UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`)
      if (revoke.run(now, keyId).changes > 0) note(known(accountId).row, now, by, 'KEY_REVOKED', keyId, name)
      return knownKey(keyId)
    },
    rotateKey(keyId: string, draft: Omit<KeyDraft, 'name'>, now: number, by: string = ACTORS.maintainer): Key {
      const old = knownKey(keyId)
      if (old.revokedAt !== null || old.expiresAt !== null) throw new AccountRefusal('key_ended', keyId)
      db.prepare(`UPDATE keys SET expires_at = ? WHERE id = ?`).run(now + ROTATION_MS, keyId)
      const account = known(old.accountId)
      note(account.row, now, by, 'KEY_ROTATED', keyId, draft.id)
      return insertKey(account, { ...draft, name: old.name }, now)
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
        alerts: alertsOf.all(row),
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
