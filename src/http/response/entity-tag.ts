import type { Context } from 'hono'
import type { Format } from '../../formats/formats.ts'
import type { Cost } from '../../metering/admission.ts'
import { once } from '../../rules/once.ts'
import { getDigest } from '../../rules/text/digest.ts'
import type { Written } from '../../store/lists/bodies.ts'
import { CONTRACT_VERSION } from '../endpoints/changelog.ts'
import type { Inquiry } from '../endpoints/endpoint.ts'

/**
 * The strong entity tag of a response: its format, its name, the digest of its content, and the contract version, because
 * another version may have a different envelope. It stays the same through publications that do not change the response.
 */
export const entityTag = (
  name: string,
  digest: string,
  { format = 'json', contract = CONTRACT_VERSION }: { format?: Format; contract?: string } = {},
): string => `"${format}-${getDigest(`${contract}\n${name}\n${digest}`)}"`

/**
 * The inquiry of a response of one text, made once for its entity tag and its body.
 * @param read may throw an ApiError, such as NOT_FOUND
 */
export function toInquiry(name: string, cost: Cost, read: () => Written, format?: Format): Inquiry {
  const readOnce = once(read)
  return {
    name,
    caching: 'private',
    cost,
    ...(format && { format }),
    tag: () => entityTag(name, readOnce().digest, { format }),
    respond: async () => readOnce().body,
  }
}

/** Whether the caller already has the response. Weak tags match too, since caches may weaken ours. */
export const holdsTag = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)

/**
 * Whether `If-None-Match` shows that the caller already has the response: with its tag, or with `*`, which matches any
 * existing response and may require making the response first.
 */
export function matchedBy({ req }: Context, { tag }: Pick<Inquiry, 'tag'>): 'tag' | 'any' | null {
  const sent = req.header('if-none-match')
  if (sent === undefined || req.method === 'POST') return null
  try {
    const current = tag?.() ?? null
    if (sent.trim() === '*') return tag === undefined ? 'any' : current === null ? null : 'tag'
    return current !== null && holdsTag(sent, current) ? 'tag' : null
  } catch {
    // A failure here happens again when the response is made, after admission, and is reported then.
    return null
  }
}
