import { describe, expect, it } from 'vitest'
import type { WrittenPage } from '../../src/store/page.ts'
import { openPageCache } from '../../src/store/page-cache.ts'

const UNTIL = 1_000
const page = (body: string): WrittenPage => ({
  body,
  digest: 'digest',
  bytes: body.length,
  position: { page: 1, pages: 1, next: null },
})
const LARGE = page('x'.repeat(1024 * 1024))

describe('cached pages', () => {
  it('are kept from the second request on, while they are valid; digests from the first', () => {
    const pages = openPageCache()
    pages.addPage('awards', LARGE, UNTIL, null)
    expect(pages.page('awards', UNTIL)).toBeNull()
    expect(pages.digest('awards', UNTIL)).toBe('digest')
    pages.addPage('awards', LARGE, UNTIL, null)
    expect(pages.page('awards', UNTIL)).toBe(LARGE)
    expect(pages.page('awards', UNTIL + 1)).toBeNull()
    expect(pages.digest('awards', UNTIL + 1)).toBeNull()
  })

  it('are not kept if more are requested in position than fit', () => {
    const pages = openPageCache()
    const names = Array.from({ length: 64 }, (_, number) => `awards ${number}`)
    for (const name of [...names, ...names]) pages.addPage(name, LARGE, UNTIL, null)
    expect(names.filter((name) => pages.page(name, UNTIL))).toEqual([])
    expect(names.every((name) => pages.digest(name, UNTIL) === 'digest')).toBe(true)
  })

  it('leave their outlines, with which only their records must be read', () => {
    const pages = openPageCache()
    const frame = { before: '{"data":', after: '}', digest: 'digest' }
    pages.addPage('awards', LARGE, UNTIL, frame)
    pages.addDigest('states', 'digest', UNTIL)
    expect(pages.outline('awards', UNTIL)).toEqual({ frame, position: LARGE.position })
    expect(pages.outline('awards', UNTIL + 1)).toBeNull()
    expect(pages.outline('states', UNTIL)).toBeNull()
  })
})
