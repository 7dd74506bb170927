import type { Context } from 'hono'

/** The addresses that the service is known by; the first is the one of links. Empty: whatever a request names. */
export type Hosts = readonly string[]

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The address of the service as the caller uses it. A host that is none of the service's own is not believed, so that
 * nobody can have a link sent that leads elsewhere.
 */
export function ownAddress(c: Context, hosts: Hosts): string {
  const { host, origin } = new URL(c.req.url)
  return hosts.find((address) => new URL(address).host === host) ?? hosts[0] ?? origin
}

/** Whether cookies may travel without encryption: on the machine itself alone. */
export function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOOPBACK.test(hostname)
}

/** Whether a page of the service itself sent the request. A browser says so; what says nothing is not believed. */
export function isSameOrigin(c: Context, hosts: Hosts): boolean {
  const site = c.req.header('sec-fetch-site')
  // A page cannot set this header. Where it is missing, an old browser still names the origin.
  if (site !== undefined) return site === 'same-origin'
  return c.req.header('origin') === new URL(ownAddress(c, hosts)).origin
}
