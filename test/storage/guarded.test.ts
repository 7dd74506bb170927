import { describe, expect, it } from 'vitest'
import { guardStore } from '../../src/http/guarded-store.ts'
import { type Admission, StoreUnavailable } from '../../src/metering/admission.ts'
import { hashKey } from '../../src/metering/keys.ts'
import { createDeadline } from '../../src/metering/outage.ts'
import { getWindows } from '../../src/metering/windows.ts'
import type { Store } from '../../src/storage/port.ts'
import { within } from '../deadline.ts'
import { ANSWER, MINUTE, NOON, NOTHING, READ } from './customer.ts'

const key = hashKey('one')
const noon = getWindows(NOON)

/** A store that responds as told, behind its guard, with a stopwatch controlled by the test. */
function bench() {
  let answer: () => Promise<unknown> = async () => admittedAs(1)
  let calls = 0
  let at = 0
  const ask = () => {
    calls += 1
    return answer()
  }
  const store = guardStore(new Proxy({}, { get: () => ask }) as Store, () => at)
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
    expect((await store.admit(key, READ, getWindows(NOON + 9_999))).verdict).toBe('degraded')
    expect(await store.admit(key, READ, getWindows(NOON + 10_000))).toEqual({
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
    await expect(store.admit(hashKey('another'), READ, noon)).rejects.toEqual(away)
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
      verdicts.push((await store.admit(key, READ, getWindows(NOON + 45_000))).verdict)
    }
    expect(verdicts).toEqual(['degraded', 'degraded', 'degraded', 'degraded_refused'])
    expect(await store.admit(key, READ, getWindows(NOON + 45_000))).toEqual({
      verdict: 'degraded_refused',
      plan: 'PRO',
      retryAfterSeconds: 15,
    })
    expect((await store.admit(key, READ, getWindows(NOON + MINUTE))).verdict).toBe('degraded')
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
    await within(600, async () => expect(store.admit(key, ANSWER, noon)).rejects.toEqual(away))
    expect(calls()).toBe(1)
  })

  it('waits for an admission and its refund until one deadline', async () => {
    const { store, hangs } = bench()
    hangs()
    await within(600, async () => {
      const deadline = createDeadline()
      await expect(store.admit(key, ANSWER, noon, deadline)).rejects.toEqual(away)
      await expect(store.refund(usageOfAdmitted(), READ, deadline)).rejects.toEqual(away)
      await expect(store.judge(key, noon, deadline)).rejects.toEqual(away)
    })
  })

  it('sends a refund once, also one that fails', async () => {
    const { store, calls, isAway, back } = bench()
    isAway()
    await expect(store.refund(usageOfAdmitted(), READ)).rejects.toEqual(away)
    back()
    await store.admit(key, READ, noon)
    expect(calls()).toBe(2)
  })

  it('asks only once a second after five failures in a row, and recovers with the first response', async () => {
    const { store, calls, isAway, back, pass } = bench()
    await store.admit(key, READ, noon)
    isAway()
    for (let request = 0; request < 100; request += 1)
      await store.admit(key, NOTHING, getWindows(NOON + request * MINUTE))
    expect(calls()).toBe(1 + 5)
    pass(999)
    await store.admit(key, READ, getWindows(NOON + 200 * MINUTE))
    expect(calls()).toBe(6)
    pass(1)
    await Promise.all(
      Array.from({ length: 10 }, (_, request) => store.admit(key, READ, getWindows(NOON + (300 + request) * MINUTE))),
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

  it('reports once that admissions fail, and once that they succeed again', async () => {
    const told: (string | null)[] = []
    let isBroken = true
    const admit = async () => {
      if (isBroken) throw new StoreUnavailable('The disk is full.')
      return admittedAs(1)
    }
    const store = guardStore(
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
