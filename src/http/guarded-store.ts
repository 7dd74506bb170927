import { StoreUnavailable } from '../metering/admission.ts'
import { createCircuit, createDeadline, openMemory, type Stopwatch } from '../metering/outage.ts'
import type { Store } from '../storage/port.ts'
import { wrapVerbs } from '../storage/verbs.ts'

// Anyone may request the health of the service, and a store may charge for each call.
const PING_EVERY_MS = 1_000

/**
 * The store as the service uses it: every verb returns before its deadline, whatever happens to the store. While it is
 * unavailable, a key that was verified on this instance can still read (`degraded`, see Admission); every other call throws
 * StoreUnavailable. Nothing is sent twice, so a lost reply costs at most one unit. Pings within one second share a result.
 *
 * Admissions, refunds and pings have a separate circuit breaker, because reading may succeed where writing fails.
 * @param stopwatch for durations, such as `performance.now`
 * @param report called once when admissions begin to fail, and with null when they succeed again
 */
export function guardStore(
  store: Store,
  stopwatch: Stopwatch,
  report: (error: StoreUnavailable | null) => void = () => {},
): Store {
  const admissions = createCircuit(stopwatch, report)
  const others = createCircuit(stopwatch)
  const verifiedKeys = openMemory()
  let lastPing: { at: number; answer: Promise<number> } | null = null

  return {
    ...wrapVerbs(store, (call) => others.ask(call, createDeadline())),
    judge: (key, windows, deadline = createDeadline()) => others.ask(() => store.judge(key, windows), deadline),
    async admit(key, cost, windows, deadline = createDeadline()) {
      // While replies may be lost, no AI answer is requested, because each would cost a unit.
      const allowedCost = admissions.failingSince() === null ? cost : { ...cost, answer: 0 as const }
      try {
        const admission = await admissions.ask(() => store.admit(key, allowedCost, windows), deadline)
        verifiedKeys.learn(key, admission, stopwatch())
        return admission
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const decided = verifiedKeys.decide(key, windows, admissions.failingSince() ?? stopwatch(), stopwatch())
        if (decided) return decided
        throw error
      }
    },
    refund: (usage, cost, deadline = createDeadline()) => admissions.ask(() => store.refund(usage, cost), deadline),
    ping() {
      const now = stopwatch()
      if (lastPing === null || now - lastPing.at >= PING_EVERY_MS) {
        lastPing = { at: now, answer: admissions.ask(store.ping, createDeadline()) }
      }
      return lastPing.answer
    },
    close: () => store.close(),
  }
}
