/** The addresses that the service is known by; the first is the one of links. Empty: whatever a request names. */
export type Hosts = readonly string[]

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The address of the service as the caller uses it. A host that is none of the service's own is not believed, so that
 * nobody can have a link sent that leads elsewhere.
 */
export function ownAddress({ host, origin }: URL, hosts: Hosts): string {
  return hosts.find((address) => new URL(address).host === host) ?? hosts[0] ?? origin
}

/** Whether cookies may travel without encryption: on the machine itself alone. */
export function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOOPBACK.test(hostname)
}

/** Whether a page of the service itself sent the request. A browser says so; without a word from it the answer is no. */
export function isSameOrigin(headers: Headers, url: URL, hosts: Hosts): boolean {
  const site = headers.get('sec-fetch-site')
  // A page cannot set this header. Where it is missing, an old browser still names the origin.
  if (site !== null) return site === 'same-origin'
  return headers.get('origin') === new URL(ownAddress(url, hosts)).origin
}
