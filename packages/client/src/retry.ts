import { ApiProblem, ApiUnreachable } from './errors.ts'

/**
 * How long and how often a call is attempted. GET requests are retried after 429, 502, 503 or no response; searches only
 * after errors that cost nothing.
 */
export interface RetryPolicy {
  /** Attempts in total. Default 4. */
  attempts: number
  /** Milliseconds for the whole call including waits. A wait that would exceed it is not started. Default 30,000. */
  deadlineMs: number
  /** Milliseconds for one attempt. Default 10,000. */
  attemptMs: number
  /** Milliseconds before the second attempt, doubled for each further one. `Retry-After` takes precedence. Default 300. */
  backoffMs: number
  /**
   * Total milliseconds that a call may wait for the next minute when the per-minute requests are used up. These waits count
   * neither as attempts nor toward the deadline. 0 fails immediately. Default 75,000.
   */
  paceMs: number
}

export const RETRY: RetryPolicy = { attempts: 4, deadlineMs: 30_000, attemptMs: 10_000, backoffMs: 300, paceMs: 75_000 }

/** A wait before a call is attempted again. */
export interface Wait {
  seconds: number
  /** The code of the error that the service answered with; null without a documented one. */
  code: string | null
}

const TRANSIENT = [429, 502, 503]

/** Whether the same call may succeed shortly. */
const isTransient = (error: unknown): error is ApiProblem | ApiUnreachable =>
  error instanceof ApiUnreachable || (error instanceof ApiProblem && TRANSIENT.includes(error.status))

const REFUSALS: readonly unknown[] = ['RATE_LIMITED', 'STORE_UNAVAILABLE', 'DATASET_UNAVAILABLE']

/** Whether the service rejected the call without counting it. */
export const isFreeRefusal = (error: unknown): boolean => error instanceof ApiProblem && REFUSALS.includes(error.code)

/** Attempts a call until it succeeds; throws its last error when it may not be retried or runs out of time. */
export async function retried<Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  { attempts, deadlineMs, attemptMs, backoffMs, paceMs }: RetryPolicy,
  stop: AbortSignal,
  mayRepeat: (error: unknown) => boolean = isTransient,
  onWait: (wait: Wait) => void = () => {},
): Promise<Result> {
  let deadline = Date.now() + deadlineMs
  let pace = paceMs
  for (let tries = 1; ; tries += 1) {
    stop.throwIfAborted()
    try {
      const time = Math.min(attemptMs, deadline - Date.now())
      return await call(AbortSignal.any([stop, AbortSignal.timeout(Math.max(0, time))]))
    } catch (error) {
      stop.throwIfAborted()
      if (!isTransient(error) || !mayRepeat(error)) throw error
      const asked = secondsAsked(error) * 1000
      const tell = () => {
        if (asked > 0) onWait({ seconds: asked / 1000, code: error instanceof ApiProblem ? error.code : null })
      }
      if (error instanceof ApiProblem && error.code === 'RATE_LIMITED' && asked > 0 && asked <= pace) {
        tell()
        await sleep(asked, stop)
        pace -= asked
        deadline += asked
        tries -= 1
        continue
      }
      if (tries >= attempts) throw error
      // Jitter, so that clients that failed together do not retry together.
      const wait = asked || backoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2)
      if (Date.now() + wait >= deadline) throw error
      tell()
      await sleep(wait, stop)
    }
  }
}

/** The seconds to wait according to the service; 0 if unspecified. */
export const secondsAsked = (error: ApiProblem | ApiUnreachable): number =>
  (error instanceof ApiProblem && error.quota.retryAfter) || 0

// Timers have 31 bits; a longer delay would fire immediately.
const SLEEP_MAX_MS = 2 ** 31 - 1

/** Waits. @throws the reason of the signal if it is aborted */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, SLEEP_MAX_MS),
    )
    signal.addEventListener('abort', stop, { once: true })
  })

/** A signal that aborts with the first of the given signals. */
export const getFirstSignal = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined))
