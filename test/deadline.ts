import { setTimeout } from 'node:timers/promises'

const LATE = Symbol('late')

/**
 * The result of work that ends before a timer that begins with it. A clock would also count the time in which a busy
 * machine runs other programs, which delays this timer and those of the work alike.
 */
export async function within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const abort = new AbortController()
  const timer = setTimeout(ms, LATE, { signal: abort.signal })
  timer.catch(() => {})
  const result = await Promise.race([work(), timer])
  abort.abort()
  if (result === LATE) throw new Error(`The work took longer than ${ms} ms.`)
  return result
}
