import { hashOf, type KeyHash, wellFormed } from '../metering/keys.ts'
import type { Instant } from '../rules/moments.ts'
import { callerSubnet } from './addresses.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import type { Exchange } from './exchange.ts'

/** The caller as identified by the request, not yet verified. */
export interface Caller {
  key: KeyHash
  subnet: () => string
  now: Instant
  /** Set for a signed address instead of a key. */
  isAddress?: true
}

/** Reads the caller of a request. @throws ApiError for a missing or malformed key */
export const callerOf = ({ c }: Exchange, deps: Pick<Deps, 'addressOf' | 'clock'>): Caller => ({
  key: readKey(c.req.raw.headers, c.req.url),
  subnet: () => callerSubnet(c, deps),
  now: deps.clock(),
})

const BEARER = /^Bearer[ \t]+(.*)$/i
// White space around a header value; nothing else is removed from a key.
const SURROUNDING = /^[ \t]+|[ \t]+$/g

/**
 * Reads the API key of a request, checks its form and checksum, and returns its hash.
 * The same key in both headers is fine; an Authorization scheme other than Bearer is ignored.
 * @param url URL of the request, which may contain a key by mistake
 * @throws ApiError CREDENTIALS_CONFLICT, API_KEY_MISSING or API_KEY_INVALID
 */
export function readKey(headers: Headers, url: string): KeyHash {
  const bearer = withoutSpace(BEARER.exec(headers.get('authorization') ?? '')?.[1])
  const named = withoutSpace(headers.get('x-api-key'))
  if (bearer !== undefined && named !== undefined && bearer !== named) {
    throw new ApiError(
      'CREDENTIALS_CONFLICT',
      'Authorization and X-Api-Key have two different keys. Send only one of them.',
    )
  }
  const secret = bearer ?? named
  if (secret === undefined) {
    throw new ApiError('API_KEY_MISSING', `${misplaced(headers, url)} ${WHERE_KEYS_ARE_MADE}`, {
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  }
  if (!wellFormed(secret)) throw invalidKey()
  return hashOf(secret)
}

const HOW_KEYS_ARE_SENT = 'as "Authorization: Bearer <key>" or "X-Api-Key: <key>"'
const WHERE_KEYS_ARE_MADE = 'No key yet? Sign in at /account/ and create one. Keys need a paid plan.'

/** Explains how to send the key, and where it was sent instead, if anywhere. */
function misplaced(headers: Headers, url: string): string {
  const authorization = withoutSpace(headers.get('authorization'))
  if (authorization && wellFormed(authorization)) {
    return 'The Authorization header lacks its scheme. Put "Bearer" and a space before the key.'
  }
  if (authorization && wellFormed(authorization.split(/[ \t]+/).at(-1) ?? '')) {
    return 'The Authorization header has the wrong scheme. Send "Authorization: Bearer <key>".'
  }
  for (const [name, text] of new URL(url).searchParams) {
    if (wellFormed(text) || KEY_PARAMETER.test(name)) {
      return `API keys in the query string ("${name.slice(0, NAME_SHOWN)}") are not accepted, because URLs end up in logs. Send the key ${HOW_KEYS_ARE_SENT}, and create a new key if this URL was shared.`
    }
  }
  return `This endpoint needs an API key. Send it ${HOW_KEYS_ARE_SENT}.`
}

const KEY_PARAMETER = /^(x[-_]?)?(api[-_]?key|access[-_]?token|token|auth)$/i
const NAME_SHOWN = 40

const withoutSpace = (text: string | null | undefined): string | undefined =>
  text?.replace(SURROUNDING, '') || undefined

/** The same message for a mistyped key and an unknown one. */
export const invalidKey = (): ApiError =>
  new ApiError('API_KEY_INVALID', 'The API key is not valid. Check it for typos.')
