import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Anchor } from '../../resources/define.ts'
import { getDigest } from '../../rules/text/digest.ts'

export type Cursors = ReturnType<typeof openCursors>

// A cursor grants no access, so the secret may be public. All machines of a service need the same one.
const DEFAULT_SECRET = 'cursors of the Rural Health Program Data Service'
const SELECTION_LENGTH = 8
const SIGNATURE_LENGTH = 16

/**
 * Writes and reads cursors, which are signed so that only this service's own cursors are accepted. A selection names the
 * records of the query, in their order.
 */
export function openCursors(secret = DEFAULT_SECRET) {
  const signContent = (content: string): string =>
    createHmac('sha256', secret).update(content).digest('base64url').slice(0, SIGNATURE_LENGTH)
  const getMark = (selection: string) => getDigest(selection).slice(0, SELECTION_LENGTH)

  return {
    write(selection: string, { id, digest }: Anchor): string {
      const content = Buffer.from(JSON.stringify([getMark(selection), id, digest])).toString('base64url')
      return `${content}.${signContent(content)}`
    },
    /** The content of a cursor, or why it is rejected. */
    read(selection: string, cursor: string): { anchor: Anchor } | { problem: string } {
      const [content = ''] = cursor.split('.')
      const [sent, signed] = [Buffer.from(cursor), Buffer.from(`${content}.${signContent(content)}`)]
      if (sent.length !== signed.length || !timingSafeEqual(sent, signed)) return { problem: NONSENSE }
      const [mark, id, digest] = JSON.parse(Buffer.from(content, 'base64url').toString())
      return mark === getMark(selection) ? { anchor: { id, digest } } : { problem: OTHER_QUERY }
    },
  }
}

const NONSENSE = 'Not a cursor. Use "nextCursor" of the previous page unchanged.'
const OTHER_QUERY = 'Belongs to another query. Send it with the same filters and sort order as before.'
