import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { LINK_MS, SESSION_MAX_MS } from '../../account/person.ts'
import { type Hosts, isPlainLoopback, ownAddress } from './origin.ts'

/** What a browser holds, and for how many seconds. */
const COOKIES = {
  /** The session. */
  rhp_session: SESSION_MAX_MS / 1000,
  /** Proof of having asked for a link. */
  rhp_browser: LINK_MS / 1000,
} as const
export type CookieName = keyof typeof COOKIES

/** The cookies of a request: no script reads them, no other site sends them, no other host sets them. */
export interface Cookies {
  read(name: CookieName): string | undefined
  write(name: CookieName, value: string): void
  clear(name: CookieName): void
}

export function cookiesOf(c: Context, hosts: Hosts): Cookies {
  const isPlain = isPlainLoopback(ownAddress(c, hosts))
  const where: CookieOptions = isPlain ? { path: '/api/account' } : { prefix: 'host', path: '/', secure: true }
  const flags: CookieOptions = { ...where, httpOnly: true, sameSite: 'Lax' }
  return {
    read: (name) => (isPlain ? getCookie(c, name) : getCookie(c, name, 'host')),
    write: (name, value) => setCookie(c, name, value, { ...flags, maxAge: COOKIES[name] }),
    clear: (name) => void deleteCookie(c, name, flags),
  }
}
