import type { Context } from 'hono'
import type { Subscriptions } from '../account/verbs.ts'
import type { AnswerService } from '../answers/service.ts'
import type { Meter } from '../metering/admission.ts'
import type { Limits } from '../metering/limits.ts'
import type { Instant } from '../rules/time/moments.ts'
import type { Store } from '../storage/port.ts'
import type { Service } from '../store/service.ts'
import type { AccountDeps } from './account/route.ts'
import type { LogLine } from './log.ts'
import type { Compress } from './response/compression.ts'

/** The dependencies of the app; tests provide their own. */
export interface Deps {
  /** The current bake. @throws DatasetUnavailable */
  service: (() => Service) & {
    /** Keeps the bakes that a request reads open; the result is called when it has ended. */
    enter?: () => () => void
  }
  /** Why the bake in the folder is not the current one; null when it is. */
  datasetError?: () => Error | null
  meter: Meter & Pick<Store, 'ping' | 'usage'>
  subscriptions?: Subscriptions
  /** Limits callers with too many attempts; without it, no caller is limited. */
  limits?: Pick<Limits, 'allow' | 'count' | 'takeBack'>
  /** Whether callers may try the API with the demo key; needs `limits`. */
  hasDemoKey?: boolean
  readCallerAddress?: (c: Context) => string
  /** Called after a response that made an alert of the account due. */
  notify?: (accountId: string) => void
  /** Called when an email about the account's trial may be due. */
  remind?: (accountId: string) => void
  account?: AccountDeps
  /** The source of AI answers; without it, answers are quoted from the documents. */
  answers?: AnswerService
  compress?: Compress | undefined
  cursorSecret?: string
  clock: () => Instant
  log: (line: LogLine) => void
  linesLost?: () => number
  staleAfterMs?: number
  /** Public base URL of the service without a trailing slash; null for the origin of the request. */
  base: string | null
}
