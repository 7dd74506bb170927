import { createAccount } from '../../src/account/account.ts'
import { ACTORS, AccountRefusal, type Change, type RefusalCode } from '../../src/account/actions.ts'
import type { AccountRecord, Invitation, KeyDraft, Role, StoredKey } from '../../src/account/record.ts'
import { hashKey } from '../../src/metering/keys.ts'
import type { PlanName } from '../../src/metering/plans.ts'

/** An account for the rules: its people, keys and invitations. */

export const NOW = Date.parse('2026-11-20T12:00:00Z')
export const { maintainer } = ACTORS
export const [OWNER, ADMIN, MEMBER, STRANGER] = ['OWNER', 'ADMIN', 'MEMBER', 'STRANGER'].map(
  (who) => `${who}@example.org`,
) as [string, string, string, string]

export const draft = (id: string): KeyDraft => ({
  id,
  name: `Key ${id}`,
  hash: hashKey(id),
  prefix: 'rhp_live_Ab12',
  lastFour: id,
})

export const key = (id: string, more: Partial<StoredKey> = {}): StoredKey => ({
  ...draft(id),
  accountId: 'acct_1',
  createdAt: NOW,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
  ...more,
})

export const invitation = (email: string, role: Role, expiresAt = NOW + 1): Invitation => ({
  email,
  role,
  invitedBy: OWNER,
  createdAt: NOW - 1,
  expiresAt,
})

/** An account with one person of each role and one key. */
export function account(plan: PlanName = 'PRO', more: Partial<AccountRecord> = {}): AccountRecord {
  const { record } = createAccount({ id: 'acct_1', name: 'Clinics', plan, ownerEmail: OWNER }, NOW, maintainer)
  const members = [...record.members, { email: ADMIN, role: 'ADMIN' }, { email: MEMBER, role: 'MEMBER' }] as const
  return { ...record, members, keys: [key('key_1')], ...more }
}

/** The code with which a rule refuses; null when it does not. */
export function code(decide: () => Change | null): RefusalCode | null {
  try {
    decide()
    return null
  } catch (error) {
    if (error instanceof AccountRefusal) return error.code
    throw error
  }
}
