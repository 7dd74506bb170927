import { describe, expect, it } from 'vitest'
import { openPages } from '../../src/store/kept-pages.ts'
import type { WrittenPage } from '../../src/store/page.ts'

const UNTIL = 1_000
const page = (body: string): WrittenPage => ({
  body,
  digest: 'digest',
  bytes: body.length,
  turn: { page: 1, pages: 1, next: null },
})
const LARGE = page('x'.repeat(1024 * 1024))

describe('cached pages', () => {
  it('are kept from the second request on, while they are valid; digests from the first', () => {
    const pages = openPages()
    pages.keepPage('awards', LARGE, UNTIL, null)
    expect(pages.page('awards', UNTIL)).toBeNull()
    expect(pages.digest('awards', UNTIL)).toBe('digest')
    pages.keepPage('awards', LARGE, UNTIL, null)
    expect(pages.page('awards', UNTIL)).toBe(LARGE)
    expect(pages.page('awards', UNTIL + 1)).toBeNull()
    expect(pages.digest('awards', UNTIL + 1)).toBeNull()
  })

  it('are not kept if more are requested in turn than fit', () => {
    const pages = openPages()
    const names = Array.from({ length: 64 }, (_, number) => `awards ${number}`)
    for (const name of [...names, ...names]) pages.keepPage(name, LARGE, UNTIL, null)
    expect(names.filter((name) => pages.page(name, UNTIL))).toEqual([])
    expect(names.every((name) => pages.digest(name, UNTIL) === 'digest')).toBe(true)
  })

  it('leave their outlines, with which only their records must be read', () => {
    const pages = openPages()
    const frame = { before: '{"data":', after: '}', digest: 'digest' }
    pages.keepPage('awards', LARGE, UNTIL, frame)
    pages.keepDigest('states', 'digest', UNTIL)
    expect(pages.outline('awards', UNTIL)).toEqual({ frame, turn: LARGE.turn })
    expect(pages.outline('awards', UNTIL + 1)).toBeNull()
    expect(pages.outline('states', UNTIL)).toBeNull()
  })
})
