import ipaddr from 'ipaddr.js'

/** The subnet that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes)}/64`
}
