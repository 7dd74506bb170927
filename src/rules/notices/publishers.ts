import type { PublisherRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'

// Only governments of the United States can register a .gov name; states may also have state.xx.us.
const FEDERAL_OR_STATE = /\.gov$/

/**
 * Whether a URL belongs to a government or to an organization that the state designated to make awards: a .gov host,
 * the state's own `state.xx.us`, or a URL with the prefix of one of the state's publishers.
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
