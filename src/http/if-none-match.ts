import type { Context } from 'hono'
import type { Inquiry } from './endpoints/endpoint.ts'
import { holdsTag } from './entity-tag.ts'

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
