/** One line of the log, as JSON. Never holds a key, a hash or a store's command. */
export type LogLine = { level: 'info' | 'error'; event: string } & { [field: string]: unknown }

export interface Log {
  line: (line: LogLine) => void
  /** Writes what was collected. */
  flush: () => void
}

const COLLECTED_MAX = 64 * 1024

/**
 * A log whose lines are collected and written together, since a write for each request costs more than its line.
 * Errors are written at once, with everything before them. Call `flush` when the process ends.
 * @param write takes whole lines
 * @param everyMs how long a line waits; 0 writes each at once
 */
export function openLog(write: (text: string) => void, everyMs: number): Log {
  let collected = ''
  let isDue = false

  function flush(): void {
    isDue = false
    if (collected === '') return
    const text = collected
    collected = ''
    write(text)
  }

  return {
    flush,
    line(line) {
      // User text only ever appears as a value.
      collected += `${JSON.stringify(line)}\n`
      if (everyMs === 0 || line.level === 'error' || collected.length > COLLECTED_MAX) return flush()
      if (isDue) return
      isDue = true
      setTimeout(flush, everyMs).unref()
    },
  }
}
