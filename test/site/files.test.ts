import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { STATE_CODES } from '../../src/schema/vocabularies.ts'
import { fileFormats, filePath } from '../../src/site/files.ts'
import { MEASURES } from '../../src/site/measures.ts'
import { SHARE_SIZE } from '../../src/site/share-image.ts'
import { RECORD_PATH } from '../../src/views/addresses.ts'
import { SECTION_NAMES, type SectionName } from '../../src/views/lists/listing.ts'
import { BASE_URL, builtProject } from './built.ts'

/** The files that pages offer, parsed by independent libraries. */

let folder: string

beforeAll(async () => {
  folder = path.join(await builtProject(), 'dist', 'client')
})

const textOf = (place: string): string => readFileSync(path.join(folder, place), 'utf8')
const rowsOf = (place: string): Record<string, string>[] => parse(textOf(place), { columns: true, bom: true })
const STATES = [null, ...STATE_CODES]
const of = (section: SectionName, format: 'csv' | 'ics' | 'atom') =>
  STATES.map((state) => filePath({ section, format, state }))

describe.each(SECTION_NAMES)('the tables of %s', (section) => {
  it('contain every record of the list, and separately those of each state', () => {
    const { count } = JSON.parse(textOf(`/${section}/index.json`)) as { count: number }
    const all = rowsOf(`/${section}.csv`)
    expect(all.length).toBe(count)
    for (const state of STATE_CODES) {
      const own = rowsOf(filePath({ section, format: 'csv', state }))
      expect(own, state).toEqual(all.filter((row) => row.state === state))
    }
  })
})

describe.each(SECTION_NAMES.filter((name) => fileFormats(name).includes('ics')))('the calendars of %s', (section) => {
  it('are parsed by another library, each entry with a day and a unique id', () => {
    for (const place of of(section, 'ics')) {
      const text = textOf(place)
      expect(
        text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75),
        place,
      ).toEqual([])
      const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
      const ids = events.map((event) => event.getFirstPropertyValue('uid'))
      expect(new Set(ids).size, place).toBe(ids.length)
      for (const event of events) expect(event.getFirstPropertyValue('dtstart'), place).not.toBeNull()
    }
    const [all = ''] = of(section, 'ics')
    expect(textOf(all).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(100)
  })
})

describe.each(SECTION_NAMES.filter((name) => fileFormats(name).includes('atom')))('the feeds of %s', (section) => {
  it('are parsed by another library, and contain their public URL', () => {
    for (const place of of(section, 'atom')) {
      const { root } = parseXml(textOf(place))
      expect(root?.name, place).toBe('feed')
      const ids = root?.children.flatMap((child) =>
        child instanceof XmlElement && child.name === 'id' ? [child.text] : [],
      )
      expect(ids, place).toEqual([BASE_URL + place])
    }
  })
})

describe('the files of documents', () => {
  it('begin with the latest publication and end with those of unknown date, as the list does', () => {
    const days = rowsOf('/documents.csv').map(({ published = '' }) => published)
    const known = days.filter((day) => day !== '')
    expect(days).toEqual([...known.toSorted().reverse(), ...days.filter((day) => day === '')])
    const { root } = parseXml(textOf('/documents.atom'))
    const entries = root?.children.filter((child) => child instanceof XmlElement && child.name === 'entry') ?? []
    const dated = entries.map((entry) =>
      (entry as XmlElement).children.some((child) => child instanceof XmlElement && child.name === 'published'),
    )
    expect(dated).toEqual(days.map((day) => day !== ''))
  })
})

describe('share images', () => {
  it.each(MEASURES.map(({ name }) => name))('of %s show every state, with their source', (name) => {
    for (const kind of ['map', 'chart']) {
      const text = textOf(`/states/${kind}-${name}.svg`)
      expect(parseXml(text).root?.name).toBe('svg')
      expect(text).toContain('Source: ')
      expect(text).not.toMatch(/undefined|null|NaN/)
      for (const state of ['Nebraska', 'Texas', 'Rhode Island']) expect(text, kind).toContain(state)
    }
  })

  it('of the states have the size that social networks expect', () => {
    for (const code of ['ne', 'nc', 'ak']) {
      const picture = readFileSync(path.join(folder, 'states', code, 'share.png'))
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([SHARE_SIZE.width, SHARE_SIZE.height])
      expect(picture.length).toBeLessThan(300_000)
      expect(textOf(`/states/${code}/index.html`)).toContain(`content="${BASE_URL}/states/${code}/share.png"`)
    }
  })
})

describe('the comparison of the states', () => {
  it('has every state once, with an empty cell for an unknown figure', () => {
    const rows = rowsOf('/states/comparison.csv')
    expect(rows.map(({ code }) => code).sort()).toEqual([...STATE_CODES])
    const page = textOf('/states/index.html')
    for (const row of rows) {
      expect(page).toContain(`/states/${row.code?.toLowerCase()}"`)
      if (row.awards === '0') expect(row['to-organizations'], row.code).toBe('')
    }
    expect(page).toMatch(/The program awarded from \$\d+ per rural resident in [A-Z]\w+/)
  })
})

describe('the sitemap', () => {
  it('lists every page of the site and of its records once, at the public URL', () => {
    const { root } = parseXml(textOf('/sitemap.xml'))
    const urls = root?.children.flatMap((child) => (child instanceof XmlElement ? [child] : [])) ?? []
    const places = urls.map((url) => url.children.find((part) => part instanceof XmlElement && part.name === 'loc'))
    const paths = places.map((place) => (place instanceof XmlElement ? place.text.replace(BASE_URL, '') : ''))
    expect(new Set(paths).size).toBe(paths.length)
    for (const section of ['opportunities', 'documents'] as const) {
      const { count } = JSON.parse(textOf(`/${section}/index.json`)) as { count: number }
      expect(paths.filter((place) => place.startsWith(`/${section}/`)).length).toBe(count)
    }
    for (const place of paths.filter((each) => !RECORD_PATH.test(each)))
      expect(existsSync(path.join(folder, place, 'index.html')), place).toBe(true)
    expect(textOf('/robots.txt')).toContain(`Sitemap: ${BASE_URL}/sitemap.xml`)
  })
})
