import { StoreUnavailable } from '../../metering/admission.ts'
import { newDeadline, within } from '../../metering/deadline.ts'
import type { Limits } from '../../metering/limits.ts'
import type { Store } from '../../storage/port.ts'
import { type AnyVerb, eachVerb } from '../../storage/verbs.ts'

/**
 * Limits the store and limit calls of one request to the time of its response. Late results are dropped, and no new call
 * starts after the deadline, so that nothing changes after the response was sent.
 */
export function inTime(store: Store, limits: Pick<Limits, 'allow'>) {
  let deadline = newDeadline()
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (deadline.aborted) throw new StoreUnavailable('The store did not respond in time.')
    return within(deadline, work())
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
      try {
        return await work()
      } finally {
        deadline = newDeadline()
      }
    },
  }
}
