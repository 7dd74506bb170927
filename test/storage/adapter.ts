import type { Counts } from '../../src/metering/decide.ts'
import type { Store } from '../../src/storage/port.ts'

/** A storage to be tested: a place that many stores can be opened on. */
export interface Adapter {
  name: string
  /** Prepares the place. */
  start(): Promise<void>
  /** Empties the place. */
  clear(): Promise<void>
  /** Opens one more store on the place. */
  open(): Promise<Store>
  /** Writes an account's figures past the port, to begin near a limit. */
  preset(accountId: string, counts: Counts): Promise<void>
  /** All that the place holds, as text. */
  dump(): Promise<string>
  stop(): Promise<void>
}

/** What a contract test works with. */
export interface Bench {
  store: Store
  /** A second client of the same place. */
  other: Store
}
