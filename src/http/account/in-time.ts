import { StoreUnavailable } from '../../metering/admission.ts'
import { within } from '../../metering/circuit.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Store } from '../../storage/port.ts'
import { VERB_NAMES } from '../../storage/verbs.ts'

/** A request about accounts asks the store several times; all of it together stays below the 600 ms of any answer. */
const ANSWER_WITHIN_MS = 500

/** What one request asks, held to the time of one answer. */
export interface InTime {
  store: Store
  limits: Pick<Limits, 'allow'>
  /** Runs what does not count, such as waiting for a body. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Holds a store and limits to the time of one answer. What comes late is dropped, and nothing more is begun after it:
 * no change is made once its answer is given.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>): InTime {
  let end = performance.now() + ANSWER_WITHIN_MS
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const left = end - performance.now()
    if (left <= 0) throw new StoreUnavailable('The store did not respond in time.')
    return within(left, work())
  }
  const verbs = VERB_NAMES.map((verb) => [
    verb,
    (...args: unknown[]) => ask(() => (store[verb] as (...args: unknown[]) => Promise<unknown>)(...args)),
  ])
  return {
    store: Object.fromEntries(verbs) as Store,
    limits: { allow: (name, subject, now) => ask(() => limits.allow(name, subject, now)) },
    async aside(work) {
      const began = performance.now()
      try {
        return await work()
      } finally {
        end += performance.now() - began
      }
    },
  }
}
