import { hashOf, type KeyHash, wellFormed } from '../metering/keys.ts'
import { ApiError } from './errors.ts'

const BEARER = /^Bearer[ \t]+(.*)$/i
// The white space that may surround a header's value; no other character is left out of a key.
const SURROUNDING = /^[ \t]+|[ \t]+$/g

/**
 * The hash of the key that a request carries, after its form and checksum were found right.
 * The same key in both headers is fine; an Authorization scheme other than Bearer is ignored.
 * @throws ApiError CREDENTIALS_CONFLICT, API_KEY_MISSING or API_KEY_INVALID
 */
export function readKey(headers: Headers): KeyHash {
  const bearer = withoutSpace(BEARER.exec(headers.get('authorization') ?? '')?.[1])
  const named = withoutSpace(headers.get('x-api-key'))
  if (bearer !== undefined && named !== undefined && bearer !== named) {
    throw new ApiError(
      'CREDENTIALS_CONFLICT',
      'Authorization and X-Api-Key carry two different keys; send one of them.',
    )
  }
  const secret = bearer ?? named
  if (secret === undefined) {
    throw new ApiError(
      'API_KEY_MISSING',
      'This endpoint needs an API key: send it as "Authorization: Bearer <key>" or "X-Api-Key: <key>".',
      {
        headers: { 'WWW-Authenticate': 'Bearer' },
      },
    )
  }
  if (!wellFormed(secret)) throw invalidKey()
  return hashOf(secret)
}

const withoutSpace = (text: string | null | undefined): string | undefined =>
  text?.replace(SURROUNDING, '') || undefined

/** The same words for a mistyped key and for one that nobody holds. */
export const invalidKey = (): ApiError =>
  new ApiError('API_KEY_INVALID', 'The API key is not valid. Check it for typing errors.')
