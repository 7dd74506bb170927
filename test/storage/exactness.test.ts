import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Admission, Cost, Usage } from '../../src/metering/admission.ts'
import { PLANS, type PlanName } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import type { Store } from '../../src/storage/port.ts'
import { allAdapters } from './adapters.ts'
import { chance } from './chance.ts'
import { ANSWER, alertsReached, customer, MINUTE, NOON, NOTHING, READ } from './customer.ts'

const isLong = Boolean(process.env.LONG)
/** Each is a connection of its own over REST. */
const AT_ONCE = 200
const CLIENTS = isLong ? 8 : 4
const KEYS = isLong ? 60 : 4
// Two seeds are two plans, one of them with clocks that differ.
const SEEDS = isLong ? 5 : 2
const plans: PlanName[] = ['PRO', 'TEAM', 'FEATURED_VENDOR', 'API']

type Admitted = Extract<Admission, { verdict: 'admitted' }>

describe.each(allAdapters())('the $name store, under many parallel requests,', (adapter) => {
  const clients: Store[] = []
  beforeAll(async () => {
    await adapter.start()
    for (let client = 0; client < CLIENTS; client += 1) clients.push(await adapter.open())
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await adapter.stop()
  })

  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'spends exactly the minute, the month and the AI answers (seed %i)',
    async (seed) => {
      const random = chance(seed)
      const plan = plans[seed % plans.length]!
      const { perMinute, perMonth, answersPerMonth } = PLANS[plan]
      const room = { month: random.below(2 * perMinute), answers: random.below(perMinute) }
      const { accountId, key } = await customer(clients[0]!, plan)
      const { minute, month } = getWindows(NOON)
      const used = { requests: perMonth - room.month, answers: answersPerMonth - room.answers }
      await adapter.preset(accountId, {
        minute,
        minuteUsed: 0,
        month,
        monthUsed: used.requests,
        answersUsed: used.answers,
        alerts: alertsReached(plan, month, used),
      })

      // Odd seeds: the clients' clocks differ by less than a minute, and the last one is right.
      const lag = (client: number) => (seed % 2 ? Math.floor(((CLIENTS - 1 - client) * MINUTE) / CLIENTS) : 0)
      const now = NOON + 10 * MINUTE
      // After a sixth to a third of them, every further one is refused.
      const asked = Array.from({ length: isLong ? 5_000 : seed % 2 ? 1_200 : 300 }, (_, request) => ({
        client: request % CLIENTS,
        cost: random.pick<Cost>([NOTHING, READ, READ, ANSWER]),
      }))
      const told: { cost: Cost; admission: Admission }[] = []
      while (told.length < asked.length) {
        const together = asked.slice(told.length, told.length + AT_ONCE)
        const admissions = together.map(({ client, cost }) =>
          clients[client]!.admit(key, cost, getWindows(now - lag(client))),
        )
        const replies = await Promise.all(admissions)
        told.push(...together.map(({ cost }, place) => ({ cost, admission: replies[place]! })))
      }

      const admitted = told.flatMap(({ cost, admission }) =>
        admission.verdict === 'admitted' ? [{ cost, admission }] : [],
      )
      const perWindow = Map.groupBy(admitted, ({ admission }) => admission.usage.minute)
      for (const requests of perWindow.values()) expect(requests.length).toBeLessThanOrEqual(perMinute)
      expect(perWindow.get(getWindows(now).minute)).toHaveLength(perMinute)

      const spent = admitted.filter(({ cost }) => cost.month).length
      const taken = admitted.filter(({ admission }) => admission.answer === 'taken').length
      expect(spent).toBeLessThanOrEqual(room.month)
      expect(taken).toBeLessThanOrEqual(room.answers)
      const refusedByMonth = told.some(({ admission: a }) => a.verdict === 'refused' && a.by.includes('month'))
      if (refusedByMonth) expect(spent).toBe(room.month)
      if (admitted.some(({ admission }) => admission.answer === 'exhausted')) expect(taken).toBe(room.answers)
      expect(eachOnce(admitted.map(({ admission }) => admission))).toBe(true)

      const usage = await clients[0]!.usage(accountId, getWindows(now))
      expect(usage.requests.used).toBe(used.requests + spent)
      expect(usage.answers.used).toBe(used.answers + taken)
    },
  )

  it(`keeps ${KEYS} keys separate: 48 and 52 requests each, with 50 left`, async () => {
    const customers = await Promise.all(
      Array.from({ length: KEYS }, async (_, index) => {
        const made = await customer(clients[index % CLIENTS]!)
        const { minute, month } = getWindows(NOON)
        await adapter.preset(made.accountId, {
          minute,
          minuteUsed: PLANS.PRO.perMinute - 50,
          month,
          monthUsed: 0,
          answersUsed: 0,
        })
        return { ...made, wants: index % 2 ? 52 : 48 }
      }),
    )
    const queue = customers.flatMap(({ key, wants }) => Array.from({ length: wants }, () => key))
    chance(7).shuffle(queue)
    const admitted = new Map<string, number>()
    const worker = async (client: Store) => {
      for (let key = queue.pop(); key; key = queue.pop()) {
        const { verdict } = await client.admit(key, READ, getWindows(NOON))
        if (verdict === 'admitted') admitted.set(key, (admitted.get(key) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 100 }, (_, index) => worker(clients[index % CLIENTS]!)))
    for (const { key, wants } of customers) expect(admitted.get(key)).toBe(Math.min(wants, 50))
  })
})

/** Whether each admission saw different figures: none was counted together with another. */
function eachOnce(admissions: Admitted[]): boolean {
  const figures = ({ minute, minuteUsed }: Usage) => `${minute} ${minuteUsed}`
  return new Set(admissions.map(({ usage }) => figures(usage))).size === admissions.length
}

it('two processes on one embedded file spend exactly the minute', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const path = join(folder, 'store.sqlite')
  const store = openEmbedded(path)
  const { key, accountId } = await customer(store, 'FEATURED_VENDOR')
  const hammer = join(import.meta.dirname, 'hammer.ts')
  const run = () => promisify(execFile)(process.execPath, [hammer, path, key, isLong ? '2000' : '400', String(NOON)])
  const both = await Promise.all([run(), run()])
  expect(both.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(PLANS.FEATURED_VENDOR.perMinute)
  expect((await store.usage(accountId, getWindows(NOON))).requests.used).toBe(PLANS.FEATURED_VENDOR.perMinute)
  await store.close()
  rmSync(folder, { recursive: true })
})
