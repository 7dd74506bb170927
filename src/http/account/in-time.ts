import { StoreUnavailable } from '../../metering/admission.ts'
import { within } from '../../metering/circuit.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Store } from '../../storage/port.ts'
import { VERB_NAMES } from '../../storage/verbs.ts'

/** Total time for the store calls of one account request, to stay within the 600 ms limit of every response. */
const RESPOND_WITHIN_MS = 500

/** The dependencies of one request, with its time limit. */
export interface InTime {
  store: Store
  limits: Pick<Limits, 'allow'>
  /** Runs work that does not count toward the limit, such as waiting for a body. */
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>): InTime {
  let end = performance.now() + RESPOND_WITHIN_MS
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
