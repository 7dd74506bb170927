import { describe, expect, it } from 'vitest'
import {
  applyBilling,
  createAccount,
  findDueTrialNotice,
  isSigned,
  leaseTrialNotice,
  REMINDER_MS,
  rename,
  setPlan,
  setSuspended,
  settleTrialNotice,
  startTrial,
} from '../../src/account/account.ts'
import { ACTORS, type Change, findDenial, isSystem } from '../../src/account/actions.ts'
import {
  createKey,
  createSubscription,
  isWorking,
  REVOKED_KEPT,
  ROTATION_MS,
  revokeKey,
  revokeSubscription,
  rotateKey,
} from '../../src/account/keys.ts'
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
import {
  generateSecret,
  hashMailbox,
  hashSecret,
  isSecret,
  isValidLink,
  isValidSession,
  LINK_MS,
  markUsed,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  toMailbox,
} from '../../src/account/person.ts'
import type { AccountRecord, StoredKey, StoredSubscription, SubscriptionDraft } from '../../src/account/record.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { PLANS } from '../../src/metering/plans.ts'
import { ADMIN, account, code, draft, invitation, key, MEMBER, maintainer, NOW, OWNER, STRANGER } from './record.ts'

const { billing } = ACTORS
const DAY = 24 * 60 * 60_000
const person = hashMailbox(OWNER)

type Entry = [by: string, action: string, subject: string, detail?: string]

/** The whole change of a record: these parts and these entries of the trail, nothing else. */
function expectChange(decided: Change, record: AccountRecord, parts: Partial<AccountRecord>, ...entries: Entry[]) {
  expect(decided).toEqual({
    record: { ...record, ...parts },
    notes: entries.map(([by, action, subject, detail = '']) => ({ at: NOW, by, action, subject, detail })),
  })
}

describe('an account', () => {
  it('is created empty, with its owner', () => {
    expect(createAccount({ id: 'acct_1', name: 'Clinics', plan: 'PRO', ownerEmail: OWNER }, NOW, maintainer)).toEqual({
      record: {
        account: { id: 'acct_1', name: 'Clinics', plan: 'PRO', trialEndsAt: null, suspended: false, createdAt: NOW },
        billedAt: null,
        trial: null,
        members: [{ email: OWNER, role: 'OWNER' }],
        invitations: [],
        keys: [],
        webhooks: [],
        subscriptions: [],
      },
      notes: [
        { at: NOW, by: maintainer, action: 'ACCOUNT_CREATED', subject: 'Clinics', detail: 'PRO' },
        { at: NOW, by: maintainer, action: 'MEMBER_ADDED', subject: OWNER, detail: 'OWNER' },
      ],
    })
  })

  const record = account()
  const withAccount = (parts: Partial<AccountRecord['account']>) => ({ account: { ...record.account, ...parts } })

  it('is renamed', () => {
    const renamed = rename(account(), { name: 'New', by: ADMIN }, NOW)
    expectChange(renamed, record, withAccount({ name: 'New' }), [ADMIN, 'ACCOUNT_RENAMED', 'New', 'Clinics'])
  })

  it('is suspended and resumed', () => {
    const suspended = withAccount({ suspended: true })
    expectChange(setSuspended(account(), { suspended: true, by: maintainer }, NOW), record, suspended, [
      maintainer,
      'ACCOUNT_SUSPENDED',
      'Clinics',
    ])
    expectChange(setSuspended({ ...account(), ...suspended }, { suspended: false, by: maintainer }, NOW), record, {}, [
      maintainer,
      'ACCOUNT_RESUMED',
      'Clinics',
    ])
    expectChange(
      setSuspended({ ...account(), ...suspended }, { suspended: true, by: maintainer }, NOW),
      record,
      suspended,
    )
  })

  it('gets another plan', () => {
    expectChange(setPlan(account(), { plan: 'TEAM', by: maintainer }, NOW), record, withAccount({ plan: 'TEAM' }), [
      maintainer,
      'PLAN_SET',
      'TEAM',
      'PRO',
    ])
  })
})

describe('a trial', () => {
  const free = account('FREE')
  const endsAt = NOW + 14 * DAY
  const onTrial = (noticeAt: number | null = endsAt - REMINDER_MS, trialEndsAt: number | null = endsAt) =>
    account('FREE', { account: { ...free.account, trialEndsAt }, trial: { person, noticeAt } })

  it('starts with its end, its reminder and the mailbox of who started it', () => {
    const started = startTrial(account('FREE'), { days: 14, by: OWNER, hadTrial: false }, NOW)
    expectChange(started, free, onTrial(), [OWNER, 'TRIAL_STARTED', 'PRO', 'until 2026-12-04T12:00:00.000Z'])
  })

  it.each([
    [3, NOW + 3 * DAY],
    [4, NOW + 4 * DAY - REMINDER_MS],
  ])('of %s days has its first email when it ends, or three days before', (days, noticeAt) => {
    expect(startTrial(account('FREE'), { days, by: OWNER, hadTrial: false }, NOW).record.trial).toEqual({
      person,
      noticeAt,
    })
  })

  it('is refused to others than owners, a second time, and on a paid plan', () => {
    const trial = { days: 14, by: OWNER, hadTrial: false }
    expect(code(() => startTrial(account('FREE'), { ...trial, by: ADMIN }, NOW))).toBe('role_denied')
    expect(code(() => startTrial(onTrial(), trial, NOW))).toBe('trial_used')
    expect(code(() => startTrial(account('FREE'), { ...trial, hadTrial: true }, NOW))).toBe('trial_used')
    expect(code(() => startTrial(account('PRO'), trial, NOW))).toBe('trial_unneeded')
    expect(() => startTrial(account('PRO'), trial, NOW)).toThrow('The account is already on the plan PRO.')
  })

  it('ends with a paid plan from anyone, and with FREE from the maintainer', () => {
    const paid = {
      account: { ...free.account, plan: 'TEAM' as const, trialEndsAt: null },
      trial: { person, noticeAt: null },
    }
    for (const by of [maintainer, billing]) {
      expectChange(
        setPlan(onTrial(), { plan: 'TEAM', by }, NOW),
        free,
        paid,
        [by, 'TRIAL_ENDED', 'PRO'],
        [by, 'PLAN_SET', 'TEAM', 'FREE'],
      )
    }
    const ended = { account: { ...free.account, trialEndsAt: NOW }, trial: { person, noticeAt: NOW } }
    expectChange(setPlan(onTrial(), { plan: 'FREE', by: maintainer }, NOW), free, ended, [
      maintainer,
      'TRIAL_ENDED',
      'PRO',
    ])
    expectChange(setPlan(onTrial(), { plan: 'FREE', by: billing }, NOW), onTrial(), {})
    const over = onTrial(null, NOW)
    expectChange(setPlan(over, { plan: 'FREE', by: maintainer }, NOW), over, {})
    expectChange(
      setPlan(over, { plan: 'PRO', by: billing }, NOW),
      over,
      { account: { ...free.account, plan: 'PRO' } },
      [billing, 'PLAN_SET', 'PRO', 'FREE'],
    )
  })

  it.each<[string, AccountRecord, number, ReturnType<typeof findDueTrialNotice>]>([
    ['none without a trial', free, endsAt, null],
    ['none before the reminder', onTrial(), endsAt - REMINDER_MS - 1, null],
    ['the reminder', onTrial(), endsAt - REMINDER_MS, { kind: 'ENDING', endsAt }],
    ['the reminder until the end', onTrial(), endsAt - 1, { kind: 'ENDING', endsAt }],
    ['the last one at the end', onTrial(), endsAt, { kind: 'ENDED', endsAt }],
    ['none once all are sent', onTrial(null), endsAt, null],
    ['none without an end', onTrial(NOW, null), endsAt, null],
  ])('has a due email: %s', (_, record, at, expected) => {
    expect(findDueTrialNotice(record, at)).toEqual(expected)
  })

  it('delays its email by the lease', () => {
    expectChange(leaseTrialNotice(onTrial(), NOW, 60_000), onTrial(NOW + 60_000), {})
  })

  const [ending, ended] = [{ kind: 'ENDING', endsAt } as const, { kind: 'ENDED', endsAt } as const]
  it.each([
    ['after the reminder with the last', ending, 'sent' as const, endsAt],
    ['after a failure with a retry', ending, { nextAttemptAt: endsAt + 9 * DAY }, endsAt + 9 * DAY],
    ['after a failure of the last with a retry', ended, { nextAttemptAt: endsAt + 7 * DAY - 1 }, endsAt + 7 * DAY - 1],
  ])('goes on %s', (_, notice, delivery, noticeAt) => {
    expectChange(settleTrialNotice(onTrial(NOW), { notice, delivery }, NOW), onTrial(noticeAt), {})
  })

  it.each([
    ['sent', 'sent' as const],
    ['late by a week', { nextAttemptAt: endsAt + 7 * DAY }],
  ])('is told as ended once its last email is %s', (_, delivery) => {
    expectChange(settleTrialNotice(onTrial(NOW), { notice: ended, delivery }, NOW), onTrial(null), {}, [
      'service',
      'TRIAL_ENDED',
      'PRO',
      new Date(endsAt).toISOString(),
    ])
  })

  it('ignores the email of a trial that has changed meanwhile', () => {
    for (const record of [onTrial(null), onTrial(NOW, endsAt + 1), onTrial(NOW, null), { ...onTrial(), trial: null }]) {
      expectChange(settleTrialNotice(record, { notice: ended, delivery: 'sent' }, NOW), record, {})
    }
  })
})

describe('a key', () => {
  it('is added to the others, up to the plan', () => {
    const created = createKey(account(), { draft: draft('key_2'), by: ADMIN }, NOW)
    expectChange(created, account(), { keys: [key('key_1'), key('key_2')] }, [
      ADMIN,
      'KEY_CREATED',
      'key_2',
      'Key key_2',
    ])
    const full = account('PRO', { keys: [key('a'), key('b')] })
    expect(createKey(full, { draft: draft('c'), by: ADMIN }, NOW).record.keys).toHaveLength(PLANS.PRO.keys)
  })

  it('counts against the plan until it is revoked or rotated', () => {
    const record = account('API', { keys: [key('a', { revokedAt: NOW }), key('b', { expiresAt: NOW + 1 })] })
    expect(code(() => createKey(record, { draft: draft('c'), by: OWNER }, NOW))).toBeNull()
  })

  it('of a trial counts against the plan of the trial', () => {
    const free = account('FREE', { keys: [] })
    const record = { ...free, account: { ...free.account, trialEndsAt: NOW + 1 } }
    expect(code(() => createKey(record, { draft: draft('a'), by: OWNER }, NOW))).toBeNull()
    expect(code(() => createKey(record, { draft: draft('a'), by: OWNER }, NOW + 1))).toBe('plan_without_keys')
  })

  it('is revoked once, and no other', () => {
    const record = account('PRO', { keys: [key('a'), key('b'), key('c')] })
    const revoked = { keys: [key('a'), key('b', { revokedAt: NOW }), key('c')] }
    expectChange(revokeKey(record, { keyId: 'b', by: ADMIN }, NOW), record, revoked, [
      ADMIN,
      'KEY_REVOKED',
      'b',
      'Key b',
    ])
    expectChange(revokeKey({ ...record, ...revoked }, { keyId: 'b', by: ADMIN }, NOW + 1), record, revoked)
  })

  it('is rotated: its successor has its name, and it lasts a day', () => {
    const record = account('PRO', { keys: [key('a'), key('b')] })
    const next = key('c', { name: 'Key b' })
    const rotated = [key('a'), key('b', { expiresAt: NOW + ROTATION_MS }), next]
    expectChange(rotateKey(record, { keyId: 'b', draft: draft('c'), by: ADMIN }, NOW), record, { keys: rotated }, [
      ADMIN,
      'KEY_ROTATED',
      'b',
      'c',
    ])
  })

  it('that is rotated again ends the one before it, and only that', () => {
    const created = NOW - 1_000
    const named = { name: 'Sync', createdAt: created }
    const keys = [
      // Replaced by the key that is now rotated.
      key('before', { ...named, expiresAt: created + ROTATION_MS }),
      // Of another name, of another rotation, already over, never rotated.
      key('other', { createdAt: created, expiresAt: created + ROTATION_MS }),
      key('later', { ...named, expiresAt: created + ROTATION_MS + 1 }),
      key('live', named),
      key('now', named),
    ]
    const { record } = rotateKey(account('TEAM', { keys }), { keyId: 'now', draft: draft('next'), by: OWNER }, NOW)
    expect(record.keys.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
      ['before', NOW],
      ['other', created + ROTATION_MS],
      ['later', created + ROTATION_MS + 1],
      ['live', null],
      ['now', NOW + ROTATION_MS],
      ['next', null],
    ])
  })

  it('that has ended keeps its end when its successor is rotated', () => {
    const created = NOW - ROTATION_MS
    const keys = [key('before', { name: 'Sync', expiresAt: NOW }), key('now', { name: 'Sync', createdAt: created })]
    const later = NOW + 5
    const { record } = rotateKey(account('PRO', { keys }), { keyId: 'now', draft: draft('next'), by: OWNER }, later)
    expect(record.keys[0]?.expiresAt).toBe(NOW)
    const atOnce = rotateKey(account('PRO', { keys }), { keyId: 'now', draft: draft('next'), by: OWNER }, NOW)
    expect(atOnce.record.keys[0]?.expiresAt).toBe(NOW)
  })

  it.each<[Partial<StoredKey>, boolean]>([
    [{}, true],
    [{ revokedAt: NOW - 1 }, false],
    [{ expiresAt: NOW + 1 }, true],
    [{ expiresAt: NOW }, false],
    [{ expiresAt: NOW + 1, revokedAt: NOW }, false],
  ])('works until it is revoked or expires: %j', (more, expected) => {
    expect(isWorking(key('a', more), NOW)).toBe(expected)
  })
  it('that is unknown is told by its id', () => {
    expect(() => revokeKey(account(), { keyId: 'key_9', by: OWNER }, NOW)).toThrow('No key has the id "key_9"')
    expect(() => createKey(account('FREE'), { draft: draft('a'), by: OWNER }, NOW)).toThrow(
      'plan FREE includes no keys',
    )
  })
})

describe('a member', () => {
  const record = account()
  const [owner, admin, member] = record.members

  it('is added, and an invitation to them ends', () => {
    const invited = account('PRO', { invitations: [invitation(STRANGER, 'ADMIN'), invitation('x@y.org', 'MEMBER')] })
    const parts = {
      members: [...record.members, { email: STRANGER, role: 'MEMBER' as const }],
      invitations: [invitation('x@y.org', 'MEMBER')],
    }
    expectChange(addMember(invited, { email: STRANGER, role: 'MEMBER', by: maintainer }, NOW), record, parts, [
      maintainer,
      'MEMBER_ADDED',
      STRANGER,
      'MEMBER',
    ])
  })

  it('that exists gets the other role', () => {
    const set = { members: [owner!, admin!, { email: MEMBER, role: 'ADMIN' as const }] }
    const note: Entry = [maintainer, 'ROLE_SET', MEMBER, 'ADMIN']
    expectChange(addMember(account(), { email: MEMBER, role: 'ADMIN', by: maintainer }, NOW), record, set, note)
    expectChange(setRole(account(), { email: MEMBER, role: 'ADMIN', by: maintainer }, NOW), record, set, note)
    expectChange(addMember(account(), { email: MEMBER, role: 'MEMBER', by: maintainer }, NOW), record, {})
  })

  it('is removed with the invitations that they sent', () => {
    const sent = { ...invitation('a@b.org', 'MEMBER'), invitedBy: ADMIN }
    const before = account('PRO', { invitations: [sent, invitation('x@y.org', 'MEMBER')] })
    const parts = { members: [owner!, member!], invitations: [invitation('x@y.org', 'MEMBER')] }
    expectChange(removeMember(before, { email: ADMIN, by: OWNER }, NOW), record, parts, [
      OWNER,
      'MEMBER_REMOVED',
      ADMIN,
    ])
  })

  it('may leave but not remove an equal without the right to', () => {
    const two = account('PRO', { members: [owner!, member!, { email: 'b@c.org', role: 'MEMBER' }] })
    expect(code(() => removeMember(two, { email: 'b@c.org', by: MEMBER }, NOW))).toBe('role_denied')
    expect(code(() => removeMember(two, { email: MEMBER, by: MEMBER }, NOW))).toBeNull()
  })

  it('that owns it with another may go or step down', () => {
    const second = { email: 'second@example.org', role: 'OWNER' as const }
    const owned = account('PRO', { members: [...record.members, second] })
    expect(code(() => removeMember(owned, { email: OWNER, by: OWNER }, NOW))).toBeNull()
    expect(code(() => setRole(owned, { email: OWNER, role: 'MEMBER', by: second.email }, NOW))).toBeNull()
    const { record: left } = removeMember(owned, { email: OWNER, by: OWNER }, NOW)
    expect(code(() => removeMember(left, { email: second.email, by: second.email }, NOW))).toBe('owner_needed')
  })
})

describe('an invitation', () => {
  const record = account()
  const sent = {
    email: STRANGER,
    role: 'ADMIN' as const,
    invitedBy: ADMIN,
    createdAt: NOW,
    expiresAt: NOW + INVITATION_MS,
  }

  it('is sent for a week, in place of an earlier one', () => {
    const before = account('PRO', { invitations: [invitation(STRANGER, 'MEMBER'), invitation('x@y.org', 'MEMBER')] })
    const invitations = [invitation('x@y.org', 'MEMBER'), sent]
    expectChange(invite(before, { email: STRANGER, role: 'ADMIN', by: ADMIN }, NOW), record, { invitations }, [
      ADMIN,
      'MEMBER_INVITED',
      STRANGER,
      'ADMIN',
    ])
    expect(INVITATION_MS).toBe(7 * DAY)
  })

  it('may replace only what the sender manages, and only while that is open', () => {
    const owner = (expiresAt: number) => account('PRO', { invitations: [invitation(STRANGER, 'OWNER', expiresAt)] })
    const again = { email: STRANGER, role: 'MEMBER' as const, by: ADMIN }
    expect(code(() => invite(owner(NOW + 1), again, NOW))).toBe('role_denied')
    expect(code(() => invite(owner(NOW), again, NOW))).toBeNull()
    const others = account('PRO', { invitations: [invitation('x@y.org', 'OWNER')] })
    expect(code(() => invite(others, again, NOW))).toBeNull()
  })

  it.each(['FREE', 'PRO'] as const)(
    'is one of as many as the plan %s allows; a new one to the same person is not one more',
    (plan) => {
      const most = PLANS[plan].invitations
      const invitations = Array.from({ length: most }, (_, at) => invitation(`${at}@example.org`, 'MEMBER'))
      const to = (email: string) => ({ email, role: 'MEMBER' as const, by: OWNER })
      expect(code(() => invite(account(plan, { invitations }), to('new@example.org'), NOW))).toBe(
        'invitations_exhausted',
      )
      expect(code(() => invite(account(plan, { invitations }), to('0@example.org'), NOW))).toBeNull()
      expect(
        code(() => invite(account(plan, { invitations: invitations.slice(1) }), to('new@example.org'), NOW)),
      ).toBeNull()
      const expired = invitations.map((each) => ({ ...each, expiresAt: NOW }))
      expect(code(() => invite(account(plan, { invitations: expired }), to('new@example.org'), NOW))).toBeNull()
    },
  )

  it('is withdrawn, and no other', () => {
    const before = account('PRO', { invitations: [invitation('x@y.org', 'OWNER'), invitation(STRANGER, 'MEMBER')] })
    const parts = { invitations: [invitation('x@y.org', 'OWNER')] }
    expectChange(withdrawInvitation(before, { email: STRANGER, by: ADMIN }, NOW), record, parts, [
      ADMIN,
      'INVITATION_WITHDRAWN',
      STRANGER,
    ])
  })

  it('is declined by the invited person alone', () => {
    const before = account('PRO', { invitations: [invitation('x@y.org', 'OWNER')] })
    expect(code(() => declineInvitation(before, { email: STRANGER }, NOW))).toBe('invitation_unknown')
    const both = account('PRO', { invitations: [invitation('x@y.org', 'OWNER'), invitation(STRANGER, 'MEMBER')] })
    expect(declineInvitation(both, { email: STRANGER }, NOW).record.invitations).toEqual(before.invitations)
  })

  it('of a member only disappears when accepted: the role stays', () => {
    const before = account('PRO', { invitations: [invitation('x@y.org', 'OWNER'), invitation(MEMBER, 'ADMIN')] })
    expectChange(acceptInvitation(before, { email: MEMBER }, NOW), record, {
      invitations: [invitation('x@y.org', 'OWNER')],
    })
  })

  it('is accepted by the invited person alone, with the role of theirs', () => {
    const before = account('PRO', { invitations: [invitation('x@y.org', 'OWNER'), sent] })
    const parts = {
      members: [...record.members, { email: STRANGER, role: 'ADMIN' as const }],
      invitations: [invitation('x@y.org', 'OWNER')],
    }
    expectChange(acceptInvitation(before, { email: STRANGER }, NOW), record, parts, [
      STRANGER,
      'MEMBER_JOINED',
      STRANGER,
      `ADMIN, invited by ${ADMIN}`,
    ])
  })

  it('is open until it expires and while its sender may send it', () => {
    const by = (invitedBy: string, role: 'OWNER' | 'MEMBER', expiresAt = NOW + 1) => ({
      ...invitation('x@y.org', role, expiresAt),
      invitedBy,
    })
    const invitations = [
      by(OWNER, 'OWNER'),
      by(ADMIN, 'OWNER'),
      by(ADMIN, 'MEMBER'),
      by(MEMBER, 'MEMBER'),
      by(STRANGER, 'MEMBER'),
      by(OWNER, 'OWNER', NOW),
    ]
    expect(openInvitations(account('PRO', { invitations }), NOW)).toEqual([invitations[0], invitations[2]])
  })
})

describe('a signed address', () => {
  const addressed = (id: string): SubscriptionDraft => ({
    id,
    name: 'Deadlines',
    hash: hashKey(id),
    prefix: 'rhp_sub_Ab12',
    lastFour: id.slice(-4),
    list: 'opportunities',
    format: 'ics',
    query: 'state=NC',
  })
  const live = (id: string, revokedAt: number | null = null): StoredSubscription => ({
    ...addressed(id),
    createdAt: NOW,
    revokedAt,
    lastUsedAt: null,
  })
  const record = account()

  it('is created by those who may, and by a key of the account', () => {
    for (const by of [ADMIN, 'key_1']) {
      expectChange(
        createSubscription(account(), { draft: addressed('sub_1'), by }, NOW),
        record,
        { subscriptions: [live('sub_1')] },
        [by, 'SUBSCRIPTION_CREATED', 'sub_1', 'Deadlines (opportunities.ics)'],
      )
    }
    expect(code(() => createSubscription(account(), { draft: addressed('a'), by: MEMBER }, NOW))).toBe('role_denied')
    expect(code(() => createSubscription(account(), { draft: addressed('a'), by: 'key_9' }, NOW))).toBe(
      'account_unknown',
    )
    expect(code(() => createSubscription(account('FREE'), { draft: addressed('a'), by: OWNER }, NOW))).toBe(
      'plan_without_keys',
    )
  })

  it('is one of as many as the plan allows; revoked ones do not count', () => {
    const subscriptions = Array.from({ length: PLANS.PRO.subscriptions }, (_, at) => live(`sub_${at}`))
    const next = { draft: addressed('next'), by: OWNER }
    expect(code(() => createSubscription(account('PRO', { subscriptions }), next, NOW))).toBe('subscriptions_exhausted')
    const ended = subscriptions.with(0, live('sub_0', NOW))
    expect(code(() => createSubscription(account('PRO', { subscriptions: ended }), next, NOW))).toBeNull()
  })

  it('is revoked once, and no other', () => {
    const before = account('PRO', { subscriptions: [live('a'), live('b')] })
    const subscriptions = [live('b'), live('a', NOW)]
    expectChange(revokeSubscription(before, { id: 'a', by: 'key_1' }, NOW), record, { subscriptions }, [
      'key_1',
      'SUBSCRIPTION_REVOKED',
      'a',
      'Deadlines (opportunities.ics)',
    ])
    expectChange(revokeSubscription({ ...before, subscriptions }, { id: 'a', by: OWNER }, NOW + 1), record, {
      subscriptions,
    })
    expect(code(() => revokeSubscription(before, { id: 'c', by: OWNER }, NOW))).toBe('subscription_unknown')
    expect(code(() => revokeSubscription(before, { id: 'a', by: MEMBER }, NOW))).toBe('role_denied')
  })

  it('that is revoked is kept until 50 newer ones are', () => {
    const ended = Array.from({ length: REVOKED_KEPT }, (_, at) =>
      live(`old_${at}`, NOW - REVOKED_KEPT + ((at * 7) % REVOKED_KEPT)),
    )
    const before = account('PRO', { subscriptions: [live('b'), ...ended, live('a')] })
    const { subscriptions } = revokeSubscription(before, { id: 'a', by: OWNER }, NOW).record
    expect(subscriptions).toEqual([live('b'), ...ended.slice(1), live('a', NOW)])
    expect(REVOKED_KEPT).toBe(50)
  })
})

describe('a refusal', () => {
  it('is an error with its own name and a sentence', () => {
    const refusal = findDenial(account(), STRANGER, 'account.read')
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal).toMatchObject({ name: 'AccountRefusal', code: 'account_unknown' })
    expect(refusal?.message).toMatch(/^No account has the id "acct_1"\./)
    expect(findDenial(account(), MEMBER, 'keys.create')?.message).toBe('The role MEMBER does not allow this.')
  })

  it('is never given to the maintainer, the payment provider or the service', () => {
    for (const by of Object.keys(ACTORS))
      expect([isSystem(by), findDenial(account(), by, 'members.remove', ['OWNER'])]).toEqual([true, null])
    expect(['toString', OWNER, ''].map(isSystem)).toEqual([false, false, false])
  })

  it('needs the permission and every role that is given or taken', () => {
    expect(findDenial(account(), ADMIN, 'members.set_role', ['MEMBER', 'ADMIN'])).toBeNull()
    expect(findDenial(account(), ADMIN, 'members.set_role', ['MEMBER', 'OWNER'])?.code).toBe('role_denied')
    expect(findDenial(account(), ADMIN, 'trial.start')?.code).toBe('role_denied')
  })
})

describe('a billing event', () => {
  const event = { id: 'evt_1', accountId: 'acct_1', plan: 'TEAM', occurredAt: NOW } as const
  const AHEAD = 5 * 60_000

  it('may be five minutes ahead, no more', () => {
    expect(code(() => applyBilling(account(), { ...event, occurredAt: NOW + AHEAD }, NOW))).toBeNull()
    const refusal = { code: 'event_ahead', message: expect.stringContaining('2026-11-20T12:00:00.000Z') }
    const decide = () => applyBilling(account(), { ...event, occurredAt: NOW + AHEAD + 1 }, NOW)
    expect(decide).toThrow(expect.objectContaining(refusal))
  })

  it.each([
    ['applied without an earlier one', null, true],
    ['applied after an earlier one', NOW - 1, true],
    ['applied at the same instant', NOW, true],
    ['ignored before the latest one', NOW + 1, false],
    ['ignored before one that is ahead', NOW + AHEAD, false],
    ['applied after one that cannot be', NOW + AHEAD + 1, true],
  ])('is %s', (_, billedAt, isApplied) => {
    expect(applyBilling(account('PRO', { billedAt }), event, NOW) !== null).toBe(isApplied)
  })

  const body = new TextEncoder().encode('{"id":"evt_1"}')
  // HMAC-SHA256 of "1795176000." and the body with the secret "secret", from another implementation.
  const V1 = '8810ef72b83052dfb44fd915c30ad9fff40dde5e13a3dc0861412d53c7883a16'
  const at = 1_795_176_000
  it.each<[string, string, number, boolean]>([
    ['its signature', `t=${at},v1=${V1}`, 0, true],
    ['one of two signatures, with spaces', `v1=${'0'.repeat(64)}, t=${at} , v1=${V1}`, 0, true],
    ['five minutes later', `t=${at},v1=${V1}`, 300_000, true],
    ['five minutes earlier', `t=${at},v1=${V1}`, -300_000, true],
    ['later still', `t=${at},v1=${V1}`, 300_001, false],
    ['earlier still', `t=${at},v1=${V1}`, -300_001, false],
    ['another signature', `t=${at},v1=${'0'.repeat(64)}`, 0, false],
    ['a longer signature', `t=${at},v1=${V1}0`, 0, false],
    ['a signature of another version', `t=${at},xv1=${V1}`, 0, false],
    ['an instant that is none', `t=${at}x,v1=${V1}`, 0, false],
    ['an instant of another name', `xt=${at},v1=${V1}`, 0, false],
    ['another instant', `t=${at + 1},v1=${V1}`, 0, false],
    ['no instant', `v1=${V1}`, 0, false],
    ['nothing', '', 0, false],
  ])('is genuine or not with %s', (_, header, later, expected) => {
    expect(isSigned(header, body, 'secret', at * 1000 + later)).toBe(expected)
  })
})

describe('a person', () => {
  it.each([
    ['ana@example.org', 'ana@example.org'],
    ['ana+news@example.org', 'ana@example.org'],
    ['ana+a+b@example.org', 'ana@example.org'],
    ['+ana@example.org', '+ana@example.org'],
    ['ana@plus+host.org', 'ana@plus+host.org'],
    ['a.n.a+x.y@gmail.com', 'ana@gmail.com'],
    ['an.a@googlemail.com', 'ana@gmail.com'],
    ['a.na@mail.gmail.com.org', 'a.na@mail.gmail.com.org'],
    ['"a@b+c"@example.org', '"a@b@example.org'],
  ])('has one mailbox: %s', (email, mailbox) => {
    expect(toMailbox(email)).toBe(mailbox)
    expect(hashMailbox(email.toUpperCase())).toBe(hashMailbox(mailbox))
  })

  it('has another mailbox under another name', () => {
    expect(hashMailbox('ana@example.org')).toMatch(/^[0-9a-f]{64}$/)
    expect(hashMailbox('ana@example.org')).not.toBe(hashMailbox('bea@example.org'))
  })

  it.each<[string | undefined, boolean]>([
    ['a'.repeat(43), true],
    ['-_0'.padEnd(43, 'Z'), true],
    ['a'.repeat(42), false],
    ['a'.repeat(44), false],
    [`${'a'.repeat(42)}.`, false],
    ['', false],
    [undefined, false],
  ])('has a secret of 43 characters: %s', (text, expected) => {
    expect(isSecret(text)).toBe(expected)
  })

  it('has a new secret each time, of which only the hash is kept', () => {
    expect([isSecret(generateSecret()), generateSecret().length]).toEqual([true, 43])
    expect(generateSecret()).not.toBe(generateSecret())
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  const [a, b] = [hashSecret('a'), hashSecret('b')]
  it('opens a link in the browser that asked for it, for 15 minutes', () => {
    const link = { hash: a, browser: b, email: OWNER, expiresAt: NOW }
    expect([isValidLink(link, b, NOW - 1), isValidLink(link, b, NOW), isValidLink(link, a, NOW - 1)]).toEqual([
      true,
      false,
      false,
    ])
    expect(LINK_MS).toBe(15 * 60_000)
  })

  const session = (seenAt: number, createdAt = seenAt) => ({ hash: a, email: OWNER, createdAt, seenAt })
  it.each([
    ['just used', session(NOW), true],
    ['idle for almost 14 days', session(NOW - SESSION_IDLE_MS + 1), true],
    ['idle for 14 days', session(NOW - SESSION_IDLE_MS), false],
    ['almost 30 days old', session(NOW, NOW - SESSION_MAX_MS + 1), true],
    ['30 days old', session(NOW, NOW - SESSION_MAX_MS), false],
  ])('has a session that lasts: %s', (_, present, expected) => {
    expect(isValidSession(present, NOW)).toBe(expected)
    expect([SESSION_IDLE_MS, SESSION_MAX_MS]).toEqual([14 * DAY, 30 * DAY])
  })

  it('has a session whose use is written once an hour', () => {
    const started = session(NOW)
    expect(markUsed(started, NOW + 3_599_999)).toBe(started)
    expect(markUsed(started, NOW + 3_600_000)).toEqual({ ...started, seenAt: NOW + 3_600_000 })
  })
})
