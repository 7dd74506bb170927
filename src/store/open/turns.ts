import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Runs expensive work in its own turn of the event loop, in the order of arrival, so that other requests are served in between. */
export type InTurn = <Result>(work: () => Result) => Promise<Result>

export const inTurn: InTurn = (work) =>
  oneAtATime(async () => {
    await setImmediate()
    return work()
  })
