import type Database from 'better-sqlite3'
import { AccountRefusal } from '../../account/account.ts'
import { ACTORS } from '../../account/actions.ts'
import { BILLING_MEMORY_MS, type BillingEvent, type BillingOutcome } from '../../account/billing.ts'
import { INVITATION_MS, INVITATIONS_MAX, type Invitation, type InvitationHeld } from '../../account/members.ts'
import {
  LINK_MS,
  type Link,
  type Membership,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_STEP_MS,
  type Session,
} from '../../account/person.ts'
import type { SecretHash } from '../../account/secrets.ts'
import type { People } from '../../account/verbs.ts'
import type { embeddedLedger } from './ledger.ts'
import { embeddedTrail } from './trail.ts'

/** The same verbs, answered at once: they are called inside a transaction. */
type Verbs<Port> = {
  [Verb in keyof Port]: Port[Verb] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never
}

const SESSION = 'SELECT hash, email, created_at AS createdAt, seen_at AS seenAt FROM sessions'
const LASTS = `seen_at > @now - ${SESSION_IDLE_MS} AND created_at > @now - ${SESSION_MAX_MS}`
const INVITATION = `i.email, i.role, i.invited_by AS invitedBy, i.created_at AS createdAt, i.expires_at AS expiresAt`

/** The verbs about people on SQLite. */
export function embeddedPeople(db: Database.Database, ledger: ReturnType<typeof embeddedLedger>): Verbs<People> {
  const { note, read } = embeddedTrail(db)
  const { rowOf, setPlan } = ledger
  const lastingSession = db.prepare<{ hash: SecretHash; now: number }, Session>(
    `${SESSION} WHERE hash = @hash AND ${LASTS}`,
  )
  const useSession = db.prepare(`UPDATE sessions SET seen_at = ? WHERE hash = ?`)
  const accountsOf = db
    .prepare<[string], string>(
      `SELECT a.id FROM members m JOIN accounts a ON a.row = m.account WHERE m.email = ? ORDER BY a.created_at, a.id`,
    )
    .pluck()
  const roleIn = db
    .prepare<[number, string], Membership['role']>(`SELECT role FROM members WHERE account = ? AND email = ?`)
    .pluck()
  const held = db.prepare<[string, number], InvitationHeld>(
    `SELECT a.id AS accountId, a.name AS accountName, ${INVITATION} FROM invitations i
     JOIN accounts a ON a.row = i.account WHERE i.email = ? AND i.expires_at > ? ORDER BY i.created_at, a.id`,
  )
  const open = db.prepare<[number, number], Invitation>(
    `SELECT ${INVITATION} FROM invitations i WHERE i.account = ? AND i.expires_at > ? ORDER BY i.email`,
  )
  const forget = db.prepare(`DELETE FROM invitations WHERE account = ? AND email = ?`)
  const addMember = db.prepare(`INSERT INTO members (account, email, role) VALUES (?, ?, ?)`)

  const memberships = (email: string): Membership[] =>
    accountsOf.all(email).flatMap((id) => {
      const account = ledger.account(id)
      const role = roleIn.get(rowOf(id), email)
      return account && role ? [{ account, role }] : []
    })

  return {
    keepLink({ hash, browser, email }: Link, now) {
      db.prepare(`DELETE FROM links WHERE expires_at <= ?`).run(now)
      db.prepare(`INSERT INTO links (hash, browser, email, expires_at) VALUES (?, ?, ?, ?)`).run(
        hash,
        browser,
        email,
        now + LINK_MS,
      )
    },
    takeLink(hash, browser, now) {
      const taken = db
        .prepare<[string, string, number], string>(
          `DELETE FROM links WHERE hash = ? AND browser = ? AND expires_at > ? RETURNING email`,
        )
        .pluck()
      return taken.get(hash, browser, now) ?? null
    },

    openSession(hash, email, now) {
      db.prepare(`DELETE FROM sessions WHERE NOT (${LASTS})`).run({ now })
      db.prepare(`INSERT INTO sessions (hash, email, created_at, seen_at) VALUES (?, ?, ?, ?)`).run(
        hash,
        email,
        now,
        now,
      )
      return { hash, email, createdAt: now, seenAt: now }
    },
    session(hash, now) {
      const session = lastingSession.get({ hash, now })
      if (!session) return null
      if (now < session.seenAt + SESSION_STEP_MS) return session
      useSession.run(now, hash)
      return { ...session, seenAt: now }
    },
    sessions: (email, now) =>
      db
        .prepare<{ email: string; now: number }, Session>(
          `${SESSION} WHERE email = @email AND ${LASTS} ORDER BY created_at DESC, hash`,
        )
        .all({ email, now }),
    endSession: (hash) => void db.prepare(`DELETE FROM sessions WHERE hash = ?`).run(hash),
    endSessions: (email) => void db.prepare(`DELETE FROM sessions WHERE email = ?`).run(email),

    memberships,
    invitationsOf: (email, now) => held.all(email, now),
    welcome(email, { id, name }, now) {
      for (const { accountId, role, invitedBy } of held.all(email, now)) {
        const row = rowOf(accountId)
        if (roleIn.get(row, email)) continue
        addMember.run(row, email, role)
        note(row, now, email, 'MEMBER_JOINED', email, `${role}, invited by ${invitedBy}`)
      }
      db.prepare(`DELETE FROM invitations WHERE email = ?`).run(email)
      if (accountsOf.all(email).length === 0)
        ledger.createAccount({ id, name, plan: 'FREE', ownerEmail: email }, now, email)
      return memberships(email)
    },

    invitations: (accountId, now) => open.all(rowOf(accountId), now),
    invite(accountId, { email, role }, now, by) {
      const row = rowOf(accountId)
      if (roleIn.get(row, email)) throw new AccountRefusal('member_known', email)
      if (open.all(row, now).filter((other) => other.email !== email).length >= INVITATIONS_MAX) {
        throw new AccountRefusal('invitations_exhausted', email)
      }
      const invitation = { email, role, invitedBy: by, createdAt: now, expiresAt: now + INVITATION_MS }
      db.prepare(
        `INSERT OR REPLACE INTO invitations (account, email, role, invited_by, created_at, expires_at)
         VALUES (?, @email, @role, @invitedBy, @createdAt, @expiresAt)`,
      ).run(row, invitation)
      note(row, now, by, 'MEMBER_INVITED', email, role)
      return invitation
    },
    withdrawInvitation(accountId, email, now, by) {
      const row = rowOf(accountId)
      if (forget.run(row, email).changes === 0) throw new AccountRefusal('invitation_unknown', email)
      note(row, now, by, 'INVITATION_WITHDRAWN', email)
    },

    rename: (accountId, name, now, by) => ledger.rename(accountId, name, now, by),
    trail: (accountId, limit, before) => read(rowOf(accountId), limit, before),
    bill({ id, accountId, plan, occurredAt }: BillingEvent, now): BillingOutcome {
      const row = rowOf(accountId)
      db.prepare(`DELETE FROM billing_events WHERE seen_at <= ?`).run(now - BILLING_MEMORY_MS)
      const isNew = db.prepare(`INSERT OR IGNORE INTO billing_events (id, seen_at) VALUES (?, ?)`).run(id, now).changes
      if (!isNew) return 'replayed'
      const later = db.prepare(
        `UPDATE accounts SET billed_at = @at WHERE row = @row AND (billed_at IS NULL OR billed_at <= @at)`,
      )
      if (later.run({ at: occurredAt, row }).changes === 0) return 'outdated'
      setPlan(accountId, plan, now, ACTORS.billing)
      return 'applied'
    },
  }
}
