import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where a host is found. */
export interface HostAddress {
  address: string
  family: 4 | 6
}

export type Resolve = (host: string) => Promise<HostAddress[]>

/** The addresses that the system's resolver gives for a host. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

/** A host that must not be asked: it is, or leads to, an address that is not on the public internet. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

// In a public range, but every virtual machine of that cloud reaches its own metadata there.
const METADATA = new Set(['168.63.129.16'])
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether an address is one of the public internet. Loopback, private, link-local, shared, documentation, multicast and
 * reserved ranges are not, nor are IPv6 addresses that carry an IPv4 address inside (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

/**
 * Refuses a host name that is itself an address outside the public internet, in whatever form it was written: `URL`
 * has turned `0x7f.1` and `2130706433` into `127.0.0.1` by now.
 * @throws AddressRefused
 */
export function refuseAddressHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare) && !isPublicAddress(bare)) throw new AddressRefused(`${bare} is not a public address`)
}

/**
 * The look-up that a connection makes: it resolves once, refuses the host when any of its addresses is not public, and
 * connects to the very addresses that were checked, so that a second answer of the name server cannot matter.
 */
export function checkedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    publicAddresses(hostname, resolve).then(
      (found) => {
        const [first] = found
        if (!first) callback(new AddressRefused(`${hostname} has no address`), '', 0)
        else if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}

async function publicAddresses(hostname: string, resolve: Resolve): Promise<HostAddress[]> {
  const found = await resolve(hostname)
  const refused = found.find(({ address }) => !isPublicAddress(address))
  if (refused) throw new AddressRefused(`${hostname} leads to ${refused.address}, which is not a public address`)
  return found
}
