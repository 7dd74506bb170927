import ipaddr from 'ipaddr.js'

// Some proxies add the port of the caller, which differs for each connection.
const WITH_PORT = /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i

/** The subnet that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function toSubnet(address: string): string {
  const [, v4, v6] = WITH_PORT.exec(address) ?? []
  const bare = v4 ?? v6 ?? address
  if (!ipaddr.isValid(bare)) return address
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(bytes)}/64`
}
