import { StoreUnavailable } from '../metering/admission.ts'
import type { Stopwatch } from '../metering/circuit.ts'

const TRY_EVERY_MS = 1_000
// A store remembers what was spent for longer.
const RETRY_FOR_MS = 5 * 60_000
const REFUNDS_MAX = 10_000

/**
 * Refunds that a store did not accept, retried in order: every second and after each sign of life, for at most five
 * minutes. A refund may have succeeded although its reply was lost, so repeating it must be harmless.
 */
export function pendingRefunds(stopwatch: Stopwatch) {
  const waiting = new Set<{ work: () => Promise<void>; until: number }>()
  let isTrying = false
  let timer: NodeJS.Timeout | undefined

  async function settle(): Promise<void> {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    for (const each of waiting) {
      if (stopwatch() <= each.until && (await each.work().then(() => false, isAway))) break
      waiting.delete(each)
    }
    isTrying = false
    tryLater()
  }

  function tryLater(): void {
    clearTimeout(timer)
    if (waiting.size > 0 && !isTrying) timer = setTimeout(settle, TRY_EVERY_MS).unref()
  }

  return {
    add(work: () => Promise<void>): void {
      const [oldest] = waiting
      if (oldest && waiting.size >= REFUNDS_MAX) waiting.delete(oldest)
      waiting.add({ work, until: stopwatch() + RETRY_FOR_MS })
      if (waiting.size === 1) tryLater()
    },
    /** Tries now, for example after a sign of life. */
    settle(): void {
      if (waiting.size > 0) void settle()
    },
  }
}

const isAway = (error: unknown): boolean => error instanceof StoreUnavailable
