import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTORS, AccountRefusal } from '../../src/account/actions.ts'
import type { Admission, Cost, Usage } from '../../src/metering/admission.ts'
import type { KeyHash } from '../../src/metering/keys.ts'
import { PLAN_NAMES, PLANS, type PlanName } from '../../src/metering/plans.ts'
import { getWindows } from '../../src/metering/windows.ts'
import type { Store } from '../../src/storage/port.ts'
import { type Adapter, allAdapters } from './adapters.ts'
import { ANSWER, alertsReached, customer, HOUR, keyDraft, MINUTE, NOON, NOTHING, READ } from './customer.ts'

/** The result of a request, without names: comparable between the model and a store. */
interface Answer {
  verdict: string
  by?: string[]
  answer?: string
  figures?: { minute: number; month: string; minuteUsed: number; monthUsed: number; answersUsed: number }
  /** Whether an alert became due. */
  pending?: boolean
}

interface Month {
  requests: number
  answers: number
  told: Set<string>
}

const DAY = 24 * 60 * 60_000

/** One account as specified, in plain code and slow: a month is a date, a minute is an instant. */
class Model {
  plan: PlanName
  suspended = false
  readonly keys: { revoked: boolean; endsAt: number }[] = []
  readonly months = new Map<string, Month>()
  /** The beginning of the latest minute a request was counted in. */
  minuteBegan = 0
  minuteUsed = 0
  monthName = ''

  constructor(plan: PlanName) {
    this.plan = plan
  }

  month(name: string): Month {
    const month = this.months.get(name) ?? { requests: 0, answers: 0, told: new Set() }
    this.months.set(name, month)
    return month
  }

  admit(keyIndex: number, cost: Cost, now: number): Answer {
    const key = this.keys[keyIndex]
    if (!key) return { verdict: 'unknown' }
    if (key.revoked || now >= key.endsAt) return { verdict: 'revoked' }
    const plan = PLANS[this.plan]
    if (this.suspended) return { verdict: 'suspended' }
    if (plan.keys === 0) return { verdict: 'plan_required' }

    const minuteNow = now - (now % 60_000)
    // A clock that is set back by less than a minute reopens none.
    const minuteBegan = minuteNow === this.minuteBegan - 60_000 ? this.minuteBegan : minuteNow
    const minuteUsed = minuteBegan === this.minuteBegan ? this.minuteUsed : 0
    const monthName = new Date(now).toISOString().slice(0, 7)
    const before = this.months.get(monthName) ?? { requests: 0, answers: 0, told: new Set<string>() }

    const by = [
      ...(minuteUsed < plan.perMinute ? [] : ['minute']),
      ...(cost.month === 0 || before.requests < plan.perMonth ? [] : ['month']),
    ]
    const go = by.length === 0
    const takes = go && cost.answer === 1 && before.answers < plan.answersPerMonth
    const requests = before.requests + (go ? cost.month : 0)
    const answers = before.answers + (takes ? 1 : 0)
    const reached = new Set<string>()
    if (requests >= plan.perMonth * 0.8) reached.add('requests 80')
    if (requests >= plan.perMonth) reached.add('requests 100')
    if (answers >= plan.answersPerMonth * 0.8) reached.add('answers 80')
    if (answers >= plan.answersPerMonth) reached.add('answers 100')
    const due = reached.difference(before.told)

    const pending = due.size > 0
    const used = go ? minuteUsed + 1 : minuteUsed
    if (go || pending) {
      this.minuteBegan = minuteBegan
      this.minuteUsed = used
      this.monthName = monthName
      this.months.set(monthName, { requests, answers, told: before.told.union(due) })
    }
    const figures = {
      minute: minuteBegan / 60_000,
      month: monthName,
      minuteUsed: used,
      monthUsed: requests,
      answersUsed: answers,
    }
    if (!go) return { verdict: 'refused', by, figures, pending }
    return {
      verdict: 'admitted',
      answer: cost.answer ? (takes ? 'taken' : 'exhausted') : 'not_asked',
      figures,
      pending,
    }
  }

  refund(monthName: string, cost: Cost): void {
    const month = this.month(monthName)
    month.requests = Math.max(0, month.requests - cost.month)
    month.answers = Math.max(0, month.answers - cost.answer)
  }

  /** Whether the key can be rotated; if so its successor is the last of `keys`. */
  rotate(keyIndex: number, now: number): boolean {
    const key = this.keys[keyIndex]
    if (!key || key.revoked || key.endsAt < Number.POSITIVE_INFINITY) return false
    key.endsAt = now + DAY
    // The account has one line of keys: each was put beside the one before it.
    const before = this.keys[keyIndex - 1]
    if (before && before.endsAt > now) before.endsAt = now
    this.keys.push({ revoked: false, endsAt: Number.POSITIVE_INFINITY })
    return true
  }
}

const TRACES = process.env.LONG ? { embedded: 10_000, others: 500 } : { embedded: 40, others: 8 }

const cost = fc.constantFrom<Cost>(NOTHING, READ, READ, ANSWER, ANSWER, { month: 0, answer: 1 })
const plan = fc.constantFrom<PlanName>(...PLAN_NAMES)
const keyIndex = fc.nat({ max: 2 })
const step = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 2_000 }) },
  { weight: 2, arbitrary: fc.nat({ max: 2 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: -1 }) },
  { weight: 1, arbitrary: fc.constantFrom(24 * HOUR, 24 * HOUR - 1, 31 * 24 * HOUR, 31 * 24 * HOUR, -40 * 24 * HOUR) },
)
/** How much is left of each allowance, or how much is missing to 80% of the monthly ones. */
const close = fc.record({
  left: fc.record({ minute: fc.nat({ max: 4 }), month: fc.nat({ max: 5 }), answers: fc.nat({ max: 3 }) }),
  before80: fc.boolean(),
})
type Close = typeof close extends fc.Arbitrary<infer T> ? T : never
const action = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('admit' as const), keyIndex, cost, step }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat({ max: 30 }), cost }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('moveClose' as const), close }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setPlan' as const), plan }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), suspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), keyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rotate' as const), keyIndex }) },
)
const trace = fc.record({
  plan: fc.constantFrom<PlanName>('PRO', 'TEAM', 'FEATURED_VENDOR', 'API'),
  start: fc.constantFrom(
    '2026-11-20T12:00:59.500Z',
    '2026-11-30T23:59:58.000Z',
    '2028-02-29T23:59:59.999Z',
    '2026-12-31T23:55:00.000Z',
  ),
  close,
  actions: fc.array(action, { minLength: 1, maxLength: 25 }),
})
type Trace = typeof trace extends fc.Arbitrary<infer T> ? T : never

type Action = Trace['actions'][number]

const reading = (step: number, keyIndex = 0): Action => ({ do: 'admit', keyIndex, cost: READ, step })
const near: Close = { left: { minute: 2, month: 2, answers: 1 }, before80: false }
const START = '2026-11-20T12:00:59.500Z'

/** What random traces seldom reach. */
const RARE: [Trace][] = [
  // A smaller plan is exceeded at once: the refused request makes an alert due, so its counts are written.
  ...[0, -2 * MINUTE].map((step): [Trace] => [
    {
      plan: 'TEAM',
      start: START,
      close: near,
      actions: [{ do: 'setPlan', plan: 'PRO' }, reading(step), reading(0), reading(MINUTE)],
    },
  ]),
]

describe.each(allAdapters())('the $name store behaves like the model', (adapter) => {
  let store: Store
  beforeAll(async () => {
    await adapter.start()
    store = await adapter.open()
  })
  afterAll(async () => {
    await store.close()
    await adapter.stop()
  })

  it('in every random trace', { timeout: 120_000 }, async () => {
    const numRuns = adapter.name === 'embedded' ? TRACES.embedded : TRACES.others
    await fc.assert(
      fc.asyncProperty(trace, (drawn) => compare(adapter, store, drawn)),
      { numRuns, seed: 20_261_120, examples: RARE },
    )
  })
})

async function compare(adapter: Adapter, store: Store, { plan, start, close, actions }: Trace): Promise<void> {
  let now = Date.parse(start)
  const model = new Model(plan)
  const made = await customer(store, plan, now)
  const keys: { id: string; hash: KeyHash }[] = [{ id: made.keyId, hash: made.key }]
  model.keys.push({ revoked: false, endsAt: Number.POSITIVE_INFINITY })
  model.minuteBegan = now - (now % MINUTE)
  model.monthName = start.slice(0, 7)
  await moveClose(adapter, model, made.accountId, close)

  const admitted: Usage[] = []
  for (const act of actions) {
    switch (act.do) {
      case 'admit': {
        now += act.step
        const expected = model.admit(act.keyIndex, act.cost, now)
        const hash = keys[act.keyIndex]?.hash ?? keyDraft().hash
        const admission = await store.admit(hash, act.cost, getWindows(now))
        expect(toAnswer(admission)).toEqual(expected)
        if (admission.verdict === 'admitted') admitted.push(admission.usage)
        break
      }
      case 'refund': {
        const usage = admitted[act.which % admitted.length]
        if (!usage) break
        model.refund(usage.month, act.cost)
        await store.refund(usage, act.cost)
        break
      }
      case 'moveClose':
        await moveClose(adapter, model, made.accountId, act.close)
        break
      case 'setPlan':
        model.plan = act.plan
        await store.setPlan(made.accountId, act.plan, now, ACTORS.maintainer)
        break
      case 'suspend':
        model.suspended = act.suspended
        await (act.suspended
          ? store.suspend(made.accountId, now, ACTORS.maintainer)
          : store.resume(made.accountId, now, ACTORS.maintainer))
        break
      case 'revoke': {
        const key = keys[act.keyIndex]
        if (!key) break
        model.keys[act.keyIndex]!.revoked = true
        await store.revokeKey(key.id, now, ACTORS.maintainer)
        break
      }
      case 'rotate': {
        const key = keys[act.keyIndex]
        if (!key) break
        const { name: _, ...draft } = keyDraft()
        const rotated = await store.rotateKey(key.id, draft, now, ACTORS.maintainer).catch((error: unknown) => error)
        expect(!(rotated instanceof AccountRefusal)).toBe(model.rotate(act.keyIndex, now))
        if (!(rotated instanceof AccountRefusal)) keys.push({ id: draft.id, hash: draft.hash })
        break
      }
      default:
        act satisfies never
    }
  }

  const { months, alerts } = await store.usage(made.accountId, { now: 0, minute: 0, month: model.monthName })
  for (const { month, requests, answers } of months) {
    const expected = model.months.get(month)
    expect({ month, requests, answers }).toEqual({
      month,
      requests: expected?.requests ?? 0,
      answers: expected?.answers ?? 0,
    })
  }
  const told = [...model.months].flatMap(([month, { told: names }]) => [...names].map((name) => `${month} ${name}`))
  const names = alerts.map(({ month, meter, threshold }) => `${month} ${meter} ${threshold}`)
  expect(names.toSorted()).toEqual(told.toSorted())
}

/** Moves an account close to its limits, in the latest minute and month. Crossings behind it then are as if told. */
async function moveClose(adapter: Adapter, model: Model, accountId: string, { left, before80 }: Close): Promise<void> {
  const { perMinute, perMonth, answersPerMonth } = PLANS[model.plan]
  const share = before80 ? 0.8 : 1
  const month = model.month(model.monthName)
  month.requests = Math.max(0, perMonth * share - left.month)
  month.answers = Math.max(0, answersPerMonth * share - left.answers)
  model.minuteUsed = Math.max(0, perMinute - left.minute)
  const alerts = alertsReached(model.plan, model.monthName, month)
  for (const name of Object.keys(alerts)) month.told.add(name.slice(`${model.monthName} `.length))
  await adapter.preset(accountId, {
    minute: model.minuteBegan / MINUTE,
    minuteUsed: model.minuteUsed,
    month: model.monthName,
    monthUsed: month.requests,
    answersUsed: month.answers,
    alerts: Object.fromEntries(
      [...model.months].flatMap(([name, { told }]) => [...told].map((crossing) => [`${name} ${crossing}`, NOON])),
    ),
  })
}

function toAnswer(admission: Admission): Answer {
  if (!('usage' in admission)) return { verdict: admission.verdict }
  const { accountId: _, keyId: __, plan: ___, trialEndsAt: ____, ...figures } = admission.usage
  const pending = admission.pending ?? false
  return admission.verdict === 'refused'
    ? { verdict: 'refused', by: admission.by, figures, pending }
    : { verdict: 'admitted', answer: admission.answer, figures, pending }
}
