import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { ANSWER, at, customer, MINUTE, NOON, READ, spend, spentBefore } from '../customer.ts'
import { describeStores } from '../stores.ts'

/** What an account sees of its own usage. */
describeStores((bench) => {
  describe('reports usage', () => {
    it('shows an unused account at zero', async () => {
      const { accountId } = await customer(bench.store)
      const usage = await bench.store.usage(accountId, getWindows(NOON))
      expect(usage).toMatchObject({
        account: { id: accountId, plan: 'PRO' },
        month: '2026-11',
        minute: { limit: 60, used: 0, remaining: 60, resetsAt: NOON + MINUTE },
        requests: { limit: 2_000, used: 0, remaining: 2_000, resetsAt: Date.parse('2026-12-01T00:00:00Z') },
        answers: { limit: 250, used: 0, remaining: 250, resetsAt: Date.parse('2026-12-01T00:00:00Z') },
        alerts: [],
      })
      expect(usage.months).toHaveLength(12)
      expect(usage.months[0]).toEqual({ month: '2026-11', requests: 0, answers: 0 })
      expect(usage.months[11]).toEqual({ month: '2025-12', requests: 0, answers: 0 })
    })

    it('shows the minute, the month, the keys and past months', async () => {
      const { accountId, key, keyId } = await customer(bench.store, 'TEAM')
      await spend(bench.store, key, 3, READ, Date.parse('2026-08-31T10:00:00Z'))
      await spend(bench.store, key, 7, ANSWER, Date.parse('2026-10-01T00:00:00Z'))
      await spend(bench.store, key, 5, ANSWER, NOON)
      const usage = await bench.other.usage(accountId, getWindows(NOON + 30_000))
      expect(usage.minute).toMatchObject({ limit: 120, used: 5, remaining: 115 })
      expect(usage.requests).toMatchObject({ used: 5, remaining: 19_995 })
      expect(usage.answers).toMatchObject({ used: 5, remaining: 995 })
      expect(usage.months.slice(0, 4)).toEqual([
        { month: '2026-11', requests: 5, answers: 5 },
        { month: '2026-10', requests: 7, answers: 7 },
        { month: '2026-09', requests: 0, answers: 0 },
        { month: '2026-08', requests: 3, answers: 0 },
      ])
      expect(usage.keys).toMatchObject([{ id: keyId, lastUsedAt: NOON }])
    })

    it('shows a new month at zero before its first request, and the previous one in the history', async () => {
      const { accountId, key } = await customer(bench.store)
      await spend(bench.store, key, 4, READ, NOON)
      const usage = await bench.store.usage(accountId, at('2027-01-01T00:00:00Z'))
      expect(usage.requests).toMatchObject({ used: 0, resetsAt: Date.parse('2027-02-01T00:00:00Z') })
      expect(usage.months.slice(0, 3).map(({ requests }) => requests)).toEqual([0, 0, 4])
    })

    it('remains at zero, not below, after a downgrade', async () => {
      const { accountId } = await customer(bench.store, 'TEAM')
      await spentBefore(bench, accountId, 'TEAM', 2_100)
      await bench.store.setPlan(accountId, 'PRO', NOON, ACTORS.maintainer)
      const usage = await bench.store.usage(accountId, getWindows(NOON))
      expect(usage.requests).toMatchObject({ limit: 2_000, used: 2_100, remaining: 0 })
    })
  })
})
