/** Log levels, most serious first. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
export const ACCESS_LOGS = ['all', 'errors', 'none'] as const
type AccessLog = (typeof ACCESS_LOGS)[number]

/** One log line as JSON. Never contains a key, a hash or a store command. */
export type LogLine = { level: LogLevel; event: string } & { [field: string]: unknown }

export function isWanted({ level, event, status }: LogLine, least: LogLevel, access: AccessLog): boolean {
  if (event === 'request' && (access === 'none' || (access === 'errors' && Number(status) < 400))) return false
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least)
}

/**
 * A buffered log, because a write per request costs more than its line. Errors are written immediately, together with all
 * buffered lines. Call `flush` when the process ends. A failed write only loses its lines.
 * @param write writes complete lines and calls `done` with the result
 * @param later calls back after a short delay, for the first of the lines that are written together
 */
export function openLog(
  write: (text: string, done: (error?: Error | null) => void) => void,
  later: (flush: () => void) => void,
) {
  let collected = ''
  let lost = 0
  let isDue = false

  function flush(): void {
    isDue = false
    if (collected === '') return
    const text = collected
    collected = ''
    const done = (error?: Error | null): void => {
      if (error) lost += text.split('\n').length - 1
    }
    try {
      write(text, done)
    } catch (error) {
      done(error as Error)
    }
  }

  return {
    flush,
    /** Number of lines that could not be written. */
    linesLost: (): number => lost,
    line(line: LogLine): void {
      // User text appears only as a value.
      collected += `${JSON.stringify(line)}\n`
      if (line.level === 'error' || collected.length > 64 * 1024) flush()
      else if (!isDue) {
        isDue = true
        later(flush)
      }
    },
  }
}
