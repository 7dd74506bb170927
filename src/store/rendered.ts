import type { WrittenRows } from './bodies.ts'
import type { Frame, Page, PagePosition, Write, WrittenPage } from './page.ts'
import type { Outline } from './page-cache.ts'

/** A page rendered for the first time, and its frame if it has one. */
export function rendered(page: Page, write: Write): { page: WrittenPage; frame: Frame | null } {
  const made = write(page)
  const position = positionOf(page)
  if ('body' in made) return { page: { ...made, bytes: Buffer.byteLength(made.body), position }, frame: null }
  return { page: framed({ frame: made, position }, { body: page.data, bytes: page.bytes }), frame: made }
}

/** A page from its outline and its records. */
export function framed(
  { frame, position }: Outline,
  { body, bytes }: Pick<WrittenRows, 'body' | 'bytes'>,
): WrittenPage {
  const { before, after, digest } = frame
  return {
    body: before + body + after,
    digest,
    bytes: Buffer.byteLength(before) + bytes + Buffer.byteLength(after),
    position,
  }
}

export const positionOf = ({
  page,
  limit,
  total,
  next,
}: Pick<Page, 'page' | 'limit' | 'total' | 'next'>): PagePosition => ({
  page,
  pages: Math.ceil(total / limit),
  next,
})
