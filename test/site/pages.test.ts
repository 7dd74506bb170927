import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { STATE_CODES, STATE_NAMES } from '../../src/schema/vocabularies.ts'
import { toMarkdownPath } from '../../src/site/navigation.ts'
import { RECORD_PATH } from '../../src/views/addresses.ts'
import { BASE_URL, builtProject } from './built.ts'
import { attribute, type BuiltPage, find, getPages, getText, main } from './crawl.ts'

let folder: string
let pages: BuiltPage[]
/** The pages that are inspected: the first few of those that differ only in their state or number; all in the long run. */
let inspected: BuiltPage[]
const ALIKE_MAX = process.env.LONG ? Number.POSITIVE_INFINITY : 2

beforeAll(async () => {
  folder = path.join(await builtProject(), 'dist', 'client')
  pages = getPages(folder)
  const toKind = (page: BuiltPage) => page.path.replace(/^(\/states\/)\w\w$|(\/page\/)\d+$/, '$1$2')
  inspected = [...Map.groupBy(pages, toKind).values()].flatMap((alike) => alike.slice(0, ALIKE_MAX))
})

const at = (place: string): BuiltPage | undefined => pages.find((page) => page.path === place)
const isText = (page: BuiltPage): boolean => find(page, 'link[type="text/markdown"]').length > 0

describe('every page', () => {
  it('has one heading, a unique title and description, and a language', () => {
    for (const page of inspected) {
      expect(find(page, 'h1').length, page.path).toBe(1)
      expect(attribute(find(page, 'html')[0]!, 'lang'), page.path).toBe('en')
      expect(attribute(find(page, 'meta[name=description]')[0]!, 'content').length, page.path).toBeGreaterThan(20)
    }
    const titles = pages.map(({ html }) => html.match(/<title>(.*?)<\/title>/s)?.[1])
    expect(new Set(titles).size).toBe(pages.length)
  })

  it('has its text in paragraphs and other elements', () => {
    for (const page of inspected) {
      const bare = find(page, 'main, main > div').flatMap(({ children }) =>
        children.filter(({ type }) => type === 'text'),
      )
      expect(bare.map(getText).join('').trim(), page.path).toBe('')
    }
  })

  it('links only to pages and anchors that exist', () => {
    const broken: string[] = []
    const targets = new Map(pages.map((page) => [page.path, page]))
    for (const page of inspected) {
      for (const link of find(page, 'a[href], link[href]')) {
        const target = new URL(attribute(link, 'href'), `http://site${page.path}`)
        if (target.host !== 'site') continue
        const place = decodeURIComponent(target.pathname).replace(/(.)\/$/, '$1')
        const linked = targets.get(place)
        const isFile = existsSync(path.join(folder, place)) && path.extname(place) !== ''
        // Pages of single records are made at the request; test/site/records.test.ts follows their links.
        const isService = place.startsWith('/api/') || RECORD_PATH.test(place)
        const id = decodeURIComponent(target.hash.slice(1))
        const hasAnchor = id === '' || find(linked, '[id]').some((part) => attribute(part, 'id') === id)
        if (!(linked || isFile || isService) || !hasAnchor)
          broken.push(`${page.path} -> ${target.pathname}${target.hash}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('loads nothing from another host', () => {
    for (const page of inspected) {
      for (const part of find(page, 'script[src], img[src], link[rel=stylesheet], link[rel=icon]')) {
        expect(attribute(part, 'src') || attribute(part, 'href'), page.path).toMatch(/^\/(?!\/)/)
      }
    }
  })

  it('has no script, except the status and interactive pages', () => {
    const scripted = inspected.filter((page) => find(page, 'script').length > 0)
    expect(scripted.map((page) => page.path)).toEqual(expect.arrayContaining(['/reference', '/status', '/states']))
    for (const page of scripted) {
      // The home page and those of the states bring their statuses up to date.
      if (!/^\/(?:|status|states.*|docs.*|reference.*)$/.test(page.path)) expect(isText(page), page.path).toBe(false)
      for (const script of find(page, 'script')) expect(attribute(script, 'src'), page.path).toMatch(/^\/_astro\//)
    }
  })

  it('has a policy that allows no other host, and no script if it has none', () => {
    for (const page of inspected) {
      const [policy] = find(page, 'meta[http-equiv=Content-Security-Policy]')
      const allowed = attribute(policy!, 'content')
      expect(allowed, page.path).toContain("default-src 'none'")
      expect(allowed, page.path).toContain(find(page, 'script').length > 0 ? "script-src 'self'" : "script-src 'none'")
    }
  })

  it('is under 50 KB, and under 100 KB with its style, uncompressed', () => {
    const assets = path.join(folder, '_astro')
    const style = readdirSync(assets)
      .filter((file) => file.endsWith('.css'))
      .reduce((sum, file) => sum + readFileSync(path.join(assets, file)).length, 0)
    for (const page of pages) {
      expect(Buffer.byteLength(page.html), page.path).toBeLessThan(50_000)
      expect(Buffer.byteLength(page.html) + style, page.path).toBeLessThan(100_000)
    }
  })

  it('also exists as Markdown, with its heading', () => {
    const texts = inspected.filter(isText)
    expect(texts.length).toBeGreaterThan(40)
    for (const page of texts) {
      const file = path.join(folder, toMarkdownPath(page.path))
      expect(existsSync(file), page.path).toBe(true)
      // A listing may be of HTML.
      const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')
      expect(text, page.path).toMatch(/^# /m)
      expect(text, page.path).not.toMatch(/<\/?(?:a|div|span|p|table|td|th|ul|li|svg|code|pre|time)\b/)
    }
  })
})

describe('the home page', () => {
  it('shows every state in the map and in the tables next to it', () => {
    const home = at('/')
    expect(find(home, '.map path').length).toBe(STATE_CODES.length)
    expect(find(home, '.map path[d]').length).toBe(STATE_CODES.length)
    for (const code of STATE_CODES) {
      expect(find(home, `.halves a[href="/states/${code.toLowerCase()}"]`).length, code).toBe(1)
    }
    expect(find(home, '.legend li').length).toBeGreaterThanOrEqual(3)
  })

  it('tells its latest changes apart', () => {
    const entries = find(at('/'), 'section[aria-labelledby=changes] li').map(getText)
    expect(entries.length).toBeGreaterThan(1)
    expect(new Set(entries).size).toBe(entries.length)
  })

  it('has a call that works as shown, and the date of its figures', () => {
    expect(main(at('/'))).toContain(`curl ${BASE_URL}/api/stats`)
    expect(main(at('/'))).toMatch(/As of \w+ \d+, \d{4}/)
  })
})

describe('the pages of the states', () => {
  it.each(STATE_CODES)('%s has its figures, sources and calls', (code) => {
    const page = at(`/states/${code.toLowerCase()}`)
    const text = main(page)
    expect(text).toContain(STATE_NAMES[code])
    expect(find(page, '.figures dd').length).toBe(6)
    for (const heading of ['Next deadlines', 'Awards to organizations', 'Newest documents', 'Sources']) {
      expect(text).toContain(heading)
    }
    expect(text).toContain('Sources of this summary:')
    // The calls of a state have their own age: its award lists may be newer.
    expect(text).toMatch(new RegExp(`confirmed a call of ${STATE_NAMES[code]} (on \\w+ \\d+, 2026|yet)`))
    expect(text).toContain('Dates are those of publication; documents without a known date come last.')
    expect(text).toContain(`${BASE_URL}/api/v1/awards?state=${code}`)
    expect(text).not.toMatch(/undefined|null|NaN|\[object/)
  })
})
