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
export type CookieName = keyof typeof COOKIES

/** The cookies of a request: HttpOnly, same-site, and bound to this host. */
export interface Cookies {
  read(name: CookieName): string | undefined
  write(name: CookieName, value: string): void
  clear(name: CookieName): void
  /** The `Set-Cookie` values of the response. */
  written: readonly string[]
}

export function cookiesOf({ headers }: Request, url: URL, hosts: Hosts): Cookies {
  const isPlain = isPlainLoopback(ownAddress(url, hosts))
  const where: CookieOptions = isPlain ? { path: '/api/account' } : { prefix: 'host', path: '/', secure: true }
  const flags: CookieOptions = { ...where, httpOnly: true, sameSite: 'Lax' }
  const sent = headers.get('cookie') ?? ''
  const sentName = (name: CookieName) => (isPlain ? name : `__Host-${name}`)
  const written: string[] = []
  return {
    read: (name) => parse(sent, sentName(name))[sentName(name)],
    write: (name, value) => written.push(generateCookie(name, value, { ...flags, maxAge: COOKIES[name] })),
    clear: (name) => written.push(generateCookie(name, '', { ...flags, maxAge: 0 })),
    written,
  }
}
