import { type Deadline, StoreUnavailable } from './admission.ts'
import { within } from './deadline.ts'

/** A monotonic clock in milliseconds, such as `performance.now`, for durations. */
export type Stopwatch = () => number

const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 1_000

/**
 * Circuit breaker for a remote dependency.
 * @param report called once when calls begin to fail, and with null when one succeeds again
 */
export function createCircuit(stopwatch: Stopwatch, report: (error: StoreUnavailable | null) => void = () => {}) {
  let failures = 0
  let failingSince: number | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  function failed(error: StoreUnavailable, startedAt: number): void {
    failures += 1
    triedAt = Math.max(triedAt, startedAt)
    if (failingSince !== null) return
    failingSince = stopwatch()
    report(error)
  }
  function succeeded(): void {
    failures = 0
    if (failingSince === null) return
    failingSince = null
    report(null)
  }

  return {
    /** When the consecutive failures began; null while calls succeed. */
    failingSince: (): number | null => failingSince,
    /**
     * Calls once; a result after the deadline is dropped, and the call is not retried. After five failures in a row the
     * circuit is open: one probe per second goes through, all other calls fail immediately.
     * @throws StoreUnavailable, or any error of the work
     */
    async ask<Result>(work: () => Promise<Result>, deadline: Deadline): Promise<Result> {
      const startedAt = stopwatch()
      if (failures >= FAILURES_TO_OPEN) {
        if (startedAt - triedAt < PROBE_EVERY_MS) throw new StoreUnavailable('The store is unavailable.')
        triedAt = startedAt
      }
      try {
        const result = await within(deadline, work())
        succeeded()
        return result
      } catch (error) {
        if (error instanceof StoreUnavailable) failed(error, startedAt)
        // A refusal is a valid response of the store.
        else succeeded()
        throw error
      }
    },
  }
}
