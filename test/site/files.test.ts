import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'
import { SHARE_SIZE } from '../../src/site/states/maps.ts'
import { MEASURES } from '../../src/site/states/states.ts'
import { RECORD_PATH, TEXTS_FILE } from '../../src/views/addresses.ts'
import type { PageText } from '../../src/views/page-texts.ts'
import { BASE_URL, builtProject } from './built.ts'

/** The files that pages offer, parsed by independent libraries. */

let folder: string

beforeAll(async () => {
  folder = path.join(await builtProject(), 'dist', 'client')
})

const readText = (place: string): string => readFileSync(path.join(folder, place), 'utf8')
const readRows = (place: string): Record<string, string>[] => parse(readText(place), { columns: true, bom: true })
describe('share images', () => {
  it.each(MEASURES.map(({ name }) => name))('of %s show every state, with their source', (name) => {
    for (const kind of ['map', 'chart']) {
      const text = readText(`/states/${kind}-${name}.svg`)
      expect(parseXml(text).root?.name).toBe('svg')
      expect(text).toContain('Source: ')
      expect(text).not.toMatch(/undefined|null|NaN/)
      for (const state of ['Nebraska', 'Texas', 'Rhode Island']) expect(text, kind).toContain(state)
    }
  })

  it('name ranges that end', () => {
    for (const { name } of MEASURES) expect(readText(`/states/map-${name}.svg`)).not.toContain('∞')
  })

  it('of the states have the size that social networks expect', () => {
    for (const code of ['ne', 'nc', 'ak']) {
      const picture = readFileSync(path.join(folder, 'states', code, 'share.png'))
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([SHARE_SIZE.width, SHARE_SIZE.height])
      expect(picture.length).toBeLessThan(300_000)
      expect(readText(`/states/${code}/index.html`)).toContain(`content="${BASE_URL}/states/${code}/share.png"`)
    }
  })
})

describe('the comparison of the states', () => {
  it('has every state once, with an empty cell for an unknown figure', () => {
    const rows = readRows('/states/comparison.csv')
    expect(rows.map(({ code }) => code).sort()).toEqual([...STATE_CODES])
    const page = readText('/states/index.html')
    for (const row of rows) {
      expect(page).toContain(`/states/${row.code?.toLowerCase()}"`)
      if (row.awards === '0') expect(row['to-organizations'], row.code).toBe('')
    }
    expect(page).toMatch(/The program awarded from \$\d+ per rural resident in [A-Z]\w+/)
  })
})

describe('the sitemap', () => {
  it('lists every page of the site and of its records once, at the public URL', () => {
    const { root } = parseXml(readText('/sitemap.xml'))
    const urls = root?.children.flatMap((child) => (child instanceof XmlElement ? [child] : [])) ?? []
    const places = urls.map((url) => url.children.find((part) => part instanceof XmlElement && part.name === 'loc'))
    const paths = places.map((place) => (place instanceof XmlElement ? place.text.replace(BASE_URL, '') : ''))
    expect(new Set(paths).size).toBe(paths.length)
    for (const section of ['opportunities', 'documents'] as const)
      expect(paths.filter((place) => place.startsWith(`/${section}/`)).length).toBeGreaterThan(300)
    for (const place of paths.filter((each) => !RECORD_PATH.test(each)))
      expect(existsSync(path.join(folder, place, 'index.html')), place).toBe(true)
    expect(readText('/robots.txt')).toContain(`Sitemap: ${BASE_URL}/sitemap.xml`)
  })
})

describe('the texts of pages for the search', () => {
  const readTexts = (): PageText[] => JSON.parse(readText(TEXTS_FILE))

  it('have what pages say, but not the rows of their figures', () => {
    const findText = (path: string) => readTexts().find((page) => page.path === path)?.text
    expect(findText('/coverage')).toContain('Dollars in millions.')
    expect(findText('/coverage')).not.toMatch(/Wyoming \d/)
    expect(findText('/states')).toMatch(/median[\s\S]*CMS announcement/)
    expect(findText('/states')).not.toMatch(/Wyoming \d|Color the map/)
    expect(findText('/plans')).toContain('Featured Vendor')
  })
})
