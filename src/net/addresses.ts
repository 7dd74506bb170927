import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Resolve = (host: string) => Promise<LookupAddress[]>

/** Resolves a host with the system's resolver. */
export const resolveWithSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** A host that is not allowed: it is, or resolves to, an address that is not public. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

// A public range in which virtual machines of that cloud reach their own metadata.
const METADATA = new Set(['168.63.129.16'])
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether an address is public. Loopback, private, link-local, shared, documentation, multicast and reserved ranges are
 * not, nor are IPv6 addresses with an embedded IPv4 address (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || METADATA.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST)
}

/**
 * Rejects a hostname that is itself a non-public address, in any notation: `URL` has already converted `0x7f.1` and
 * `2130706433` to `127.0.0.1`.
 * @throws AddressRefused
 */
export function refuseAddressHost(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare) && !isPublicAddress(bare)) throw new AddressRefused(`${bare} is not a public address`)
}

/**
 * A lookup for connections: resolves once, rejects the host if any of its addresses is not public, and connects to the
 * checked addresses, which prevents DNS rebinding.
 */
export function createCheckedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    findPublicAddresses(hostname, resolve).then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(new AddressRefused(`${hostname} has no address`), '', 0)
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}

async function findPublicAddresses(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname)
  const refused = addresses.find(({ address }) => !isPublicAddress(address))
  if (refused) throw new AddressRefused(`${hostname} resolves to ${refused.address}, which is not a public address`)
  return addresses
}
