import { describe, expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import type { Admission } from '../../../src/metering/admission.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { ATTEMPTS_MAX } from '../../../src/notify/alert.ts'
import { ANSWER, at, customer, getUsage, HOUR, MINUTE, NOON, READ, spend, spentBefore } from '../customer.ts'
import { describeStores } from '../stores.ts'

const LEASE = MINUTE
/** The positions, counted from 1, of the admissions that made an alert due. */
const pendingAt = (admissions: Admission[]): number[] =>
  admissions.flatMap((admission, index) => ('pending' in admission ? [index + 1] : []))

/** The alerts to owners and admins at 80% and 100%. */
describeStores((bench) => {
  describe('creates alerts', () => {
    it('exactly one at 80% and one at 100% of the requests, each seen by the call that crosses', async () => {
      const { accountId, key } = await customer(bench.store)
      for (const [before, now] of [
        [1_590, NOON],
        [1_990, NOON + HOUR],
      ] as const) {
        await spentBefore(bench, accountId, 'PRO', before)
        // Requests that are sent together may be counted in another order, so they are told by what they saw.
        const pending = (await spend(bench.store, key, 20, READ, now)).filter((admission) => 'pending' in admission)
        const seen = pending.map((admission) => ('usage' in admission ? admission.usage.monthUsed : null))
        expect(seen).toEqual([before + 10])
      }
      const { alerts } = await bench.store.usage(accountId, getWindows(NOON))
      expect(alerts.map(({ month, meter, threshold }) => [month, meter, threshold])).toEqual([
        ['2026-11', 'requests', 100],
        ['2026-11', 'requests', 80],
      ])
      expect(alerts[1]).toMatchObject({
        createdAt: NOON,
        attempts: 0,
        deliveredAt: null,
        deliveredBy: null,
      })
    })

    it('exactly one at 80% and one at 100% of the AI answers', async () => {
      const { accountId, key } = await customer(bench.store)
      for (const [before, now] of [
        [195, NOON],
        [245, NOON + HOUR],
      ] as const) {
        await spentBefore(bench, accountId, 'PRO', before, before)
        expect(pendingAt(await spend(bench.store, key, 10, ANSWER, now))).toEqual([5])
      }
      const { alerts } = await bench.store.usage(accountId, getWindows(NOON))
      expect(alerts.map(({ meter, threshold }) => [meter, threshold])).toEqual([
        ['answers', 100],
        ['answers', 80],
      ])
    })

    it('never twice in a month, whatever is refunded; again in the next', async () => {
      const { accountId, key } = await customer(bench.store)
      await spentBefore(bench, accountId, 'PRO', 195, 195)
      const spent = await spend(bench.store, key, 5, ANSWER, NOON)
      expect(pendingAt(spent)).toEqual([5])
      await bench.store.refund(getUsage(spent.at(-1)!), ANSWER)
      expect(pendingAt(await spend(bench.store, key, 5, ANSWER, NOON + HOUR))).toEqual([])
      const december = Date.parse('2026-12-01T00:00:00Z')
      expect(pendingAt(await spend(bench.store, key, 1, ANSWER, december))).toEqual([])
      await bench.preset(accountId, { monthUsed: 195, answersUsed: 195 })
      expect(pendingAt(await spend(bench.store, key, 5, ANSWER, december + HOUR))).toEqual([5])
    })

    it('that are due after a downgrade, with the next request, even if it is rejected', async () => {
      const { accountId, key } = await customer(bench.store, 'TEAM')
      await spentBefore(bench, accountId, 'TEAM', 2_100)
      await bench.store.setPlan(accountId, 'PRO', NOON, ACTORS.maintainer)
      const later = getWindows(NOON + 2 * HOUR)
      expect(await bench.store.admit(key, READ, later)).toMatchObject({ verdict: 'refused', pending: true })
      expect(await bench.store.admit(key, READ, later)).not.toHaveProperty('pending')
      expect((await bench.store.usage(accountId, later)).alerts).toHaveLength(2)
    })

    it('only once when many calls cross together', async () => {
      const { accountId, key } = await customer(bench.store, 'FEATURED_VENDOR')
      await spentBefore(bench, accountId, 'FEATURED_VENDOR', 790, 790)
      const crossing = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? bench.store : bench.other).admit(key, ANSWER, getWindows(NOON + HOUR)),
        ),
      )
      expect(pendingAt(crossing)).toHaveLength(1)
      expect((await bench.store.usage(accountId, getWindows(NOON))).alerts).toHaveLength(1)
    })
  })

  describe('hands out alerts', () => {
    const crossed = async () => {
      const made = await customer(bench.store)
      await spentBefore(bench, made.accountId, 'PRO', 199, 199)
      await bench.store.admit(made.key, ANSWER, getWindows(NOON))
      return made
    }
    const name = { month: '2026-11', meter: 'answers', threshold: 80 } as const
    const later = NOON + HOUR

    it('to one caller for the time of the lease, then again', async () => {
      const { accountId } = await crossed()
      expect(await bench.store.claimAlerts(accountId, later, LEASE)).toMatchObject([{ ...name, attempts: 1 }])
      expect(await bench.other.claimAlerts(accountId, later, LEASE)).toEqual([])
      expect(await bench.other.claimAlerts(accountId, later + LEASE - 1, LEASE)).toEqual([])
      expect(await bench.other.claimAlerts(accountId, later + LEASE, LEASE)).toMatchObject([{ ...name, attempts: 2 }])
    })

    it('never again once they are delivered', async () => {
      const { accountId } = await crossed()
      await bench.store.claimAlerts(accountId, later, LEASE)
      await bench.store.settleAlert(accountId, name, { deliveredAt: later + 5, deliveredBy: 'mail' })
      await bench.other.settleAlert(accountId, name, { nextAttemptAt: later })
      await bench.other.settleAlert(accountId, name, { deliveredAt: later + 9, deliveredBy: 'log' })
      expect(await bench.store.claimAlerts(accountId, later + 24 * HOUR, LEASE)).toEqual([])
      const { alerts } = await bench.store.usage(accountId, at('2026-11-21T00:00:00Z'))
      expect(alerts).toMatchObject([{ ...name, deliveredAt: later + 5, deliveredBy: 'mail' }])
    })

    it('again when the next attempt is due, and not after the last one', async () => {
      const { accountId } = await crossed()
      for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
        const now = later + attempt * HOUR
        expect(await bench.store.claimAlerts(accountId, now, LEASE)).toMatchObject([{ attempts: attempt }])
        await bench.store.settleAlert(accountId, name, { nextAttemptAt: now + HOUR })
        expect(await bench.store.claimAlerts(accountId, now + HOUR - 1, LEASE)).toEqual([])
      }
      expect(await bench.store.claimAlerts(accountId, later + 999 * HOUR, LEASE)).toEqual([])
    })
  })
})
