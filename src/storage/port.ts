import type { Accounts, People } from '../account/verbs.ts'
import type { Meter } from '../metering/admission.ts'
import type { Windows } from '../metering/windows.ts'
import type { Alerts } from '../notify/alert.ts'
import type { UsageReport } from './usage.ts'

/**
 * Everything the service keeps about its customers. Each verb is one atomic step.
 * Verbs about an account or a key throw AccountRefusal when it is unknown, and StoreUnavailable when the store is away.
 * `now` is in milliseconds since 1970.
 */
export interface Store extends Meter, Accounts, People, Alerts {
  usage(accountId: string, windows: Windows): Promise<UsageReport>
  /** Resolves when the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
