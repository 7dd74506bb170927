/** How serious a line is, the most serious first. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Which requests get a line. */
export const ACCESS_LOGS = ['all', 'errors', 'none'] as const
type AccessLog = (typeof ACCESS_LOGS)[number]

/** One line of the log, as JSON. Never holds a key, a hash or a store's command. */
export type LogLine = { level: LogLevel; event: string } & { [field: string]: unknown }

/** Whether a line is wanted. */
export function isWanted({ level, event, status }: LogLine, least: LogLevel, access: AccessLog): boolean {
  if (event === 'request' && (access === 'none' || (access === 'errors' && Number(status) < 400))) return false
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least)
}

export interface Log {
  line: (line: LogLine) => void
  /** Writes what was collected. */
  flush: () => void
  /** How many lines could not be written. */
  linesLost: () => number
}

const COLLECTED_MAX = 64 * 1024

/**
 * A log whose lines are collected and written together, since a write for each request costs more than its line.
 * Errors are written at once, with everything before them. Call `flush` when the process ends.
 * A write that fails loses its lines and nothing else.
 * @param write takes whole lines, and says when they are written or why they are not
 * @param everyMs how long a line waits; 0 writes each at once
 */
export function openLog(write: (text: string, done: (error?: Error | null) => void) => void, everyMs: number): Log {
  let collected = ''
  let lines = 0
  let lost = 0
  let isDue = false

  function flush(): void {
    isDue = false
    if (collected === '') return
    const [text, count] = [collected, lines]
    collected = ''
    lines = 0
    const done = (error?: Error | null): void => {
      if (error) lost += count
    }
    try {
      write(text, done)
    } catch (error) {
      done(error as Error)
    }
  }

  return {
    flush,
    linesLost: () => lost,
    line(line) {
      // User text only ever appears as a value.
      collected += `${JSON.stringify(line)}\n`
      lines += 1
      if (everyMs === 0 || line.level === 'error' || collected.length > COLLECTED_MAX) return flush()
      if (isDue) return
      isDue = true
      setTimeout(flush, everyMs).unref()
    },
  }
}
