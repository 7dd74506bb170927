import { describe, expect, it } from 'vitest'
import { type Admission, StoreUnavailable } from '../../src/metering/admission.ts'
import { hashOf } from '../../src/metering/keys.ts'
import { windowsAt } from '../../src/metering/windows.ts'
import { guarded } from '../../src/storage/guarded.ts'
import type { Store } from '../../src/storage/port.ts'
import { ANSWER, customer, MINUTE, NOON, NOTHING, READ, usageOf } from './customer.ts'
import { memoryAdapter } from './memory.ts'

const key = hashOf('one')
const noon = windowsAt(NOON)

/** A store that responds as told, behind its guard, with a stopwatch controlled by the test. */
function bench() {
  let answer: () => Promise<unknown> = async () => admittedAs(1)
  let calls = 0
  let at = 0
  const ask = () => {
    calls += 1
    return answer()
  }
  const store = guarded(new Proxy({}, { get: () => ask }) as Store, () => at)
  return {
    store,
    calls: () => calls,
    pass: (ms: number) => {
      at += ms
    },
    says: (admission: Admission) => {
      answer = async () => admission
    },
    isAway: () => {
      answer = async () => {
        throw new StoreUnavailable('away')
      }
    },
    hangs: () => {
      answer = () => new Promise(() => {})
    },
    back: () => {
      answer = async () => admittedAs(1)
    },
  }
}

const admittedAs = (minuteUsed: number): Admission => ({
  verdict: 'admitted',
  answer: 'not_asked',
  usage: {
    accountId: 'acct_1',
    keyId: 'key_1',
    plan: 'PRO',
    minute: noon.minute,
    month: noon.month,
    minuteUsed,
    monthUsed: minuteUsed,
    answersUsed: 0,
    trialEndsAt: null,
  },
})
const away = expect.objectContaining({ name: 'StoreUnavailable' })

// Most of these tests wait.
describe.concurrent('the guarded store', () => {
  it('passes on verdicts while the store responds', async () => {
    const { store, says } = bench()
    says({ verdict: 'revoked' })
    expect(await store.admit(key, READ, noon)).toEqual({ verdict: 'revoked' })
  })

  it('lets a key verified within the last minute read for a minute of the outage', async () => {
    const { store, isAway, pass } = bench()
    await store.admit(key, READ, noon)
    pass(59_000)
    isAway()
    expect(await store.admit(key, READ, noon)).toEqual({ verdict: 'degraded', plan: 'PRO' })
    pass(60_000)
    expect(await store.admit(key, READ, noon)).toEqual({ verdict: 'degraded', plan: 'PRO' })
    pass(1)
    await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
  })

  it("lets a trial's key read until the exact end of the trial", async () => {
    const { store, says, isAway } = bench()
    says({ verdict: 'admitted', answer: 'not_asked', usage: { ...usageOfAdmitted(), trialEndsAt: NOON + 10_000 } })
    await store.admit(key, READ, noon)
    isAway()
    expect((await store.admit(key, READ, windowsAt(NOON + 9_999))).verdict).toBe('degraded')
    expect(await store.admit(key, READ, windowsAt(NOON + 10_000))).toEqual({
      verdict: 'trial_ended',
      accountId: 'acct_1',
    })
  })

  it('does not know a key that was verified longer ago, or never', async () => {
    const { store, isAway, pass } = bench()
    await store.admit(key, READ, noon)
    pass(60_001)
    isAway()
    await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
    await expect(store.admit(hashOf('another'), READ, noon)).rejects.toEqual(away)
  })

  it.each<Admission>([
    { verdict: 'unknown' },
    { verdict: 'revoked' },
    { verdict: 'plan_required' },
    { verdict: 'refused', by: ['month'], usage: { ...usageOfAdmitted(), monthUsed: 2_000 } },
  ])('lets no key read whose last verdict was $verdict', async (last) => {
    const { store, isAway, says } = bench()
    await store.admit(key, READ, noon)
    says(last)
    await store.admit(key, READ, noon)
    isAway()
    await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
  })

  it("applies the plan's rate, including what the store had counted, and restarts with the minute", async () => {
    const { store, isAway, says } = bench()
    says(admittedAs(57))
    await store.admit(key, READ, noon)
    isAway()
    const verdicts = []
    for (let request = 0; request < 4; request += 1) {
      verdicts.push((await store.admit(key, READ, windowsAt(NOON + 45_000))).verdict)
    }
    expect(verdicts).toEqual(['degraded', 'degraded', 'degraded', 'degraded_refused'])
    expect(await store.admit(key, READ, windowsAt(NOON + 45_000))).toEqual({
      verdict: 'degraded_refused',
      plan: 'PRO',
      retryAfterSeconds: 15,
    })
    expect((await store.admit(key, READ, windowsAt(NOON + MINUTE))).verdict).toBe('degraded')
  })

  it('accepts no AI answers while the store is unavailable', async () => {
    const { store, isAway } = bench()
    await store.admit(key, READ, noon)
    isAway()
    expect(await store.admit(key, ANSWER, noon)).toEqual({ verdict: 'degraded', plan: 'PRO' })
  })

  it('gives a hanging store 400 ms, and does not ask it again', async () => {
    const { store, calls, hangs } = bench()
    hangs()
    const began = performance.now()
    await expect(store.admit(key, ANSWER, noon)).rejects.toEqual(away)
    expect(performance.now() - began).toBeLessThan(600)
    expect(calls()).toBe(1)
  })

  it('waits at most 150 ms for a refund', async () => {
    const { store, hangs } = bench()
    hangs()
    const began = performance.now()
    await expect(store.refund(usageOfAdmitted(), READ)).rejects.toEqual(away)
    expect(performance.now() - began).toBeLessThan(300)
  })

  it('asks only once a second after five failures in a row, and recovers with the first response', async () => {
    const { store, calls, isAway, back, pass } = bench()
    await store.admit(key, READ, noon)
    isAway()
    for (let request = 0; request < 100; request += 1)
      await store.admit(key, NOTHING, windowsAt(NOON + request * MINUTE))
    expect(calls()).toBe(1 + 5)
    pass(999)
    await store.admit(key, READ, windowsAt(NOON + 200 * MINUTE))
    expect(calls()).toBe(6)
    pass(1)
    await Promise.all(
      Array.from({ length: 10 }, (_, request) => store.admit(key, READ, windowsAt(NOON + (300 + request) * MINUTE))),
    )
    expect(calls()).toBe(7)
    back()
    pass(1_000)
    expect((await store.admit(key, READ, noon)).verdict).toBe('admitted')
    expect((await store.admit(key, READ, noon)).verdict).toBe('admitted')
    expect(calls()).toBe(9)
  })

  it('pings the store at most once a second, however many callers ask', async () => {
    const { store, calls, isAway, pass } = bench()
    await Promise.all([store.ping(), store.ping(), store.ping()])
    isAway()
    pass(999)
    await store.ping()
    expect(calls()).toBe(1)
    pass(1)
    await expect(store.ping()).rejects.toEqual(away)
    await expect(store.ping()).rejects.toEqual(away)
    expect(calls()).toBe(2)
  })

  it('does not treat a successful read as a recovery of writes', async ({ expect }) => {
    const { store, calls, isAway, back } = bench()
    isAway()
    for (let request = 0; request < 5; request += 1) await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
    back()
    await store.account('acct_1')
    await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
    expect(calls()).toBe(5 + 1)
  })

  it.for([
    ['in a row', 1],
    ['concurrently', 6],
  ] as const)('loses no AI unit to replies lost %s', async ([, together], { expect }) => {
    const memory = await memoryAdapter().open()
    const { key: known, accountId } = await customer(memory)
    let isLost = true
    const losing = async <Result>(reply: Promise<Result>): Promise<Result> => {
      const result = await reply
      if (isLost) throw new StoreUnavailable('The reply was lost.')
      return result
    }
    const store = guarded(
      {
        ...memory,
        admit: (...asked) => losing(memory.admit(...asked)),
        takeBack: (...asked) => losing(memory.takeBack(...asked)),
      },
      performance.now.bind(performance),
    )
    const used = async () => (await memory.usage(accountId, noon)).answers.used
    for (let row = 0; row < 6 / together; row += 1) {
      const ask = () => expect(store.admit(known, ANSWER, noon)).rejects.toEqual(away)
      await Promise.all(Array.from({ length: together }, ask))
    }
    expect(await used()).toBeGreaterThan(0)
    isLost = false
    await expect.poll(used).toBe(0)
    await expect.poll(async () => (await store.admit(known, ANSWER, noon)).verdict).toBe('admitted')
    expect(await used()).toBe(1)
  })

  it('refunds an AI unit once when the store responds again, if the refund or its reply was lost', async ({
    expect,
  }) => {
    const memory = await memoryAdapter().open()
    const { key: known, accountId } = await customer(memory)
    let lost: 'nothing' | 'refund' | 'reply' = 'nothing'
    const refund: Store['refund'] = async (...asked) => {
      if (lost !== 'refund') await memory.refund(...asked)
      if (lost !== 'nothing') throw new StoreUnavailable('The connection was closed.')
    }
    const store = guarded({ ...memory, refund }, performance.now.bind(performance))
    for (const fault of ['refund', 'reply'] as const) {
      const admission = await store.admit(known, ANSWER, noon)
      lost = fault
      await expect(store.refund(usageOf(admission), { month: 0, answer: 1 })).rejects.toEqual(away)
      lost = 'nothing'
      await store.admit(known, READ, noon)
      await expect.poll(async () => (await memory.usage(accountId, noon)).answers.used).toBe(0)
    }
    expect((await memory.usage(accountId, noon)).requests.used).toBe(4)
  })

  it('refunds what a late decision has spent', async ({ expect }) => {
    const memory = await memoryAdapter().open()
    const { key: known, accountId } = await customer(memory)
    let delayMs = 450
    const admit: Store['admit'] = async (...asked) => {
      const admission = await memory.admit(...asked)
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      return admission
    }
    const store = guarded({ ...memory, admit }, performance.now.bind(performance))
    for (const cost of [ANSWER, READ]) await expect(store.admit(known, cost, noon)).rejects.toEqual(away)
    delayMs = 0
    await expect
      .poll(async () => {
        const { requests, answers } = await memory.usage(accountId, noon)
        return [requests.used, answers.used]
      })
      .toEqual([0, 0])
  })

  it('reports once that admissions fail, and once that they succeed again', async () => {
    const told: (string | null)[] = []
    let isBroken = true
    const admit = async () => {
      if (isBroken) throw new StoreUnavailable('The disk is full.')
      return admittedAs(1)
    }
    const store = guarded(
      { admit } as unknown as Store,
      () => 0,
      (fault) => told.push(fault?.message ?? null),
    )
    for (let request = 0; request < 3; request += 1) await expect(store.admit(key, READ, noon)).rejects.toEqual(away)
    isBroken = false
    await store.admit(key, READ, noon)
    await store.admit(key, READ, noon)
    expect(told).toEqual(['The disk is full.', null])
  })

  it('restarts the minute of reading with each outage', async () => {
    const { store, isAway, back, pass } = bench()
    await store.admit(key, READ, noon)
    isAway()
    await store.admit(key, READ, noon)
    pass(50_000)
    back()
    expect((await store.admit(key, READ, noon)).verdict).toBe('admitted')
    pass(50_000)
    isAway()
    expect((await store.admit(key, READ, noon)).verdict).toBe('degraded')
  })
})

function usageOfAdmitted() {
  const admission = admittedAs(1)
  if (admission.verdict !== 'admitted') throw new Error('not admitted')
  return admission.usage
}
