import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { LINK_MS, type SecretHash } from '../../../src/account/person.ts'
import { PLANS } from '../../../src/metering/plans.ts'
import { customer, HOUR, MINUTE, NOON } from '../customer.ts'
import { describeStores } from '../stores.ts'

const DAY = 24 * HOUR
const ANA = 'ana@example.org'
const OWNER = 'owner@example.org'
const secret = () => randomBytes(32).toString('hex') as SecretHash
const refusal = (code: string) => expect.objectContaining({ name: 'AccountRefusal', code })

/** How people sign in, and their accounts. */
describeStores((bench) => {
  describe('stores sign-in links', () => {
    const kept = async () => {
      const link = { hash: secret(), browser: secret(), email: ANA }
      await bench.store.saveLink(link, NOON)
      return link
    }

    it('each works once, whichever client is used, also concurrently', async () => {
      const { hash, browser } = await kept()
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? bench.store : bench.other).takeLink(hash, browser, NOON + MINUTE),
        ),
      )
      expect(taken.filter((email) => email !== null)).toEqual([ANA])
    })

    it('each works for 15 minutes', async () => {
      const [first, second] = [await kept(), await kept()]
      expect(await bench.other.takeLink(first.hash, first.browser, NOON + LINK_MS - 1)).toBe(ANA)
      expect(await bench.other.takeLink(second.hash, second.browser, NOON + LINK_MS)).toBeNull()
    })

    it('each fails in another browser, and still works in the right one', async () => {
      const { hash, browser } = await kept()
      expect(await bench.store.takeLink(hash, secret(), NOON)).toBeNull()
      expect(await bench.store.takeLink(secret(), browser, NOON)).toBeNull()
      expect(await bench.store.takeLink(hash, browser, NOON)).toBe(ANA)
    })
  })

  describe('stores sessions', () => {
    it('each lasts 14 days after its last use', async () => {
      const hash = secret()
      expect(await bench.store.openSession(hash, ANA, NOON)).toEqual({
        hash,
        email: ANA,
        createdAt: NOON,
        seenAt: NOON,
      })
      expect(await bench.other.session(hash, NOON + 14 * DAY - 1)).toMatchObject({ email: ANA })
      expect(await bench.other.session(hash, NOON + 28 * DAY - 2)).toMatchObject({ email: ANA })
      expect(await bench.store.session(secret(), NOON)).toBeNull()
      const idle = secret()
      await bench.store.openSession(idle, ANA, NOON)
      expect(await bench.store.session(idle, NOON + 14 * DAY)).toBeNull()
    })

    it('each lasts 30 days in total', async () => {
      const hash = secret()
      await bench.store.openSession(hash, ANA, NOON)
      for (let day = 5; day < 30; day += 5) {
        expect(await bench.store.session(hash, NOON + day * DAY)).toMatchObject({ seenAt: NOON + day * DAY })
      }
      expect(await bench.store.session(hash, NOON + 30 * DAY - 1)).toMatchObject({ createdAt: NOON })
      expect(await bench.store.session(hash, NOON + 30 * DAY)).toBeNull()
    })

    it('records the last use to the hour', async () => {
      const hash = secret()
      await bench.store.openSession(hash, ANA, NOON)
      expect(await bench.store.session(hash, NOON + HOUR - 1)).toMatchObject({ seenAt: NOON })
      expect(await bench.store.session(hash, NOON + HOUR)).toMatchObject({ seenAt: NOON + HOUR })
    })

    it("lists a person's active ones, newest first, and ends one or all", async () => {
      const [first, second, third, other] = [secret(), secret(), secret(), secret()]
      await bench.store.openSession(first, ANA, NOON)
      await bench.store.openSession(second, ANA, NOON + DAY)
      await bench.store.openSession(third, ANA, NOON + 2 * DAY)
      await bench.store.openSession(other, OWNER, NOON)
      const listed = async (at: number) => (await bench.other.sessions(ANA, at)).map(({ hash }) => hash)
      expect(await listed(NOON + 2 * DAY)).toEqual([third, second, first])
      expect(await listed(NOON + 14 * DAY)).toEqual([third, second])
      await bench.store.endSession(second)
      expect(await bench.other.session(second, NOON + DAY)).toBeNull()
      expect(await listed(NOON + 2 * DAY)).not.toContain(second)
      await bench.store.endSessions(ANA)
      expect(await listed(NOON + 2 * DAY)).toEqual([])
      expect(await bench.other.session(third, NOON + 2 * DAY)).toBeNull()
      expect(await bench.other.session(other, NOON + 2 * DAY)).toMatchObject({ email: OWNER })
    })
  })

  describe('creates accounts at sign-in', () => {
    it('one FREE account for the first sign-in of an address', async () => {
      const welcomed = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? bench.store : bench.other).welcome(ANA, NOON)),
      )
      const [account] = await bench.store.accounts()
      expect(await bench.store.accounts()).toHaveLength(1)
      expect(account).toMatchObject({ name: ANA, plan: 'FREE', suspended: false, createdAt: NOON })
      for (const memberships of welcomed) expect(memberships).toEqual([{ account, role: 'OWNER' }])
      expect(await bench.other.memberships(ANA)).toEqual([{ account, role: 'OWNER' }])
      expect(await bench.store.memberships('nobody@example.org')).toEqual([])
    })

    it("lists a person's accounts, oldest first, with the role in each", async () => {
      const later = await customer(bench.store, 'TEAM', NOON + 1)
      const older = await customer(bench.store, 'PRO', NOON)
      await bench.store.addMember(later.accountId, { email: ANA, role: 'ADMIN' }, NOON, ACTORS.maintainer)
      await bench.store.addMember(older.accountId, { email: ANA, role: 'MEMBER' }, NOON, ACTORS.maintainer)
      const roles = async () =>
        (await bench.other.memberships(ANA)).map(({ account, role }) => `${account.id} ${account.plan} ${role}`)
      expect(await roles()).toEqual([`${older.accountId} PRO MEMBER`, `${later.accountId} TEAM ADMIN`])
      await bench.store.removeMember(older.accountId, ANA, NOON, ACTORS.maintainer)
      expect(await roles()).toEqual([`${later.accountId} TEAM ADMIN`])
      expect(await bench.store.welcome(ANA, NOON)).toHaveLength(1)
    })

    it('leaves invitations to be accepted or declined explicitly', async () => {
      const { accountId } = await customer(bench.store, 'PRO', NOON + 2)
      const late = await customer(bench.store)
      const other = await customer(bench.store)
      await bench.store.invite(late.accountId, { email: ANA, role: 'OWNER' }, NOON - 7 * DAY, OWNER)
      await bench.store.invite(other.accountId, { email: ANA, role: 'OWNER' }, NOON - 1, OWNER)
      await bench.store.invite(accountId, { email: ANA, role: 'ADMIN' }, NOON, OWNER)
      expect(await bench.other.welcome(ANA, NOON)).toMatchObject([{ account: { plan: 'FREE' }, role: 'OWNER' }])
      expect(await bench.other.readInvitations(ANA, NOON)).toMatchObject([
        { accountId: other.accountId },
        {
          accountId,
          accountName: 'Prairie Clinics',
          email: ANA,
          role: 'ADMIN',
          invitedBy: OWNER,
          createdAt: NOON,
          expiresAt: NOON + 7 * DAY,
        },
      ])
      const unknown = refusal('invitation_unknown')
      await expect(bench.other.acceptInvitation(late.accountId, ANA, NOON)).rejects.toEqual(unknown)
      await bench.other.declineInvitation(other.accountId, ANA, NOON)
      await bench.other.acceptInvitation(accountId, ANA, NOON)
      await expect(bench.store.acceptInvitation(accountId, ANA, NOON)).rejects.toEqual(unknown)
      expect(await bench.store.members(accountId)).toContainEqual({ email: ANA, role: 'ADMIN' })
      for (const each of [late, other]) expect(await bench.store.members(each.accountId)).toHaveLength(1)
      expect(await bench.store.invitations(accountId, NOON)).toEqual([])
      expect(await bench.store.readInvitations(ANA, NOON)).toEqual([])
    })

    it('ends an invitation when its sender loses the right', async () => {
      const { accountId } = await customer(bench.store)
      const admin = 'admin@example.org'
      await bench.store.addMember(accountId, { email: admin, role: 'ADMIN' }, NOON, ACTORS.maintainer)
      await bench.store.invite(accountId, { email: ANA, role: 'ADMIN' }, NOON, admin)
      await bench.store.removeMember(accountId, admin, NOON, OWNER)
      expect(await bench.other.readInvitations(ANA, NOON)).toEqual([])
      await expect(bench.other.acceptInvitation(accountId, ANA, NOON)).rejects.toEqual(refusal('invitation_unknown'))
    })

    it('keeps the role of someone who became a member in the meantime', async () => {
      const { accountId } = await customer(bench.store)
      await bench.store.invite(accountId, { email: ANA, role: 'OWNER' }, NOON, OWNER)
      await bench.store.addMember(accountId, { email: ANA, role: 'MEMBER' }, NOON, ACTORS.maintainer)
      expect(await bench.store.invitations(accountId, NOON)).toEqual([])
      expect(await bench.store.welcome(ANA, NOON)).toMatchObject([{ role: 'MEMBER' }])
    })
  })

  describe('stores invitations', () => {
    it('lists those that are valid for 7 days; a new one replaces the old', async () => {
      const { accountId } = await customer(bench.store)
      await bench.store.invite(accountId, { email: 'b@example.org', role: 'ADMIN' }, NOON, OWNER)
      const invited = await bench.store.invite(accountId, { email: ANA, role: 'ADMIN' }, NOON, OWNER)
      expect(await bench.other.invitations(accountId, NOON)).toMatchObject([invited, { email: 'b@example.org' }])
      const admin = { email: 'b|c@example.org', role: 'ADMIN' } as const
      await bench.store.addMember(accountId, admin, NOON, ACTORS.maintainer)
      await bench.store.invite(accountId, { email: ANA, role: 'MEMBER' }, NOON + DAY, admin.email)
      expect(await bench.other.invitations(accountId, NOON + 7 * DAY)).toEqual([
        { email: ANA, role: 'MEMBER', invitedBy: 'b|c@example.org', createdAt: NOON + DAY, expiresAt: NOON + 8 * DAY },
      ])
      expect(await bench.store.invitations(accountId, NOON + 8 * DAY)).toEqual([])
    })

    it('withdraws one, and rejects members, too many, and unknown ones', async () => {
      const { accountId } = await customer(bench.store)
      const member = { email: ANA, role: 'MEMBER' } as const
      await bench.store.invite(accountId, member, NOON, OWNER)
      await bench.store.withdrawInvitation(accountId, ANA, NOON, OWNER)
      expect(await bench.other.readInvitations(ANA, NOON)).toEqual([])
      await expect(bench.store.withdrawInvitation(accountId, ANA, NOON, OWNER)).rejects.toEqual(
        refusal('invitation_unknown'),
      )
      await expect(bench.store.invite(accountId, { ...member, email: OWNER }, NOON, OWNER)).rejects.toEqual(
        refusal('member_known'),
      )
      const unknown = refusal('account_unknown')
      await expect(bench.store.invite('acct_none', member, NOON, OWNER)).rejects.toEqual(unknown)
      await expect(bench.store.withdrawInvitation('acct_none', ANA, NOON, OWNER)).rejects.toEqual(unknown)
      await expect(bench.store.invitations('acct_none', NOON)).rejects.toEqual(unknown)
      for (let index = 0; index < PLANS.PRO.invitations; index += 1) {
        await bench.store.invite(accountId, { email: `${index}@example.org`, role: 'MEMBER' }, NOON, OWNER)
      }
      await expect(bench.store.invite(accountId, member, NOON, OWNER)).rejects.toEqual(refusal('invitations_exhausted'))
      await expect(
        bench.store.invite(accountId, { email: '7@example.org', role: 'ADMIN' }, NOON, OWNER),
      ).resolves.toMatchObject({ role: 'ADMIN' })
      await expect(bench.store.invite(accountId, member, NOON + 7 * DAY, OWNER)).resolves.toMatchObject(member)
    })
  })
})
