import { describe, expect, it } from 'vitest'
import { REMINDER_MS } from '../../../src/account/account.ts'
import { ACTORS, type RefusalCode } from '../../../src/account/actions.ts'
import { generateId } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import type { AccountCopy, Store } from '../../../src/storage/port.ts'
import { getUsage, HOUR, keyDraft, NOON, READ } from '../customer.ts'
import { describeStores } from '../stores.ts'

const DAYS = 14
const DAY = 24 * HOUR
const END = NOON + DAYS * DAY
const ANA = 'ana@example.org'
const refusal = (code: RefusalCode) => expect.objectContaining({ name: 'AccountRefusal', code })

async function freeAccount(store: Store, owner = ANA): Promise<string> {
  const draft = { id: generateId('acct'), name: 'Clinics', plan: 'FREE', ownerEmail: owner } as const
  return (await store.createAccount(draft, NOON, ACTORS.maintainer)).id
}

/** An account whose trial began at NOON, with a key that was made during it. */
async function onTrial(store: Store) {
  const accountId = await freeAccount(store)
  await store.startTrial(accountId, DAYS, NOON, ANA)
  const draft = keyDraft()
  await store.createKey(accountId, draft, NOON, ANA)
  return { accountId, key: draft.hash }
}

const actions = async (store: Store, id: string) => (await store.trail(id, 100)).map(({ action }) => action)

/** A paid plan for some days, once per person. */
describeStores((bench) => {
  describe('starts a trial', () => {
    it('that lasts until its exact end, on every path, and keeps the keys', async () => {
      const { accountId, key } = await onTrial(bench.store)
      const { id, name, createdAt } = (await bench.store.account(accountId)) ?? {}
      const noticeAt = END - REMINDER_MS
      expect(await bench.other.accountSummaries()).toEqual([{ id, name, createdAt, trialNoticeAt: noticeAt }])
      const last = getWindows(END - 1)
      expect(await bench.other.judge(key, last)).toBe('valid')
      expect(getUsage(await bench.other.admit(key, READ, last))).toMatchObject({ plan: 'PRO', trialEndsAt: END })
      expect(await bench.store.usage(accountId, last)).toMatchObject({
        plan: 'PRO',
        requests: { limit: 2_000, used: 1 },
        account: { plan: 'FREE', trialEndsAt: END },
      })
      expect(await bench.other.judge(key, getWindows(END))).toBe('trial_ended')
      expect(await bench.other.admit(key, READ, getWindows(END))).toEqual({ verdict: 'trial_ended', accountId })
      expect(await bench.store.usage(accountId, getWindows(END))).toMatchObject({
        plan: 'FREE',
        requests: { limit: 0 },
      })
      await expect(bench.store.createKey(accountId, keyDraft(), END, ANA)).rejects.toEqual(refusal('plan_without_keys'))
      expect(await bench.store.keys(accountId)).toHaveLength(1)
    })

    it('once per person, whatever the spelling of the mailbox, also for concurrent calls', async () => {
      const ids = await Promise.all(
        ['Ben@example.org', 'ben+api@example.org', 'BEN+2@Example.org'].map((email) => freeAccount(bench.store, email)),
      )
      const owners = ['Ben@example.org', 'ben+api@example.org', 'BEN+2@Example.org']
      const started = await Promise.allSettled(
        ids.map((id, place) =>
          (place % 2 ? bench.other : bench.store).startTrial(id, DAYS, NOON, owners[place] as string),
        ),
      )
      expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of started) {
        if (result.status === 'rejected') expect(result.reason).toEqual(refusal('trial_used'))
      }
      expect(
        await bench.store.mayStartTrial(await freeAccount(bench.store, 'ben@example.org'), 'ben@example.org'),
      ).toBe(false)
      expect(await bench.store.mayStartTrial(await freeAccount(bench.store, 'c@example.org'), 'c@example.org')).toBe(
        true,
      )
    })

    it('once per account, only for owners of one on FREE', async () => {
      const { store } = bench
      const { accountId } = await onTrial(store)
      await store.addMember(accountId, { email: 'b@example.org', role: 'OWNER' }, NOON, ACTORS.maintainer)
      await store.addMember(accountId, { email: 'c@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer)
      await expect(store.startTrial(accountId, DAYS, NOON, 'b@example.org')).rejects.toEqual(refusal('trial_used'))
      await expect(store.startTrial(accountId, DAYS, NOON, 'c@example.org')).rejects.toEqual(refusal('role_denied'))
      const paid = await freeAccount(store, 'd@example.org')
      await store.setPlan(paid, 'TEAM', NOON, ACTORS.maintainer)
      await expect(store.startTrial(paid, DAYS, NOON, 'd@example.org')).rejects.toEqual(refusal('trial_unneeded'))
      await expect(store.startTrial('acct_none', DAYS, NOON, ANA)).rejects.toEqual(refusal('account_unknown'))
    })

    it("that a paid plan ends permanently, and a provider's report of FREE does not", async () => {
      const { accountId, key } = await onTrial(bench.store)
      await bench.store.bill({ id: `evt_${accountId}`, accountId, plan: 'FREE', occurredAt: NOON }, NOON)
      expect(getUsage(await bench.other.admit(key, READ, getWindows(NOON))).plan).toBe('PRO')
      expect(await bench.store.setPlan(accountId, 'TEAM', NOON, ACTORS.maintainer)).toMatchObject({ trialEndsAt: null })
      expect(getUsage(await bench.other.admit(key, READ, getWindows(END)))).toMatchObject({
        plan: 'TEAM',
        trialEndsAt: null,
      })
      await bench.store.setPlan(accountId, 'FREE', NOON, ACTORS.maintainer)
      expect(await bench.other.admit(key, READ, getWindows(NOON))).toEqual({ verdict: 'plan_required' })
      expect(await bench.store.mayStartTrial(accountId, ANA)).toBe(false)
      expect((await actions(bench.other, accountId)).slice(0, 4)).toEqual([
        'PLAN_SET',
        'PLAN_SET',
        'TRIAL_ENDED',
        'KEY_CREATED',
      ])
    })

    it('that a maintainer ends by setting FREE', async () => {
      const { accountId, key } = await onTrial(bench.store)
      await bench.store.setPlan(accountId, 'FREE', NOON + HOUR, ACTORS.maintainer)
      expect(await bench.other.admit(key, READ, getWindows(NOON + HOUR))).toEqual({ verdict: 'trial_ended', accountId })
    })

    it('with an email three days before its end and one after, each handled by one caller', async () => {
      const { store, other } = bench
      const { accountId } = await onTrial(store)
      expect(await store.claimTrialNotice(accountId, END - 3 * DAY - 1, HOUR)).toBeNull()
      const reminder = { kind: 'ENDING', endsAt: END } as const
      const taken = await Promise.all(
        [store, other].map((each) => each.claimTrialNotice(accountId, END - 3 * DAY, HOUR)),
      )
      expect(taken.filter((each) => each !== null)).toEqual([reminder])
      // Its caller died; the lease is over.
      expect(await other.claimTrialNotice(accountId, END - 3 * DAY + HOUR, HOUR)).toEqual(reminder)
      await other.settleTrialNotice(accountId, reminder, 'sent', END - 2 * DAY)
      expect(await store.claimTrialNotice(accountId, END - 1, HOUR)).toBeNull()
      const last = { kind: 'ENDED', endsAt: END } as const
      expect(await store.claimTrialNotice(accountId, END, HOUR)).toEqual(last)
      await store.settleTrialNotice(accountId, last, { nextAttemptAt: END + 2 * HOUR }, END)
      expect(await store.claimTrialNotice(accountId, END + 2 * HOUR - 1, HOUR)).toBeNull()
      expect(await store.claimTrialNotice(accountId, END + 2 * HOUR, HOUR)).toEqual(last)
      await store.settleTrialNotice(accountId, last, 'sent', END + 2 * HOUR)
      expect(await store.claimTrialNotice(accountId, END + 30 * DAY, HOUR)).toBeNull()
      expect((await store.trail(accountId, 1))[0]).toMatchObject({
        by: ACTORS.service,
        action: 'TRIAL_ENDED',
        subject: 'PRO',
        detail: new Date(END).toISOString(),
      })
    })

    it('that is copied with the account, so the person gets no second one', async () => {
      const { accountId } = await onTrial(bench.store)
      const copy = (await bench.store.readCopy(accountId)) as AccountCopy
      const person = copy.record.trial?.person as NonNullable<AccountCopy['record']['trial']>['person']
      // As in another store: for someone whom this one does not know.
      const elsewhere = (person.slice(1) + person[0]) as typeof person
      const id = generateId('acct')
      const record = {
        ...copy.record,
        account: { ...copy.record.account, id },
        trial: { person: elsewhere, noticeAt: 1 },
        keys: [],
      }
      expect(await bench.store.place({ ...copy, record })).toBe(true)
      expect((await bench.other.readCopy(id))?.record).toMatchObject({
        account: { trialEndsAt: END },
        trial: record.trial,
      })
    })
  })
})
