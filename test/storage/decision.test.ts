import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cost, StoreAdmission } from '../../src/metering/admission.ts'
import { type AccountMeter, decide, refundMeter, type Standing, toAccessPhases } from '../../src/metering/decide.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { PLAN_NAMES, PLANS, type PlanName } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import type { StoredAccess } from '../../src/storage/port.ts'
import * as at from '../../src/storage/redis/names.ts'
import { ADMIT, REFUND } from '../../src/storage/redis/scripts.ts'
import { openTcpWire } from '../../src/storage/redis/tcp.ts'
import { createCommands, Fields, type Wire } from '../../src/storage/redis/wire.ts'
import { PATIENT_MS } from './adapters.ts'
import { type Engine, findRedisServer, startRedisServer, startValkey } from './engines.ts'

/** The decision that runs in Redis, in Lua, against the one in TypeScript. */

const RUNS = process.env.LONG ? 20_000 : 1_500
const KEY = hashKey('one')
const ACCOUNT = 'acct_1'

let engine: Engine
let wire: Wire
beforeAll(async () => {
  const program = findRedisServer()
  engine = program ? await startRedisServer(program) : await startValkey()
  wire = openTcpWire(engine.url, PATIENT_MS)
})
afterAll(async () => {
  await wire.close()
  await engine.stop()
})

const instant = fc.oneof(
  fc.integer({ min: Date.parse('2026-10-30T00:00:00Z'), max: Date.parse('2026-12-02T00:00:00Z') }),
  fc.integer({ min: 0, max: Date.parse('2100-03-02T00:00:00Z') }),
  fc
    .tuple(fc.integer({ min: 2_000, max: 2_100 }), fc.nat({ max: 11 }), fc.constantFrom(-1, 0, 1))
    .map(([year, month, off]) => Date.UTC(year, month, 1) + off),
)
/** A count that is often at a limit of a plan, or beside one. */
const used = (name: 'perMinute' | 'perMonth' | 'answersPerMonth') =>
  fc.oneof(
    fc.nat({ max: 25_000 }),
    fc
      .tuple(fc.constantFrom(...PLAN_NAMES), fc.constantFrom(0.8, 1), fc.constantFrom(-2, -1, 0, 1))
      .map(([plan, share, off]) => Math.max(0, PLANS[plan][name] * share + off)),
  )
const counts = fc.record({ monthUsed: used('perMonth'), answersUsed: used('answersPerMonth') })

const drawn = instant.chain((now) => {
  const { minute, month } = getWindows(now)
  const near = fc.oneof(
    fc.constantFrom(now - 1, now, now + 1),
    fc.integer({ min: -90 * 24, max: 90 * 24 }).map((hours) => Math.max(0, now + hours * 3_600_000)),
  )
  const someMonth = fc.oneof(
    fc.constantFrom(month, ''),
    near.map((each) => getWindows(each).month),
  )
  const meter: fc.Arbitrary<AccountMeter> = fc
    .record({
      minute: fc.oneof(
        fc.integer({ min: -3, max: 3 }).map((off) => Math.max(0, minute + off)),
        fc.constant(0),
      ),
      minuteUsed: used('perMinute'),
      month: someMonth,
      counts,
      past: fc.dictionary(someMonth, counts, { maxKeys: 3 }),
      alerts: fc.dictionary(
        fc
          .tuple(someMonth, fc.constantFrom('requests 80', 'requests 100', 'answers 80', 'answers 100'))
          .map((words) => words.join(' ')),
        near,
        { maxKeys: 4 },
      ),
    })
    .map(({ counts: figures, past, ...rest }) => {
      const { [rest.month]: _, '': __, ...others } = past
      return { ...rest, ...figures, past: others }
    })
  const standing: fc.Arbitrary<Standing> = fc.record({
    plan: fc.constantFrom<string>(...PLAN_NAMES, 'LATER', 'toString'),
    trialEndsAt: fc.option(near),
    suspended: fc.constantFrom(false, false, false, true),
    revokedAt: fc.option(near, { freq: 1 }).map((each) => (each !== null && each % 4 === 0 ? each : null)),
    expiresAt: fc.option(near),
  })
  return fc.record({
    now: fc.constant(now),
    meter,
    standing,
    cost: fc.record({
      month: fc.constantFrom<0 | 1>(0, 1),
      answer: fc.constantFrom<0 | 1>(0, 1),
    }) as fc.Arbitrary<Cost>,
  })
})

async function store(meter: AccountMeter, access: StoredAccess): Promise<void> {
  await createCommands(wire).transact([
    ['DEL', at.account(ACCOUNT)],
    ['HSET', at.account(ACCOUNT), 'meter', JSON.stringify(meter)],
    ['HSET', at.key(KEY), 'account', ACCOUNT, 'access', JSON.stringify(access)],
  ])
}
const stored = () => createCommands(wire).ask(Fields, 'HGETALL', at.account(ACCOUNT))
const meterIn = (fields: { [field: string]: string }): AccountMeter => JSON.parse(fields.meter as string)

describe('the script of an admission', () => {
  it('decides and writes as TypeScript does, in generated cases', { timeout: 120_000 }, async () => {
    const verdicts = new Set<string>()
    await fc.assert(
      fc.asyncProperty(drawn, async ({ now, meter, standing, cost }) => {
        const phases = toAccessPhases(standing)
        await store(meter, { keyId: 'key_1', phases })
        const args = [KEY, now, cost.month, cost.answer].map(String)
        const reply = StoreAdmission.parse(JSON.parse(String(await wire.run(ADMIT, [at.key(KEY)], args))))
        const expected = decide({ accountId: ACCOUNT, keyId: 'key_1', phases }, meter, cost, getWindows(now))
        expect(reply).toEqual(expected.admission)
        const fields = await stored()
        expect(meterIn(fields)).toEqual(expected.meter ?? meter)
        const { admission } = expected
        const lastUse = admission.verdict === 'admitted' ? String(admission.usage.minute) : undefined
        expect(fields[`last:${KEY}`]).toBe(lastUse)
        verdicts.add(reply.verdict)
      }),
      { numRuns: RUNS, seed: 20_261_122 },
    )
    // The cases reach every verdict of a known key.
    expect([...verdicts].sort()).toEqual([
      'admitted',
      'plan_required',
      'refused',
      'revoked',
      'suspended',
      'trial_ended',
    ])
  })

  it('uses the clock of the server when it is given none', async () => {
    const standing = { plan: 'PRO' satisfies PlanName, trialEndsAt: null, suspended: false, revokedAt: null }
    const meter = {
      minute: 0,
      minuteUsed: 0,
      month: '',
      monthUsed: 0,
      answersUsed: 0,
      past: {},
      alerts: {},
    }
    await store(meter, { keyId: 'key_1', phases: toAccessPhases({ ...standing, expiresAt: null }) })
    const before = getWindows(Date.now())
    const reply = StoreAdmission.parse(JSON.parse(String(await wire.run(ADMIT, [at.key(KEY)], [KEY, '', '1', '0']))))
    const after = getWindows(Date.now())
    if (!('usage' in reply)) throw new Error(reply.verdict)
    expect([before.minute, after.minute]).toContain(reply.usage.minute)
    expect([before.month, after.month]).toContain(reply.usage.month)
  })
})

describe('the script of a refund', () => {
  it('writes what TypeScript does, in generated cases', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.boolean(), async ({ now, meter, cost }, isPast) => {
        const [past = ''] = Object.keys(meter.past)
        const month = isPast ? past : meter.month || getWindows(now).month
        await store(meter, { keyId: 'key_1', phases: [] })
        await wire.run(REFUND, [at.account(ACCOUNT)], [month, String(cost.month), String(cost.answer)])
        expect(meterIn(await stored())).toEqual(refundMeter(meter, month, cost) ?? meter)
      }),
      { numRuns: RUNS / 10, seed: 20_261_122 },
    )
  })
})
