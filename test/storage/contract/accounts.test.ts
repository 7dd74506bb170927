import { describe, expect, it } from 'vitest'
import { ACTORS, type RefusalCode } from '../../../src/account/actions.ts'
import { generateId } from '../../../src/metering/keys.ts'
import { PLANS, type PlanName } from '../../../src/metering/plans.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { customer, HOUR, keyDraft, MINUTE, NOON, READ } from '../customer.ts'
import { describeStores } from '../stores.ts'

const noon = getWindows(NOON)
const NEW = { trialEndsAt: null, suspended: false }
const refusal = (code: RefusalCode) => expect.objectContaining({ name: 'AccountRefusal', code })

/** Accounts, their people and their keys. */
describeStores((bench) => {
  describe('stores accounts', () => {
    it('creates one, returns it and lists all, oldest first', async () => {
      const draft = {
        id: generateId('acct'),
        name: 'Müller & Søn | "Ärzte"',
        plan: 'TEAM',
        ownerEmail: 'a@example.org',
      } as const
      const created = await bench.store.createAccount(draft, NOON + 1, ACTORS.maintainer)
      expect(created).toEqual({ ...NEW, id: draft.id, name: draft.name, plan: 'TEAM', createdAt: NOON + 1 })
      const older = await customer(bench.store, 'PRO', NOON)
      expect(await bench.other.account(draft.id)).toEqual(created)
      expect((await bench.other.accounts()).map(({ id }) => id)).toEqual([older.accountId, draft.id])
      expect(await bench.store.members(draft.id)).toEqual([{ email: 'a@example.org', role: 'OWNER' }])
    })

    it('lists more accounts than one scan page, each once', async () => {
      const ids = Array.from({ length: 350 }, () => generateId('acct'))
      await Promise.all(
        ids.map((id, index) => {
          const draft = { id, name: `${index}`, plan: 'PRO', ownerEmail: 'a@example.org' } as const
          return bench.store.createAccount(draft, NOON + index, ACTORS.maintainer)
        }),
      )
      expect((await bench.store.accounts()).map(({ id }) => id)).toEqual(ids)
      expect(await bench.store.accountSummaries()).toEqual(
        ids.map((id, index) => ({ id, name: `${index}`, createdAt: NOON + index, trialNoticeAt: null })),
      )
    })

    it('returns null for an unknown account, and refuses to change it', async () => {
      expect(await bench.store.account('acct_none')).toBeNull()
      const unknown = refusal('account_unknown')
      await expect(bench.store.setPlan('acct_none', 'PRO', NOON, ACTORS.maintainer)).rejects.toEqual(unknown)
      await expect(bench.store.suspend('acct_none', NOON, ACTORS.maintainer)).rejects.toEqual(unknown)
      await expect(bench.store.resume('acct_none', NOON, ACTORS.maintainer)).rejects.toEqual(unknown)
      await expect(bench.store.keys('acct_none')).rejects.toEqual(unknown)
      await expect(bench.store.members('acct_none')).rejects.toEqual(unknown)
      await expect(
        bench.store.addMember('acct_none', { email: 'a@b.org', role: 'ADMIN' }, NOON, ACTORS.maintainer),
      ).rejects.toEqual(unknown)
      await expect(bench.store.removeMember('acct_none', 'a@b.org', NOON, ACTORS.maintainer)).rejects.toEqual(unknown)
      await expect(bench.store.createKey('acct_none', keyDraft(), NOON, ACTORS.maintainer)).rejects.toEqual(unknown)
      await expect(bench.store.usage('acct_none', noon)).rejects.toEqual(unknown)
      await expect(bench.store.claimAlerts('acct_none', NOON, 1)).rejects.toEqual(unknown)
      expect(await bench.store.accounts()).toEqual([])
    })

    it('applies a change of plan from the next request on', async () => {
      const { key, accountId } = await customer(bench.store)
      for (let used = 0; used < 60; used += 1) await bench.other.admit(key, READ, noon)
      expect((await bench.other.admit(key, READ, noon)).verdict).toBe('refused')
      expect((await bench.store.setPlan(accountId, 'TEAM', NOON, ACTORS.maintainer)).plan).toBe('TEAM')
      expect(await bench.other.admit(key, READ, noon)).toMatchObject({ verdict: 'admitted', usage: { plan: 'TEAM' } })
      await bench.store.setPlan(accountId, 'FREE', NOON, ACTORS.maintainer)
      expect(await bench.other.admit(key, READ, noon)).toEqual({ verdict: 'plan_required' })
    })

    it('rejects the keys of a suspended account until it is resumed', async () => {
      const { key, accountId } = await customer(bench.store)
      expect((await bench.store.suspend(accountId, NOON, ACTORS.maintainer)).suspended).toBe(true)
      expect(await bench.other.admit(key, READ, noon)).toEqual({ verdict: 'suspended' })
      expect((await bench.store.resume(accountId, NOON, ACTORS.maintainer)).suspended).toBe(false)
      expect(await bench.other.admit(key, READ, noon)).toMatchObject({ verdict: 'admitted', usage: { monthUsed: 1 } })
    })
  })

  describe('stores members', () => {
    it('lists owners first, then by address', async () => {
      const { accountId } = await customer(bench.store)
      await bench.store.addMember(accountId, { email: 'b@example.org', role: 'MEMBER' }, NOON, ACTORS.maintainer)
      await bench.store.addMember(accountId, { email: 'a@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer)
      expect(await bench.other.members(accountId)).toEqual([
        { email: 'owner@example.org', role: 'OWNER' },
        { email: 'a@example.org', role: 'ADMIN' },
        { email: 'b@example.org', role: 'MEMBER' },
      ])
      expect(await bench.store.removeMember(accountId, 'b@example.org', NOON, ACTORS.maintainer)).toHaveLength(2)
      await expect(bench.store.removeMember(accountId, 'b@example.org', NOON, ACTORS.maintainer)).rejects.toEqual(
        refusal('member_unknown'),
      )
    })

    it('always keeps an owner', async () => {
      const { accountId } = await customer(bench.store)
      const last = refusal('owner_needed')
      await expect(bench.store.removeMember(accountId, 'owner@example.org', NOON, ACTORS.maintainer)).rejects.toEqual(
        last,
      )
      await expect(
        bench.store.addMember(accountId, { email: 'owner@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer),
      ).rejects.toEqual(last)
      await bench.store.addMember(accountId, { email: 'second@example.org', role: 'OWNER' }, NOON, ACTORS.maintainer)
      expect(await bench.store.removeMember(accountId, 'owner@example.org', NOON, ACTORS.maintainer)).toEqual([
        { email: 'second@example.org', role: 'OWNER' },
      ])
    })

    it('keeps an owner when two owners leave at the same time', async () => {
      const { accountId } = await customer(bench.store)
      await bench.store.addMember(accountId, { email: 'second@example.org', role: 'OWNER' }, NOON, ACTORS.maintainer)
      const left = await Promise.allSettled([
        bench.store.removeMember(accountId, 'owner@example.org', NOON, ACTORS.maintainer),
        bench.other.removeMember(accountId, 'second@example.org', NOON, ACTORS.maintainer),
      ])
      expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await bench.store.members(accountId)).toHaveLength(1)
    })
  })

  describe('stores keys', () => {
    it('shows a key by prefix, last four characters and last use, and never its hash', async () => {
      const { accountId } = await customer(bench.store)
      const draft = keyDraft('Nightly sync')
      const created = await bench.store.createKey(accountId, draft, NOON + 5, ACTORS.maintainer)
      expect(created).toEqual({
        id: draft.id,
        accountId,
        name: 'Nightly sync',
        prefix: draft.prefix,
        lastFour: draft.lastFour,
        createdAt: NOON + 5,
        revokedAt: null,
        expiresAt: null,
        lastUsedAt: null,
      })
      await bench.store.admit(draft.hash, READ, getWindows(NOON + 3 * MINUTE + 1_234))
      const keys = await bench.other.keys(accountId)
      expect(keys).toHaveLength(2)
      expect(keys[1]).toEqual({ ...created, lastUsedAt: NOON + 3 * MINUTE })
    })

    it.each(Object.entries(PLANS).filter(([, plan]) => plan.keys > 0))(
      'allows an account on %s its number of keys, also under parallel calls',
      async (plan, { keys }) => {
        const { accountId, keyId } = await customer(bench.store, plan as PlanName)
        const created = await Promise.allSettled(
          Array.from({ length: 2 * keys }, (_, index) =>
            (index % 2 ? bench.store : bench.other).createKey(accountId, keyDraft(), NOON, ACTORS.maintainer),
          ),
        )
        expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(keys - 1)
        for (const result of created) {
          if (result.status === 'rejected') expect(result.reason).toEqual(refusal('keys_exhausted'))
        }
        await bench.store.revokeKey(keyId, NOON, ACTORS.maintainer)
        await expect(bench.store.createKey(accountId, keyDraft(), NOON, ACTORS.maintainer)).resolves.toMatchObject({
          accountId,
        })
      },
    )

    it('gives a FREE account no key', async () => {
      const free = { id: generateId('acct'), name: 'Free', plan: 'FREE', ownerEmail: 'a@example.org' } as const
      await bench.store.createAccount(free, NOON, ACTORS.maintainer)
      await expect(bench.store.createKey(free.id, keyDraft(), NOON, ACTORS.maintainer)).rejects.toEqual(
        refusal('plan_without_keys'),
      )
    })

    it('revokes a key immediately and for all clients; again changes nothing', async () => {
      const { key, keyId } = await customer(bench.store)
      await bench.other.admit(key, READ, noon)
      expect(await bench.store.revokeKey(keyId, NOON + 1, ACTORS.maintainer)).toMatchObject({
        id: keyId,
        revokedAt: NOON + 1,
      })
      expect(await bench.other.admit(key, READ, noon)).toEqual({ verdict: 'revoked' })
      expect(await bench.store.revokeKey(keyId, NOON + 2, ACTORS.maintainer)).toMatchObject({ revokedAt: NOON + 1 })
      await expect(bench.store.revokeKey('key_none', NOON, ACTORS.maintainer)).rejects.toEqual(refusal('key_unknown'))
    })

    it('rotates a key: both work for 24 hours, then only the new one', async () => {
      const { key, keyId, accountId } = await customer(bench.store, 'API')
      const { name: _, ...draft } = keyDraft()
      const rotated = await bench.store.rotateKey(keyId, draft, NOON, ACTORS.maintainer)
      expect(rotated).toMatchObject({ id: draft.id, accountId, name: 'default', expiresAt: null })
      const lastInstant = getWindows(NOON + 24 * HOUR - 1)
      expect((await bench.other.admit(key, READ, lastInstant)).verdict).toBe('admitted')
      expect((await bench.other.admit(draft.hash, READ, lastInstant)).verdict).toBe('admitted')
      const later = getWindows(NOON + 24 * HOUR)
      expect(await bench.other.admit(key, READ, later)).toEqual({ verdict: 'revoked' })
      expect((await bench.other.admit(draft.hash, READ, later)).verdict).toBe('admitted')
    })

    it('does not rotate a key that was revoked or rotated, and counts the pair as one key', async () => {
      const { keyId, accountId } = await customer(bench.store, 'API')
      const { name: _, ...draft } = keyDraft()
      await bench.store.rotateKey(keyId, draft, NOON, ACTORS.maintainer)
      const { name: __, ...second } = keyDraft()
      await expect(bench.store.rotateKey(keyId, second, NOON, ACTORS.maintainer)).rejects.toEqual(refusal('key_ended'))
      await expect(bench.store.createKey(accountId, keyDraft(), NOON, ACTORS.maintainer)).rejects.toEqual(
        refusal('keys_exhausted'),
      )
      await bench.store.revokeKey(draft.id, NOON, ACTORS.maintainer)
      await expect(bench.store.rotateKey(draft.id, second, NOON, ACTORS.maintainer)).rejects.toEqual(
        refusal('key_ended'),
      )
      await expect(bench.store.rotateKey('key_none', second, NOON, ACTORS.maintainer)).rejects.toEqual(
        refusal('key_unknown'),
      )
      await expect(bench.store.createKey(accountId, keyDraft(), NOON, ACTORS.maintainer)).resolves.toMatchObject({
        accountId,
      })
    })
  })
})
