import type { Meter } from '../metering/port.ts'
import type { Instant } from '../rules/moments.ts'
import type { Service } from '../store/service.ts'

/** One line of the log, as JSON. Never holds a key, a hash or a store's command. */
export type LogLine = { level: 'info' | 'error'; event: string } & Record<string, unknown>

/** Everything the app needs from outside; tests give their own. */
export interface Deps {
  /** The bake that is served at this moment. @throws DatasetUnavailable */
  service: () => Service
  meter: Meter & { ping: () => Promise<void> }
  /** Milliseconds since 1970. */
  clock: () => Instant
  log: (line: LogLine) => void
  /** Public address of the service, without a slash at its end; the origin of the request when null. */
  base: string | null
}
