import type { Context } from 'hono'
import type { Subscriptions } from '../account/verbs.ts'
import type { AnswerDesk } from '../answers/desk.ts'
import type { Meter } from '../metering/admission.ts'
import type { Limits } from '../metering/limits.ts'
import type { Instant } from '../rules/moments.ts'
import type { Store } from '../storage/port.ts'
import type { Service } from '../store/service.ts'
import type { AccountDeps } from './account/route.ts'
import type { Compress } from './compression.ts'
import type { LogLine } from './log.ts'

/** Everything the app needs from outside; tests give their own. */
export interface Deps {
  /** The bake that is served at this moment. @throws DatasetUnavailable */
  service: () => Service
  /** Why the bake in the folder is not the one that is served; null when it is. */
  datasetFault?: () => Error | null
  meter: Meter & Pick<Store, 'ping' | 'usage'>
  /** Keeps signed addresses; without it there are none. */
  subscriptions?: Subscriptions
  /** Limits callers who try too often; without it, no caller is limited. */
  limits?: Pick<Limits, 'allow' | 'count' | 'takeBack'>
  /** The address that a request comes from, as far as it can be trusted. */
  addressOf?: (c: Context) => string
  /** Called after an answer that made an alert of the account due. */
  notify?: (accountId: string) => void
  /** Called when a letter about the account's trial may be due. */
  remind?: (accountId: string) => void
  /** What accounts of people need; without it there are none. */
  account?: AccountDeps
  /** Where AI answers are asked for; without one they are quoted from the documents. */
  answers?: AnswerDesk
  /** Compresses answers; without it they go out as they are. */
  compress?: Compress | undefined
  /** Signs cursors; a fixed one where none is given. */
  cursorSecret?: string
  /** Milliseconds since 1970. */
  clock: () => Instant
  log: (line: LogLine) => void
  /** How many lines of the log could not be written. */
  linesLost?: () => number
  /** Age of the data from which it is stale. */
  staleAfterMs?: number
  /** Public address of the service, without a slash at its end; the origin of the request when null. */
  base: string | null
}
