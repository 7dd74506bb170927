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
