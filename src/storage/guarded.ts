import { type Admission, type Cost, StoreUnavailable } from '../metering/admission.ts'
import { type Circuit, circuit, type Stopwatch, within } from '../metering/circuit.ts'
import { memory } from '../metering/degraded.ts'
import { STORE_TIMEOUT_MS } from './open.ts'
import type { Store } from './port.ts'
import { VERB_NAMES } from './verbs.ts'

// An admission and a refund together stay below the 600 ms in which any answer is given.
const REFUND_WAIT_MS = 150

// With the admission that follows it, still below 600 ms.
const JUDGE_WAIT_MS = 180

// Anyone may ask for the health of the service, and a store may charge for each call.
const PING_EVERY_MS = 1_000

/**
 * The store as the service uses it: every verb of the table is answered in time, whatever happens to the store.
 * While it is away, a key that was verified on this instance keeps reading (`degraded`, see Admission), every other
 * call throws StoreUnavailable. No call is sent twice, so a lost reply costs one unit at most. Pings of one second share
 * an answer.
 *
 * Admissions, refunds and pings have a circuit of their own: reading may succeed where nothing can be written.
 * @param stopwatch for durations, such as `performance.now`
 * @param report told once when admissions begin to fail, and with null when they succeed again
 */
export function guarded(
  store: Store,
  stopwatch: Stopwatch,
  report: (fault: StoreUnavailable | null) => void = () => {},
): Store {
  const admissions = circuit(stopwatch, report)
  const others = circuit(stopwatch)
  const known = memory()
  let lastPing: { at: number; answer: Promise<void> } | null = null
  const asking = <Args extends unknown[], Result>(
    { ask }: Circuit,
    verb: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    return (...args) => ask(() => verb(...args), STORE_TIMEOUT_MS)
  }
  const inTime = Object.fromEntries(
    VERB_NAMES.map((verb) => [verb, asking(others, store[verb] as (...args: unknown[]) => Promise<unknown>)]),
  ) as unknown as Store
  const refund = asking(admissions, store.refund)
  const ping = asking(admissions, store.ping)
  const takenBack = async (late: Admission, { month }: Cost): Promise<void> => {
    if (late.verdict !== 'admitted') return
    const answer = late.answer === 'taken' ? 1 : 0
    if (month + answer > 0) await refund(late.usage, { month, answer })
  }

  return {
    ...inTime,
    subscribedQuery: (hash) => others.ask(() => store.subscribedQuery(hash), JUDGE_WAIT_MS),
    judge: (key, windows) => others.ask(() => store.judge(key, windows), JUDGE_WAIT_MS),
    async admit(key, cost, windows) {
      let deciding: Promise<Admission> | undefined
      try {
        // While replies may be lost no AI answer is asked for: of several in a row one unit is lost at most.
        const asked = admissions.failingSince() === null ? cost : { ...cost, answer: 0 as const }
        const admission = await admissions.ask(() => {
          deciding = store.admit(key, asked, windows)
          return deciding
        }, STORE_TIMEOUT_MS)
        known.learn(key, admission, stopwatch())
        return admission
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        // A decision that comes too late was paid for nothing.
        deciding?.then((late) => takenBack(late, cost)).catch(() => {})
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
