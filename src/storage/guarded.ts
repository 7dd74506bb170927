import { type Admission, type Cost, StoreUnavailable, type Usage } from '../metering/admission.ts'
import { type Circuit, circuit, type Stopwatch, within } from '../metering/circuit.ts'
import { memory } from '../metering/degraded.ts'
import { newAdmissionToken } from '../metering/spent.ts'
import { STORE_TIMEOUT_MS } from './open.ts'
import { pendingRefunds } from './pending-refunds.ts'
import type { Store } from './port.ts'
import { type AnyVerb, eachVerb } from './verbs.ts'

// An admission and a refund together stay below 600 ms, the time limit of every response.
const REFUND_WAIT_MS = 150

// Together with the admission that follows it, still below 600 ms.
const JUDGE_WAIT_MS = 180

// Anyone may request the health of the service, and a store may charge for each call.
const PING_EVERY_MS = 1_000

/**
 * The store as the service uses it: every verb returns in time, whatever happens to the store. While it is unavailable,
 * a key that was verified on this instance can still read (`degraded`, see Admission); every other call throws
 * StoreUnavailable. No admission is sent twice, so a lost reply costs at most one request, and no AI answer: an
 * admission that asks for one has a token, and what a lost reply spent, or a refund could not give back, is refunded
 * under that token once the store responds again. Pings within one second share a result.
 *
 * Admissions, refunds and pings have a separate circuit breaker, because reading may succeed where writing fails.
 * @param stopwatch for durations, such as `performance.now`
 * @param report called once when admissions begin to fail, and with null when they succeed again
 */
export function guarded(
  store: Store,
  stopwatch: Stopwatch,
  report: (error: StoreUnavailable | null) => void = () => {},
): Store {
  const admissions = circuit(stopwatch, report)
  const others = circuit(stopwatch)
  const known = memory()
  let lastPing: { at: number; answer: Promise<void> } | null = null
  const asking =
    <Args extends unknown[], Result>({ ask }: Circuit, verb: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      ask(() => verb(...args), STORE_TIMEOUT_MS)
  const debts = pendingRefunds(stopwatch)
  const giveBack = asking(admissions, store.refund)
  const takeBack = asking(admissions, store.takeBack)
  const ping = asking(admissions, store.ping)
  const takenBack = async (late: Admission, { month }: Cost): Promise<void> => {
    if (late.verdict !== 'admitted') return
    if (month > 0) await giveBack(late.usage, { month, answer: 0 })
  }
  const refund = async (usage: Usage, cost: Cost): Promise<void> => {
    try {
      await giveBack(usage, cost)
    } catch (error) {
      // Without a token, the units might be refunded twice.
      if (usage.token !== undefined && error instanceof StoreUnavailable) debts.add(() => giveBack(usage, cost))
      throw error
    }
  }

  return {
    ...eachVerb((verb) => asking(others, store[verb] as AnyVerb)),
    subscribedQuery: (hash) => others.ask(() => store.subscribedQuery(hash), JUDGE_WAIT_MS),
    judge: (key, windows) => others.ask(() => store.judge(key, windows), JUDGE_WAIT_MS),
    async admit(key, cost, windows) {
      // While replies may be lost, no AI answer is requested: they may be lost for longer than a store remembers.
      const allowedCost = admissions.failingSince() === null ? cost : { ...cost, answer: 0 as const }
      const token = allowedCost.answer === 1 ? newAdmissionToken() : undefined
      let deciding: Promise<Admission> | undefined
      try {
        const admission = await admissions.ask(() => {
          deciding = store.admit(key, allowedCost, windows, token)
          return deciding
        }, STORE_TIMEOUT_MS)
        known.learn(key, admission, stopwatch())
        debts.settle()
        return admission
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        // A decision that is late or missing must not be charged.
        if (deciding && token !== undefined) debts.add(() => takeBack(key, token))
        else deciding?.then((late) => takenBack(late, cost)).catch(() => {})
        const decided = known.decide(key, windows, admissions.failingSince() ?? stopwatch(), stopwatch())
        if (decided) return decided
        throw error
      }
    },
    refund: (usage, cost) => within(REFUND_WAIT_MS, refund(usage, cost)),
    ping() {
      const now = stopwatch()
      if (lastPing === null || now - lastPing.at >= PING_EVERY_MS) lastPing = { at: now, answer: ping() }
      return lastPing.answer
    },
    close: () => store.close(),
  }
}
