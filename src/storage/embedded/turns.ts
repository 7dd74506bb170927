import { afterAccepting } from '../accepted.ts'

/** Work waiting for the next transaction. */
interface Waiting<Sitting> {
  work: (sitting: Sitting) => unknown
  resolve: (result: never) => void
  reject: (reason: unknown) => void
}

/**
 * Group commit: the work of one turn of the event loop shares one transaction, in order of arrival, and each result is
 * returned only after the commit. While connections are being accepted, the work of these turns shares one. If the
 * transaction fails, all of its work fails and nothing is written.
 * @param transact runs work in one transaction and throws when it was rolled back
 */
export function groupCommit<Sitting>(transact: (works: (sitting: Sitting) => void) => void) {
  let waiting: Waiting<Sitting>[] = []

  /** Runs what is waiting, immediately. */
  const flush = (): void => {
    const works = waiting
    waiting = []
    if (works.length === 0) return
    const results: unknown[] = []
    try {
      transact((sitting) => {
        for (const { work } of works) results.push(work(sitting))
      })
    } catch (error) {
      for (const { reject } of works) reject(error)
      return
    }
    for (const [place, { resolve }] of works.entries()) resolve(results[place] as never)
  }

  return {
    flush,
    join: <Result>(work: (sitting: Sitting) => Result): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length === 0) afterAccepting(flush)
        waiting.push({ work, resolve, reject })
      }),
  }
}
