/** Expensive work may take this long in each turn of the event loop; the work under way is never interrupted. */
const SLICE_MS = 4

/** Runs work now, or in a later turn of the event loop if this turn has already spent its time on such work. */
export type InTurn = <Result>(work: () => Result) => Result | Promise<Result>

/**
 * Lets expensive work take turns: in the order of arrival, a few milliseconds in each turn of the event loop, so that
 * everything else is served in between.
 */
export function takingTurns(stopwatch: () => number = () => performance.now()): InTurn {
  const waiting: (() => void)[] = []
  let sliceEnd: number | null = null

  function open(): void {
    sliceEnd = stopwatch() + SLICE_MS
    setImmediate(nextTurn)
  }
  const isOver = (): boolean => sliceEnd !== null && stopwatch() >= sliceEnd

  function nextTurn(): void {
    sliceEnd = null
    if (waiting.length === 0) return
    open()
    do waiting.shift()?.()
    while (waiting.length > 0 && !isOver())
  }

  return <Result>(work: () => Result) => {
    if (sliceEnd === null) open()
    if (waiting.length === 0 && !isOver()) return work()
    return new Promise<Result>((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
    })
  }
}

/** The turns of this process. */
export const inTurn = takingTurns()
