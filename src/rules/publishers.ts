import type { PublisherRecord } from '../schema/award-records.ts'
import type { StateCode } from '../schema/vocabularies.ts'

// Only governments of the United States can register a .gov name; states may also hold state.xx.us.
const FEDERAL_OR_STATE = /\.gov$/

/**
 * Whether an address belongs to a government or to a body that the state named to award: a .gov host, the state's own
 * `state.xx.us`, or an address that begins with one of the state's publishers.
 */
export function isOfficial(
  address: string,
  state: StateCode | null,
  publishers: readonly Pick<PublisherRecord, 'state' | 'address'>[],
): boolean {
  const { hostname } = new URL(address)
  if (FEDERAL_OR_STATE.test(hostname)) return true
  if (state !== null && hostname.endsWith(`.state.${state.toLowerCase()}.us`)) return true
  return publishers.some((publisher) => publisher.state === state && address.startsWith(publisher.address))
}
