import { type Deadline, StoreUnavailable } from './admission.ts'

/**
 * The time within which the store must respond to a request, in all of its calls. With the work of the service itself, every
 * response arrives within 600 ms, whatever happens to the store.
 */
export const STORE_TIMEOUT_MS = 400

/** The deadline of a request that begins now. @param spentMs how much of its time the request has already spent */
export const newDeadline = (spentMs = 0): Deadline => performance.now() + Math.max(0, STORE_TIMEOUT_MS - spentMs)

export const hasPassed = (deadline: Deadline): boolean => performance.now() >= deadline

/**
 * The result of work, if it arrives before the deadline. The work itself continues; a late result or failure is dropped.
 * @throws StoreUnavailable
 */
export function within<Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new StoreUnavailable(`The store did not respond within ${STORE_TIMEOUT_MS} ms.`))
    if (hasPassed(deadline)) end()
    const timer = setTimeout(end, Math.max(0, deadline - performance.now()))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
