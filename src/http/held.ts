import type { Context } from 'hono'
import type { Inquiry } from './endpoints/endpoint.ts'
import { holdsTag } from './entity-tag.ts'

/**
 * Whether the caller says that it holds the answer: by its tag, or by `*`, whatever its tag, which is true of every
 * answer that there is and for which the answer may have to be made first.
 */
export function heldBy({ req }: Context, { tag }: Inquiry): 'tag' | 'any' | null {
  const sent = req.header('if-none-match')
  if (sent === undefined || req.method === 'POST') return null
  try {
    const current = tag?.() ?? null
    if (sent.trim() === '*') return tag === undefined ? 'any' : current === null ? null : 'tag'
    return current !== null && holdsTag(sent, current) ? 'tag' : null
  } catch {
    // What fails here fails again when the answer is made, after the caller was admitted.
    return null
  }
}
