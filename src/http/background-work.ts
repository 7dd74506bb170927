/** Background work that continues after the response was sent, such as email. */
export interface BackgroundWork {
  add: (work: Promise<unknown>) => void
  /** Waits up to this long for all work to finish. Returns the number of unfinished tasks. */
  finish: (limitMs: number) => Promise<number>
}

export function backgroundWork(): BackgroundWork {
  const underWay = new Set<Promise<unknown>>()
  return {
    add(work) {
      const done = work
        .catch(() => {})
        .finally(() => {
          underWay.delete(done)
        })
      underWay.add(done)
    },
    async finish(limitMs) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, limitMs)
      })
      await Promise.race([Promise.all(underWay), late])
      clearTimeout(timer)
      return underWay.size
    },
  }
}
