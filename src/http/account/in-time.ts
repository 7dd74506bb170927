import { StoreUnavailable } from '../../metering/admission.ts'
import { within } from '../../metering/circuit.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Store } from '../../storage/port.ts'
import { type AnyVerb, eachVerb } from '../../storage/verbs.ts'

/** Total time for the store calls of one account request, to stay within the 600 ms limit of every response. */
const RESPOND_WITHIN_MS = 500

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>) {
  let end = performance.now() + RESPOND_WITHIN_MS
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const left = end - performance.now()
    if (left <= 0) throw new StoreUnavailable('The store did not respond in time.')
    return within(left, work())
  }
  return {
    store: eachVerb(
      (verb) =>
        (...args: unknown[]) =>
          ask(() => (store[verb] as AnyVerb)(...args)),
    ),
    limits: { allow: (...args: Parameters<Limits['allow']>) => ask(() => limits.allow(...args)) },
    /** Runs work that does not count toward the limit, such as waiting for a body. */
    async aside<Result>(work: () => Promise<Result>): Promise<Result> {
      const began = performance.now()
      try {
        return await work()
      } finally {
        end += performance.now() - began
      }
    },
  }
}
