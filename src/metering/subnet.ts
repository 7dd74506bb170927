import ipaddr from 'ipaddr.js'

/** What limits count as one caller: an IPv4 address; for IPv6 the /64 subnet, which one subscriber holds whole. */
export function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes)}/64`
}
