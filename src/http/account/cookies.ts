import { generateCookie } from 'hono/cookie'
import { type CookieOptions, parse } from 'hono/utils/cookie'
import { LINK_MS, SESSION_MAX_MS } from '../../account/person.ts'
import { type Hosts, isPlainLoopback, ownAddress } from './origin.ts'

/** The cookies, with their lifetimes in seconds. */
const COOKIES = {
  rhp_session: SESSION_MAX_MS / 1000,
  /** Proof that this browser requested a link. */
  rhp_browser: LINK_MS / 1000,
} as const
type CookieName = keyof typeof COOKIES

export type Cookies = ReturnType<typeof cookiesOf>

/** The cookies of a request: HttpOnly, same-site, and bound to this host. */
export function cookiesOf({ headers }: Request, url: URL, hosts: Hosts) {
  const isPlain = isPlainLoopback(ownAddress(url, hosts))
  const where: CookieOptions = isPlain ? { path: '/api/account' } : { prefix: 'host', path: '/', secure: true }
  const flags: CookieOptions = { ...where, httpOnly: true, sameSite: 'Lax' }
  const sent = headers.get('cookie') ?? ''
  const sentName = (name: CookieName) => (isPlain ? name : `__Host-${name}`)
  const written: string[] = []
  return {
    read: (name: CookieName): string | undefined => parse(sent, sentName(name))[sentName(name)],
    write: (name: CookieName, value: string): void =>
      void written.push(generateCookie(name, value, { ...flags, maxAge: COOKIES[name] })),
    clear: (name: CookieName): void => void written.push(generateCookie(name, '', { ...flags, maxAge: 0 })),
    /** The `Set-Cookie` values of the response. */
    written: written as readonly string[],
  }
}
