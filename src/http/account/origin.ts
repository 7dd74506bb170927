/** The hosts of the service; links use the first. If empty, the host of the request is used. */
export type Hosts = readonly string[]

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The base URL of the service as used by the caller. A foreign host is ignored, so that nobody can cause an email with a
 * link to another site.
 */
export function ownAddress({ host, origin }: URL, hosts: Hosts): string {
  return hosts.find((address) => new URL(address).host === host) ?? hosts[0] ?? origin
}

/** Whether cookies may be sent without encryption: only on a loopback address. */
export function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && LOOPBACK.test(hostname)
}

/** Whether a page of the service sent the request, according to the browser's headers; false without them. */
export function isSameOrigin(headers: Headers, url: URL, hosts: Hosts): boolean {
  const site = headers.get('sec-fetch-site')
  // Pages cannot set this header. Old browsers that do not send it still send Origin.
  if (site !== null) return site === 'same-origin'
  return headers.get('origin') === new URL(ownAddress(url, hosts)).origin
}
