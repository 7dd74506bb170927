import { StoreUnavailable } from './admission.ts'

/**
 * The time within which the store must respond to a request, in all of its calls. With the work of the service itself, every
 * response arrives within 600 ms, whatever happens to the store.
 */
export const STORE_TIMEOUT_MS = 400

/**
 * The end of the time that a request has for its calls to the store.
 * @param spentMs how much of that time it has already spent
 */
export const newDeadline = (spentMs = 0): AbortSignal =>
  AbortSignal.timeout(Math.max(0, Math.round(STORE_TIMEOUT_MS - spentMs)))

/**
 * The result of work, if it arrives before the deadline. The work itself continues; a late result or failure is dropped.
 * @throws StoreUnavailable
 */
export function within<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new StoreUnavailable(`The store did not respond within ${STORE_TIMEOUT_MS} ms.`))
    if (deadline.aborted) end()
    deadline.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => deadline.removeEventListener('abort', end))
  })
}
