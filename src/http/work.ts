/** Background work that continues after the answer was sent, such as mail. */
export interface WorkUnderWay {
  add: (work: Promise<unknown>) => void
  /** Waits until all of it is done, at most this long. Returns how many works are not. */
  finish: (limitMs: number) => Promise<number>
}

export function workUnderWay(): WorkUnderWay {
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
