import type { Counts } from '../../src/metering/decide.ts'
import type { Store } from '../../src/storage/port.ts'

/** A storage under test: a location on which many stores can be opened. */
export interface Adapter {
  name: string
  /** Prepares the location. */
  start(): Promise<void>
  /** Empties the location. */
  clear(): Promise<void>
  /** Opens one more store on the location. */
  open(): Promise<Store>
  /** Writes an account's figures directly, to start near a limit. */
  preset(accountId: string, counts: Counts): Promise<void>
  /** The whole content of the location, as text. */
  dump(): Promise<string>
  stop(): Promise<void>
}

/** What a contract test works with. */
export interface Bench {
  store: Store
  /** A second client of the same place. */
  other: Store
  /** Writes an account's figures directly, to start near a limit. */
  preset: Adapter['preset']
}
