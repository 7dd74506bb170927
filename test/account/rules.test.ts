import { describe, expect, it } from 'vitest'
import { applyBilling, rename, setPlan, setSuspended } from '../../src/account/account.ts'
import type { Change, RefusalCode } from '../../src/account/actions.ts'
import { createKey, ROTATION_MS, revokeKey, rotateKey } from '../../src/account/keys.ts'
import {
  acceptInvitation,
  addMember,
  declineInvitation,
  INVITATION_MS,
  invite,
  openInvitations,
  removeMember,
  setRole,
  withdrawInvitation,
} from '../../src/account/members.ts'
import type { AccountRecord, Role } from '../../src/account/record.ts'
import { PLAN_NAMES, PLANS } from '../../src/metering/plans.ts'
import { ADMIN, account, draft, invitation, MEMBER, maintainer, NOW, OWNER, STRANGER } from './record.ts'

const lines = ({ notes }: Change) =>
  notes.map(({ by, action, subject, detail }) => `${by} ${action} ${subject} ${detail}`.trim())

/** What each rule refuses: error code, rule, record, command. */
const REFUSED: [RefusalCode, () => Change][] = [
  ['account_unknown', () => rename(account(), { name: 'New', by: STRANGER }, NOW)],
  ['account_unknown', () => createKey(account(), { draft: draft('key_2'), by: STRANGER }, NOW)],
  ['account_unknown', () => invite(account(), { email: 'new@example.org', role: 'MEMBER', by: STRANGER }, NOW)],
  ['role_denied', () => rename(account(), { name: 'New', by: MEMBER }, NOW)],
  ['role_denied', () => createKey(account(), { draft: draft('key_2'), by: MEMBER }, NOW)],
  ['role_denied', () => revokeKey(account(), { keyId: 'key_1', by: MEMBER }, NOW)],
  ['role_denied', () => rotateKey(account(), { keyId: 'key_1', draft: draft('key_2'), by: MEMBER }, NOW)],
  ['role_denied', () => invite(account(), { email: 'new@example.org', role: 'MEMBER', by: MEMBER }, NOW)],
  ['role_denied', () => setRole(account(), { email: ADMIN, role: 'MEMBER', by: MEMBER }, NOW)],
  ['role_denied', () => removeMember(account(), { email: ADMIN, by: MEMBER }, NOW)],
  // Admins cannot create or change owners.
  ['role_denied', () => invite(account(), { email: 'new@example.org', role: 'OWNER', by: ADMIN }, NOW)],
  ['role_denied', () => setRole(account(), { email: ADMIN, role: 'OWNER', by: ADMIN }, NOW)],
  ['role_denied', () => setRole(account(), { email: OWNER, role: 'MEMBER', by: ADMIN }, NOW)],
  ['role_denied', () => removeMember(account(), { email: OWNER, by: ADMIN }, NOW)],
  [
    'role_denied',
    () =>
      invite(
        { ...account(), invitations: [invitation('a@b.org', 'OWNER')] },
        { email: 'a@b.org', role: 'MEMBER', by: ADMIN },
        NOW,
      ),
  ],
  [
    'role_denied',
    () =>
      withdrawInvitation(
        { ...account(), invitations: [invitation('a@b.org', 'OWNER')] },
        { email: 'a@b.org', by: ADMIN },
        NOW,
      ),
  ],
  ['member_unknown', () => setRole(account(), { email: STRANGER, role: 'MEMBER', by: OWNER }, NOW)],
  ['member_unknown', () => removeMember(account(), { email: STRANGER, by: OWNER }, NOW)],
  ['member_known', () => invite(account(), { email: MEMBER, role: 'ADMIN', by: OWNER }, NOW)],
  ['owner_needed', () => setRole(account(), { email: OWNER, role: 'ADMIN', by: OWNER }, NOW)],
  ['owner_needed', () => addMember(account(), { email: OWNER, role: 'ADMIN', by: maintainer }, NOW)],
  ['owner_needed', () => removeMember(account(), { email: OWNER, by: OWNER }, NOW)],
  ['owner_needed', () => removeMember(account(), { email: OWNER, by: maintainer }, NOW)],
  ['invitation_unknown', () => withdrawInvitation(account(), { email: STRANGER, by: OWNER }, NOW)],
  ['invitation_unknown', () => acceptInvitation(account(), { email: STRANGER }, NOW)],
  ['invitation_unknown', () => declineInvitation(account(), { email: STRANGER }, NOW)],
  [
    'invitations_exhausted',
    () =>
      invite(
        {
          ...account(),
          invitations: Array.from({ length: PLANS.PRO.invitations }, (_, index) =>
            invitation(`${index}@example.org`, 'MEMBER'),
          ),
        },
        { email: 'new@example.org', role: 'MEMBER', by: OWNER },
        NOW,
      ),
  ],
  ['plan_without_keys', () => createKey(account('FREE'), { draft: draft('key_2'), by: OWNER }, NOW)],
  ['keys_exhausted', () => createKey(account('API'), { draft: draft('key_2'), by: maintainer }, NOW)],
  ['key_unknown', () => revokeKey(account(), { keyId: 'key_9', by: OWNER }, NOW)],
  ['key_unknown', () => rotateKey(account(), { keyId: 'key_9', draft: draft('key_2'), by: OWNER }, NOW)],
  [
    'key_ended',
    () =>
      rotateKey(
        revokeKey(account(), { keyId: 'key_1', by: OWNER }, NOW).record,
        { keyId: 'key_1', draft: draft('key_2'), by: OWNER },
        NOW,
      ),
  ],
  [
    'key_ended',
    () =>
      rotateKey(
        rotateKey(account(), { keyId: 'key_1', draft: draft('key_2'), by: OWNER }, NOW).record,
        { keyId: 'key_1', draft: draft('key_3'), by: OWNER },
        NOW,
      ),
  ],
]

describe('account rules', () => {
  it.each(REFUSED.map(([code, decided], place) => ({ place, code, decided })))(
    'refuse with $code ($place)',
    ({ code, decided }) => {
      expect(decided).toThrow(expect.objectContaining({ name: 'AccountRefusal', code }))
    },
  )

  it('never modify the record they are given', () => {
    const record = account()
    const before = structuredClone(record)
    rename(record, { name: 'New', by: ADMIN }, NOW)
    invite(record, { email: 'new@example.org', role: 'ADMIN', by: ADMIN }, NOW)
    removeMember(record, { email: MEMBER, by: OWNER }, NOW)
    rotateKey(record, { keyId: 'key_1', draft: draft('key_2'), by: ADMIN }, NOW)
    expect(record).toEqual(before)
  })

  const repeated: [string, () => Change][] = [
    ['a name', () => rename(account(), { name: 'Clinics', by: OWNER }, NOW)],
    ['a plan', () => setPlan(account(), { plan: 'PRO', by: maintainer }, NOW)],
    ['a state', () => setSuspended(account(), { suspended: false, by: maintainer }, NOW)],
    ['a role', () => setRole(account(), { email: ADMIN, role: 'ADMIN', by: OWNER }, NOW)],
  ]
  it.each(repeated)('change and record nothing for %s that stays the same', (_, decided) => {
    expect(decided()).toEqual({ record: account(), notes: [] })
  })

  it('let every member leave, and the maintainer do everything', () => {
    expect(lines(removeMember(account(), { email: MEMBER, by: MEMBER }, NOW))).toEqual([
      `${MEMBER} MEMBER_REMOVED ${MEMBER}`,
    ])
    expect(lines(setRole(account(), { email: ADMIN, role: 'OWNER', by: maintainer }, NOW))).toEqual([
      `maintainer ROLE_SET ${ADMIN} OWNER`,
    ])
  })

  it('give an invited person the invited role until the invitation expires', () => {
    const invited = invite(account(), { email: STRANGER, role: 'ADMIN', by: OWNER }, NOW).record
    const joined = acceptInvitation(invited, { email: STRANGER }, NOW + INVITATION_MS - 1)
    expect(joined.record.members).toContainEqual({ email: STRANGER, role: 'ADMIN' })
    expect(joined.record.invitations).toEqual([])
    expect(lines(joined)).toEqual([`${STRANGER} MEMBER_JOINED ${STRANGER} ADMIN, invited by ${OWNER}`])
    expect(() => acceptInvitation(invited, { email: STRANGER }, NOW + INVITATION_MS)).toThrow(
      expect.objectContaining({
        code: 'invitation_unknown',
      }),
    )
  })

  it('end an invitation when its sender loses the right to send it: removed, made a member, or no longer an owner', () => {
    const sent = (by: string, role: Role) => invite(account(), { email: STRANGER, role, by }, NOW).record
    const ownedTwice = (record: AccountRecord) =>
      addMember(record, { email: 'second@example.org', role: 'OWNER', by: maintainer }, NOW).record
    const ended: AccountRecord[] = [
      removeMember(sent(ADMIN, 'ADMIN'), { email: ADMIN, by: OWNER }, NOW).record,
      setRole(sent(ADMIN, 'ADMIN'), { email: ADMIN, role: 'MEMBER', by: OWNER }, NOW).record,
      setRole(ownedTwice(sent(OWNER, 'OWNER')), { email: OWNER, role: 'ADMIN', by: maintainer }, NOW).record,
    ]
    for (const record of ended) {
      expect(openInvitations(record, NOW)).toEqual([])
      expect(() => acceptInvitation(record, { email: STRANGER }, NOW)).toThrow(
        expect.objectContaining({ code: 'invitation_unknown' }),
      )
    }
    // A returning sender has not sent it again.
    const back = addMember(ended[0] as AccountRecord, { email: ADMIN, role: 'ADMIN', by: maintainer }, NOW).record
    expect(openInvitations(back, NOW)).toEqual([])
  })

  it('let an invited person decline', () => {
    const invited = invite(account(), { email: STRANGER, role: 'ADMIN', by: OWNER }, NOW).record
    const declined = declineInvitation(invited, { email: STRANGER }, NOW)
    expect(declined.record).toEqual(account())
    expect(lines(declined)).toEqual([`${STRANGER} INVITATION_DECLINED ${STRANGER}`])
  })

  it.each(PLAN_NAMES.filter((name) => PLANS[name].keys > 0))(
    "limit the keys of an account on %s to its plan's number",
    (plan) => {
      let record: AccountRecord = { ...account(plan), keys: [] }
      for (let count = 0; count < PLANS[plan].keys; count += 1) {
        record = createKey(record, { draft: draft(`key_${count}`), by: ADMIN }, NOW).record
      }
      const more = { draft: draft('key_more'), by: ADMIN }
      expect(() => createKey(record, more, NOW)).toThrow(expect.objectContaining({ code: 'keys_exhausted' }))
      const revoked = revokeKey(record, { keyId: 'key_0', by: ADMIN }, NOW).record
      expect(createKey(revoked, more, NOW).record.keys).toHaveLength(PLANS[plan].keys + 1)
    },
  )

  it('leave two working keys after 50 rotations of one, not 51', () => {
    let { record } = { record: account() }
    let keyId = 'key_1'
    for (let turn = 0; turn < 50; turn += 1) {
      const next = { ...draft(`key_r${turn}`) }
      record = rotateKey(record, { keyId, draft: next, by: OWNER }, NOW + turn).record
      keyId = next.id
    }
    const working = record.keys.filter(
      (key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > NOW + 50),
    )
    expect(working.filter(({ name }) => name === record.keys.at(-1)?.name)).toHaveLength(2)
  })

  it('let a rotated key work for a day next to its successor of the same name', () => {
    const { name: _, ...next } = draft('key_2')
    const { record } = rotateKey(account(), { keyId: 'key_1', draft: next, by: ADMIN }, NOW)
    expect(record.keys).toMatchObject([
      { id: 'key_1', expiresAt: NOW + ROTATION_MS },
      { id: 'key_2', name: 'Key key_1', expiresAt: null },
    ])
  })

  it('apply billing events in the order in which they happened', () => {
    const event = { id: 'evt_1', accountId: 'acct_1', plan: 'TEAM', occurredAt: NOW } as const
    const applied = applyBilling(account(), event, NOW)
    expect(applied).toMatchObject({ record: { billedAt: NOW, account: { plan: 'TEAM' } }, notes: [{ by: 'billing' }] })
    const { record } = applied!
    expect(applyBilling(record, { ...event, plan: 'FREE', occurredAt: NOW - 1 }, NOW)).toBeNull()
    expect(applyBilling(record, { ...event, occurredAt: NOW + 1 }, NOW)).toEqual({
      record: { ...record, billedAt: NOW + 1 },
      notes: [],
    })
  })
})
