import { StoreUnavailable } from './admission.ts'

/** Milliseconds that only ever grow, such as `performance.now`: for durations, not for dates. */
export type Stopwatch = () => number

const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 1_000

/** Stands before something remote that may be away. */
export interface Circuit {
  /**
   * Asks once, within `limitMs`; what is late is not asked again and its answer is dropped.
   * After five failures in a row the circuit is open: one call a second goes through to see, the others fail at once.
   * @throws StoreUnavailable, or what the work throws otherwise.
   */
  ask<Result>(work: () => Promise<Result>, limitMs: number): Promise<Result>
  /** When the first of the failures in a row was noticed; null while all is well. */
  failingSince(): number | null
}

export function circuit(stopwatch: Stopwatch): Circuit {
  let failures = 0
  let failingSince: number | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  return {
    failingSince: () => failingSince,
    async ask(work, limitMs) {
      const startedAt = stopwatch()
      if (failures >= FAILURES_TO_OPEN) {
        if (startedAt - triedAt < PROBE_EVERY_MS) throw new StoreUnavailable('The store is away.')
        triedAt = startedAt
      }
      try {
        const result = await within(limitMs, work())
        failures = 0
        failingSince = null
        return result
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          failures += 1
          failingSince ??= stopwatch()
          triedAt = Math.max(triedAt, startedAt)
        } else {
          // The store answered, if only to refuse.
          failures = 0
          failingSince = null
        }
        throw error
      }
    },
  }
}

/** The work's result, if it comes in time. The work goes on; its late failure troubles nobody. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(`The store gave no answer in ${limitMs} ms.`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
