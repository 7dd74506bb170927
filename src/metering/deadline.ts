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
 * The result of work, if it arrives within some milliseconds; otherwise the error. The work itself continues; its late result
 * or failure is dropped.
 */
export function inTime<Result>(work: Promise<Result>, ms: number, toError: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (ms <= 0) reject(toError())
    const timer = setTimeout(() => reject(toError()), Math.max(0, ms))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The result of work, if it arrives before the deadline. @throws StoreUnavailable */
export const within = <Result>(deadline: Deadline, work: Promise<Result>): Promise<Result> =>
  inTime(
    work,
    deadline - performance.now(),
    () => new StoreUnavailable(`The store did not respond within ${STORE_TIMEOUT_MS} ms.`),
  )
