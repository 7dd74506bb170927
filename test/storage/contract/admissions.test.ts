import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { hashKey } from '../../../src/metering/keys.ts'
import { PLANS, type PlanName } from '../../../src/metering/plans.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import {
  ANSWER,
  at,
  customer,
  getUsage,
  keyDraft,
  MINUTE,
  NOON,
  NOTHING,
  READ,
  spend,
  spentBefore,
} from '../customer.ts'
import { describeStores } from '../stores.ts'

const noon = getWindows(NOON)

// The first instants of all twelve months, and of the March that follows a leap day.
const MONTH_EDGES = [
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2027, month, 1)).toISOString()),
  '2028-03-01T00:00:00.000Z',
]

/** The result of a request, and its cost. */
describeStores((bench) => {
  describe('admits', () => {
    it('rejects a key that was not created', async () => {
      expect(await bench.store.admit(hashKey('nothing'), READ, noon)).toEqual({ verdict: 'unknown' })
    })

    it('returns the figures after the decision', async () => {
      const { key, accountId, keyId } = await customer(bench.store)
      expect(await bench.store.admit(key, READ, noon)).toEqual({
        verdict: 'admitted',
        answer: 'not_asked',
        usage: {
          accountId,
          keyId,
          plan: 'PRO',
          minute: noon.minute,
          month: '2026-11',
          minuteUsed: 1,
          monthUsed: 1,
          answersUsed: 0,
          trialEndsAt: null,
        },
      })
    })

    it('counts the minute of a request that costs nothing', async () => {
      const { key } = await customer(bench.store)
      expect(getUsage(await bench.store.admit(key, NOTHING, noon))).toMatchObject({ minuteUsed: 1, monthUsed: 0 })
    })

    it.each(['PRO', 'TEAM', 'FEATURED_VENDOR', 'API'] satisfies PlanName[])(
      'admits the rate of %s in a minute, and rejects the next request at no cost',
      async (plan) => {
        const { key, accountId } = await customer(bench.store, plan)
        const { perMinute } = PLANS[plan]
        const from = process.env.LONG ? 0 : perMinute - 40
        const { minute, month } = noon
        await bench.preset(accountId, { minute, minuteUsed: from, month, monthUsed: from, answersUsed: 0 })
        for (let used = from + 1; used <= perMinute; used += 1) {
          expect(getUsage(await bench.store.admit(key, READ, noon)).minuteUsed).toBe(used)
        }
        const refused = await bench.store.admit(key, READ, noon)
        expect(refused).toMatchObject({ verdict: 'refused', by: ['minute'], usage: { monthUsed: perMinute } })
        expect(await bench.store.admit(key, NOTHING, noon)).toEqual(refused)
        const next = await bench.store.admit(key, READ, getWindows(NOON + MINUTE))
        expect(next).toMatchObject({ verdict: 'admitted', usage: { minuteUsed: 1, monthUsed: perMinute + 1 } })
      },
    )

    it('rejects the request after the last one of the month, but not one that costs nothing', async () => {
      const { key, accountId } = await customer(bench.store)
      await spentBefore(bench, accountId, 'PRO', PLANS.PRO.perMonth - 10)
      await spend(bench.store, key, 10, READ, NOON)
      const later = getWindows(NOON + 60 * MINUTE)
      const refused = await bench.store.admit(key, READ, later)
      expect(refused).toMatchObject({ verdict: 'refused', by: ['month'], usage: { minuteUsed: 0, monthUsed: 2_000 } })
      expect(await bench.store.admit(key, NOTHING, later)).toMatchObject({
        verdict: 'admitted',
        usage: { minuteUsed: 1 },
      })
    })

    it('reports both windows if both are exceeded', async () => {
      const { key, accountId } = await customer(bench.store, 'TEAM')
      await spentBefore(bench, accountId, 'TEAM', 2_000)
      await bench.store.setPlan(accountId, 'PRO', NOON, ACTORS.maintainer)
      const later = getWindows(NOON + 60 * MINUTE)
      for (let used = 0; used < 60; used += 1) await bench.store.admit(key, NOTHING, later)
      expect(await bench.store.admit(key, READ, later)).toMatchObject({ verdict: 'refused', by: ['minute', 'month'] })
    })

    it('accepts AI answers until they are used up, which rejects nothing', async () => {
      const { accountId, key } = await customer(bench.store)
      await spentBefore(bench, accountId, 'PRO', 245, 245)
      const taken = await spend(bench.store, key, 5, ANSWER, NOON)
      expect(taken.every((admission) => admission.verdict === 'admitted' && admission.answer === 'taken')).toBe(true)
      expect(await bench.store.admit(key, ANSWER, getWindows(NOON + 30 * MINUTE))).toMatchObject({
        verdict: 'admitted',
        answer: 'exhausted',
        usage: { answersUsed: 250, monthUsed: 251 },
      })
    })

    it('shares the allowances among the keys of an account, and among all clients', async () => {
      const first = await customer(bench.store, 'TEAM')
      const second = keyDraft('second')
      await bench.store.createKey(first.accountId, second, NOON, ACTORS.maintainer)
      await bench.store.admit(first.key, READ, noon)
      expect(getUsage(await bench.other.admit(second.hash, READ, noon))).toMatchObject({
        minuteUsed: 2,
        monthUsed: 2,
        keyId: second.id,
      })
    })
  })

  describe('keeps time', () => {
    it('does not reopen a minute when the clock is set back by less than one', async () => {
      const { key } = await customer(bench.store)
      for (let used = 0; used < 60; used += 1) await bench.store.admit(key, READ, noon)
      const back = await bench.other.admit(key, READ, getWindows(NOON - 1))
      expect(back).toMatchObject({ verdict: 'refused', by: ['minute'], usage: { minute: noon.minute, minuteUsed: 60 } })
    })

    it('locks no account after a clock was far ahead, once it is corrected', async () => {
      const { key } = await customer(bench.store)
      await bench.store.admit(key, READ, noon)
      const ahead = NOON + 400 * 24 * 60 * MINUTE
      for (let used = 0; used < 61; used += 1) await bench.store.admit(key, READ, getWindows(ahead))
      const corrected = getUsage(await bench.other.admit(key, READ, getWindows(NOON + MINUTE)))
      expect(corrected).toMatchObject({ month: '2026-11', minuteUsed: 1, monthUsed: 2 })
    })

    it('continues a month when the clock is set back into it', async () => {
      const { key } = await customer(bench.store)
      await bench.store.admit(key, READ, at('2026-11-30T23:59:59.999Z'))
      expect(getUsage(await bench.store.admit(key, READ, at('2026-12-01T00:00:00Z')))).toMatchObject({ monthUsed: 1 })
      expect(getUsage(await bench.other.admit(key, READ, at('2026-11-30T23:59:59.999Z')))).toMatchObject({
        month: '2026-11',
        monthUsed: 2,
      })
      expect(getUsage(await bench.store.admit(key, READ, at('2026-12-01T00:00:01Z')))).toMatchObject({
        month: '2026-12',
        monthUsed: 2,
      })
    })

    it.each(MONTH_EDGES)('begins a new month at %s and not a millisecond earlier', async (edge) => {
      const { key } = await customer(bench.store)
      const first = Date.parse(edge)
      const before = await bench.store.admit(key, ANSWER, getWindows(first - 1))
      const after = await bench.store.admit(key, ANSWER, getWindows(first))
      expect(getUsage(before)).toMatchObject({ month: getWindows(first - 1).month, monthUsed: 1, answersUsed: 1 })
      expect(getUsage(after)).toMatchObject({ month: edge.slice(0, 7), monthUsed: 1, answersUsed: 1, minuteUsed: 1 })
    })
  })

  describe('refunds', () => {
    it('returns what was spent, in its month', async () => {
      const { key } = await customer(bench.store)
      const usage = getUsage(await bench.store.admit(key, ANSWER, noon))
      await bench.store.refund(usage, ANSWER)
      expect(getUsage(await bench.store.admit(key, NOTHING, noon))).toMatchObject({
        minuteUsed: 2,
        monthUsed: 0,
        answersUsed: 0,
      })
    })

    it('can return only the AI answer', async () => {
      const { key } = await customer(bench.store)
      const usage = getUsage(await bench.store.admit(key, ANSWER, noon))
      await bench.store.refund(usage, { month: 0, answer: 1 })
      expect(getUsage(await bench.store.admit(key, NOTHING, noon))).toMatchObject({ monthUsed: 1, answersUsed: 0 })
    })

    it('never goes below zero', async () => {
      const { key } = await customer(bench.store)
      const usage = getUsage(await bench.store.admit(key, READ, noon))
      await bench.store.refund(usage, ANSWER)
      await bench.store.refund(usage, ANSWER)
      expect(getUsage(await bench.store.admit(key, READ, noon))).toMatchObject({ monthUsed: 1, answersUsed: 0 })
    })

    it('goes to the month that paid, after the next one began', async () => {
      const { key, accountId } = await customer(bench.store)
      const usage = getUsage(await bench.store.admit(key, ANSWER, at('2026-11-30T23:59:59Z')))
      await bench.store.admit(key, ANSWER, at('2026-12-01T00:00:01Z'))
      await bench.store.refund(usage, ANSWER)
      const { months } = await bench.store.usage(accountId, at('2026-12-01T00:00:02Z'))
      expect(months.slice(0, 2)).toEqual([
        { month: '2026-12', requests: 1, answers: 1 },
        { month: '2026-11', requests: 0, answers: 0 },
      ])
    })

    it('makes room for exactly one more request in a used-up month', async () => {
      const { key, accountId } = await customer(bench.store)
      await spentBefore(bench, accountId, 'PRO', PLANS.PRO.perMonth - 10)
      const spent = await spend(bench.store, key, 10, READ, NOON)
      const later = getWindows(NOON + 60 * MINUTE)
      await bench.store.refund(getUsage(spent.at(-1)!), READ)
      expect((await bench.store.admit(key, READ, later)).verdict).toBe('admitted')
      expect((await bench.store.admit(key, READ, later)).verdict).toBe('refused')
    })
  })
})
