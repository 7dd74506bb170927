import { StoreUnavailable } from './admission.ts'

/** A monotonic clock in milliseconds, such as `performance.now`, for durations. */
export type Stopwatch = () => number

const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 1_000

export type Circuit = ReturnType<typeof circuit>

/**
 * Circuit breaker for a remote dependency.
 * @param report called once when calls begin to fail, and with null when one succeeds again
 */
export function circuit(stopwatch: Stopwatch, report: (error: StoreUnavailable | null) => void = () => {}) {
  let failures = 0
  let failingSince: number | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  const limited = sharedTimers()

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
     * Calls once, with a timeout of `limitMs`; a late result is dropped, and the call is not retried. After five failures in
     * a row the circuit is open: one probe per second goes through, all other calls fail immediately.
     * @throws StoreUnavailable, or any error of the work
     */
    async ask<Result>(work: () => Promise<Result>, limitMs: number): Promise<Result> {
      const startedAt = stopwatch()
      if (failures >= FAILURES_TO_OPEN) {
        if (startedAt - triedAt < PROBE_EVERY_MS) throw new StoreUnavailable('The store is unavailable.')
        triedAt = startedAt
      }
      try {
        const result = await limited(limitMs, work())
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

interface TimeLimit {
  /** Pending calls, oldest first. */
  pending: Set<{ until: number; reject: (error: StoreUnavailable) => void }>
  timer: NodeJS.Timeout | undefined
}

/** Same as `within`, for many calls: those with the same limit share a timer, because a timer costs more than most calls. */
function sharedTimers(): typeof within {
  const timeLimits = new Map<number, TimeLimit>()
  return <Result>(limitMs: number, work: Promise<Result>): Promise<Result> => {
    let limit = timeLimits.get(limitMs)
    if (!limit) {
      limit = { pending: new Set(), timer: undefined }
      timeLimits.set(limitMs, limit)
    }
    const { pending } = limit
    return new Promise((resolve, reject) => {
      const call = { until: performance.now() + limitMs, reject }
      pending.add(call)
      limit.timer ??= setTimeout(rejectLate, limitMs, limit, limitMs)
      work.then(
        (result) => {
          pending.delete(call)
          resolve(result)
        },
        (error) => {
          pending.delete(call)
          reject(error)
        },
      )
    })
  }
}

function rejectLate(limit: TimeLimit, limitMs: number): void {
  const now = performance.now()
  limit.timer = undefined
  for (const call of limit.pending) {
    if (call.until > now) {
      limit.timer = setTimeout(rejectLate, call.until - now, limit, limitMs)
      return
    }
    limit.pending.delete(call)
    call.reject(lateBy(limitMs))
  }
}

const lateBy = (limitMs: number) => new StoreUnavailable(`The store did not respond within ${limitMs} ms.`)

/** The work's result, if it arrives in time. The work itself continues; a late result or failure is dropped. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateBy(limitMs)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
