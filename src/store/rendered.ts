import type { WrittenRows } from './bodies.ts'
import type { Outline } from './kept-pages.ts'
import type { Frame, Page, Turn, Write, WrittenPage } from './page.ts'

/** A page rendered for the first time, and its frame if it has one. */
export function rendered(page: Page, write: Write): { page: WrittenPage; frame: Frame | null } {
  const made = write(page)
  const turn = turnOf(page)
  if ('body' in made) return { page: { ...made, bytes: Buffer.byteLength(made.body), turn }, frame: null }
  return { page: framed({ frame: made, turn }, { body: page.data, bytes: page.bytes }), frame: made }
}

/** A page from its outline and its records. */
export function framed({ frame, turn }: Outline, { body, bytes }: Pick<WrittenRows, 'body' | 'bytes'>): WrittenPage {
  const { before, after, digest } = frame
  return {
    body: before + body + after,
    digest,
    bytes: Buffer.byteLength(before) + bytes + Buffer.byteLength(after),
    turn,
  }
}

export const turnOf = ({ page, limit, total, next }: Pick<Page, 'page' | 'limit' | 'total' | 'next'>): Turn => ({
  page,
  pages: Math.ceil(total / limit),
  next,
})
