import { describe, expect, it } from 'vitest'
import { BILLING_MEMORY_MS } from '../../../src/account/account.ts'
import { ACTORS, type Entry } from '../../../src/account/actions.ts'
import { generateId } from '../../../src/metering/keys.ts'
import { customer, keyDraft, NOON } from '../customer.ts'
import { describeStores } from '../stores.ts'

const ANA = 'ana@example.org'
const BEN = 'ben@example.org'
const OWNER = 'owner@example.org'
const unknown = expect.objectContaining({ name: 'AccountRefusal', code: 'account_unknown' })

/** What was changed, by whom; and the plans that a payment provider sets. */
describeStores((bench) => {
  const lines = (entries: Entry[]) =>
    entries.map(({ at, by, action, subject, detail }) => `${at - NOON} ${by} ${action} ${subject} ${detail}`.trim())

  describe('stores the trail of an account', () => {
    it('with every change, who made it, when and of what, newest first', async () => {
      const { store } = bench
      const id = generateId('acct')
      await store.createAccount({ id, name: 'Clinics', plan: 'FREE', ownerEmail: ANA }, NOON, ACTORS.maintainer)
      await store.rename(id, 'Clinics / "Prairie" é|', NOON + 1, ANA)
      await store.setPlan(id, 'PRO', NOON + 2, ACTORS.maintainer)
      await store.suspend(id, NOON + 3, ACTORS.maintainer)
      await store.resume(id, NOON + 4, ACTORS.maintainer)
      await store.invite(id, { email: BEN, role: 'MEMBER' }, NOON + 5, ANA)
      await store.acceptInvitation(id, BEN, NOON + 6)
      await store.setRole(id, { email: BEN, role: 'ADMIN' }, NOON + 7, ANA)
      await store.addMember(id, { email: 'c@example.org', role: 'OWNER' }, NOON + 8, ACTORS.maintainer)
      await store.addMember(id, { email: 'c@example.org', role: 'ADMIN' }, NOON + 9, ACTORS.maintainer)
      await store.removeMember(id, 'c@example.org', NOON + 10, ANA)
      await store.invite(id, { email: 'd@example.org', role: 'MEMBER' }, NOON + 11, ANA)
      await store.withdrawInvitation(id, 'd@example.org', NOON + 12, ANA)
      const key = keyDraft('Nightly sync')
      await store.createKey(id, key, NOON + 13, ANA)
      const { name: _, ...next } = keyDraft()
      await store.rotateKey(key.id, next, NOON + 14, BEN)
      await store.revokeKey(next.id, NOON + 15, ANA)
      await store.bill({ id: `evt_${id}`, accountId: id, plan: 'TEAM', occurredAt: NOON }, NOON + 16)

      const entries = await bench.other.trail(id, 100)
      expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 18 }, (_, index) => 18 - index))
      expect(lines(entries).reverse()).toEqual([
        '0 maintainer ACCOUNT_CREATED Clinics FREE',
        `0 maintainer MEMBER_ADDED ${ANA} OWNER`,
        `1 ${ANA} ACCOUNT_RENAMED Clinics / "Prairie" é| Clinics`,
        '2 maintainer PLAN_SET PRO FREE',
        '3 maintainer ACCOUNT_SUSPENDED Clinics / "Prairie" é|',
        '4 maintainer ACCOUNT_RESUMED Clinics / "Prairie" é|',
        `5 ${ANA} MEMBER_INVITED ${BEN} MEMBER`,
        `6 ${BEN} MEMBER_JOINED ${BEN} MEMBER, invited by ${ANA}`,
        `7 ${ANA} ROLE_SET ${BEN} ADMIN`,
        '8 maintainer MEMBER_ADDED c@example.org OWNER',
        '9 maintainer ROLE_SET c@example.org ADMIN',
        `10 ${ANA} MEMBER_REMOVED c@example.org`,
        `11 ${ANA} MEMBER_INVITED d@example.org MEMBER`,
        `12 ${ANA} INVITATION_WITHDRAWN d@example.org`,
        `13 ${ANA} KEY_CREATED ${key.id} Nightly sync`,
        `14 ${BEN} KEY_ROTATED ${key.id} ${next.id}`,
        `15 ${ANA} KEY_REVOKED ${next.id} Nightly sync`,
        '16 billing PLAN_SET TEAM PRO',
      ])
    })

    it('of a first account, starting with its owner', async () => {
      const [membership] = await bench.store.welcome(ANA, NOON)
      expect(lines(await bench.other.trail(membership!.account.id, 10))).toEqual([
        `0 ${ANA} MEMBER_ADDED ${ANA} OWNER`,
        `0 ${ANA} ACCOUNT_CREATED ${ANA} FREE`,
      ])
    })

    it('without changes that had no effect or were refused', async () => {
      const { accountId, keyId } = await customer(bench.store, 'API')
      await bench.store.revokeKey(keyId, NOON, ACTORS.maintainer)
      const before = await bench.store.trail(accountId, 100)
      await bench.store.revokeKey(keyId, NOON, ACTORS.maintainer)
      await bench.store.setPlan(accountId, 'API', NOON, ACTORS.maintainer)
      await bench.store.resume(accountId, NOON, ACTORS.maintainer)
      await bench.store.rename(accountId, 'Prairie Clinics', NOON, OWNER)
      await bench.store.addMember(accountId, { email: OWNER, role: 'OWNER' }, NOON, ACTORS.maintainer)
      await bench.store.setRole(accountId, { email: OWNER, role: 'OWNER' }, NOON, ACTORS.maintainer)
      const { name: _, ...draft } = keyDraft()
      const refused = await Promise.allSettled([
        bench.store.removeMember(accountId, OWNER, NOON, ACTORS.maintainer),
        bench.store.setRole(accountId, { email: OWNER, role: 'ADMIN' }, NOON, ACTORS.maintainer),
        bench.store.setRole(accountId, { email: 'nobody@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer),
        bench.store.removeMember(accountId, 'nobody@example.org', NOON, ACTORS.maintainer),
        bench.store.rotateKey(keyId, draft, NOON, ACTORS.maintainer),
        bench.store.invite(accountId, { email: OWNER, role: 'ADMIN' }, NOON, OWNER),
      ])
      expect(refused.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
        'owner_needed',
        'owner_needed',
        'member_unknown',
        'member_unknown',
        'key_ended',
        'member_known',
      ])
      expect(await bench.store.trail(accountId, 100)).toEqual(before)
    })

    it('page by page, with unique numbers even under parallel changes', async () => {
      const { accountId } = await customer(bench.store)
      const other = await customer(bench.store)
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 ? bench.store : bench.other).rename(accountId, `Name ${index}`, NOON, OWNER),
        ),
      )
      const all = await bench.store.trail(accountId, 100)
      expect(all).toHaveLength(33)
      const paged: Entry[] = []
      for (let before: number | undefined; ; ) {
        const page = await bench.other.trail(accountId, 7, before)
        paged.push(...page)
        before = page.at(-1)?.number
        if (page.length < 7) break
      }
      expect(paged).toEqual(all)
      expect(await bench.store.trail(accountId, 7, 1)).toEqual([])
      expect(await bench.store.trail(accountId, 7, 999)).toEqual(all.slice(0, 7))
      expect(await bench.store.trail(other.accountId, 100)).toHaveLength(3)
      await expect(bench.store.trail('acct_none', 1)).rejects.toEqual(unknown)
      await expect(bench.store.rename('acct_none', 'Name', NOON, ANA)).rejects.toEqual(unknown)
    })
  })

  describe('accepts billing events', () => {
    const event = (accountId: string, id: string, occurredAt = NOON) =>
      ({ id, accountId, plan: 'TEAM', occurredAt }) as const

    it('sets the plan once per event, however often and concurrently it arrives', async () => {
      const { accountId } = await customer(bench.store)
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? bench.store : bench.other).bill(event(accountId, 'evt_1'), NOON),
        ),
      )
      expect(outcomes.toSorted()).toEqual(['applied', ...Array.from({ length: 9 }, () => 'replayed')])
      expect((await bench.store.account(accountId))?.plan).toBe('TEAM')
      await bench.store.setPlan(accountId, 'PRO', NOON, ACTORS.maintainer)
      expect(await bench.other.bill(event(accountId, 'evt_1'), NOON + BILLING_MEMORY_MS - 1)).toBe('replayed')
      expect((await bench.store.account(accountId))?.plan).toBe('PRO')
    })

    it('lets no earlier event undo a later one', async () => {
      const { accountId } = await customer(bench.store)
      expect(await bench.store.bill({ ...event(accountId, 'evt_2', NOON + 2), plan: 'FREE' }, NOON)).toBe('applied')
      expect(await bench.store.bill(event(accountId, 'evt_3', NOON + 1), NOON)).toBe('outdated')
      expect((await bench.store.account(accountId))?.plan).toBe('FREE')
      expect(await bench.store.bill(event(accountId, 'evt_4', NOON + 2), NOON)).toBe('applied')
      expect((await bench.store.account(accountId))?.plan).toBe('TEAM')
    })

    it('does not record an event about an unknown account', async () => {
      await expect(bench.store.bill(event('acct_none', 'evt_5'), NOON)).rejects.toEqual(unknown)
      const { accountId } = await customer(bench.store)
      expect(await bench.store.bill(event(accountId, 'evt_5'), NOON)).toBe('applied')
    })
  })
})
