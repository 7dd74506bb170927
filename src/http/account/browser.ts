import { generateCookie } from 'hono/cookie'
import { type CookieOptions, parse } from 'hono/utils/cookie'
import { LINK_MS, SESSION_MAX_MS } from '../../account/person.ts'

/** The hosts of the service; links use the first. If empty, the host of the request is used. */
export type Hosts = readonly string[]

/**
 * The base URL of the service as used by the caller. A foreign host is ignored, so that nobody can cause an email with a
 * link to another site.
 */
export function getOwnAddress({ host, origin }: URL, hosts: Hosts): string {
  return hosts.find((address) => new URL(address).host === host) ?? hosts[0] ?? origin
}

/** Whether cookies may be sent without encryption: only on a loopback address. */
export function isPlainLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}

/** Whether a page of the service sent the request, according to the browser's headers; false without them. */
export function isSameOrigin(headers: Headers, url: URL, hosts: Hosts): boolean {
  const site = headers.get('sec-fetch-site')
  // Pages cannot set this header. Old browsers that do not send it still send Origin.
  if (site !== null) return site === 'same-origin'
  return headers.get('origin') === new URL(getOwnAddress(url, hosts)).origin
}

const COOKIES = {
  rhp_session: SESSION_MAX_MS / 1000,
  /** Proof that this browser requested a link. */
  rhp_browser: LINK_MS / 1000,
} as const
type CookieName = keyof typeof COOKIES

export type Cookies = ReturnType<typeof createCookies>

/** The cookies of a request: HttpOnly, same-site, and bound to this host. */
export function createCookies({ headers }: Request, url: URL, hosts: Hosts) {
  const isPlain = isPlainLoopback(getOwnAddress(url, hosts))
  const where: CookieOptions = isPlain ? { path: '/api/account' } : { prefix: 'host', path: '/', secure: true }
  const flags: CookieOptions = { ...where, httpOnly: true, sameSite: 'Lax' }
  const sent = headers.get('cookie') ?? ''
  const toSentName = (name: CookieName) => (isPlain ? name : `__Host-${name}`)
  const written: string[] = []
  return {
    read: (name: CookieName): string | undefined => parse(sent, toSentName(name))[toSentName(name)],
    write: (name: CookieName, value: string): void =>
      void written.push(generateCookie(name, value, { ...flags, maxAge: COOKIES[name] })),
    clear: (name: CookieName): void => void written.push(generateCookie(name, '', { ...flags, maxAge: 0 })),
    written: written as readonly string[],
  }
}
