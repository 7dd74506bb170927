/** Background work that continues after the response was sent, such as email. */
export function backgroundWork() {
  const underWay = new Set<Promise<unknown>>()
  return {
    add(work: Promise<unknown>): void {
      const done = work
        .catch(() => {})
        .finally(() => {
          underWay.delete(done)
        })
      underWay.add(done)
    },
    /** Waits up to this long for all work to finish. Returns the number of unfinished tasks. */
    async finish(limitMs: number): Promise<number> {
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
