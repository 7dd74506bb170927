import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { describe, expect, it } from 'vitest'
import type { FeedEntry } from '../../src/formats/formats.ts'
import { formatAtom, formatJsonFeed } from '../../src/formats/write.ts'
import { HOSTILE, HOSTILE_ADDRESSES, toPlain } from './hostile.ts'

const FRAME = {
  title: 'Opportunities & more',
  description: 'What is open.',
  address: 'https://api.example/api/v1/opportunities.atom?state=NE&type=RFP',
  home: 'https://api.example/',
  updated: '2026-11-20T00:00:00.000Z',
}
const ENTRY: FeedEntry = {
  id: '4e09d9e1-c791-5a0f-bcbd-889ac87ac688',
  title: 'A title',
  text: 'A first line.\nA second line.',
  address: 'https://example.org/a?b=c&d=e',
  published: '2026-11-01T00:00:00.000Z',
  updated: '2026-11-03T00:00:10.000Z',
  categories: ['NE', 'RFP'],
}

const children = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(
    (child): child is XmlElement => child.type === 'element' && (child as XmlElement).name === name,
  )
const findText = (element: XmlElement, name: string): string | undefined => children(element, name)[0]?.text

function atomEntries(entry: Partial<FeedEntry>): XmlElement[] {
  const { root } = parseXml(formatAtom([{ ...ENTRY, ...entry }], FRAME))
  return children(root as XmlElement, 'entry')
}
const jsonFeedWith = (entry: Partial<FeedEntry>) => JSON.parse(formatJsonFeed([{ ...ENTRY, ...entry }], FRAME))

/** The text that a reader shows for HTML. */
const shown = (html: string): string =>
  html
    .replace(/<\/?p>/g, '')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name as 'lt'] ?? '',
    )

const squeezed = (text: string): string => toPlain(text).replace(/\s+/g, ' ').trim()

describe('Atom', () => {
  it('describes the feed and each entry', () => {
    const root = parseXml(formatAtom([ENTRY], FRAME)).root as XmlElement
    expect(root.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
    expect(findText(root, 'id')).toBe(FRAME.address)
    expect(findText(root, 'title')).toBe(FRAME.title)
    expect(findText(root, 'updated')).toBe(FRAME.updated)
    expect(children(root, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['alternate', FRAME.home],
      ['self', FRAME.address],
    ])
    const [entry] = atomEntries({})
    expect(findText(entry as XmlElement, 'id')).toBe(`urn:uuid:${ENTRY.id}`)
    expect(findText(entry as XmlElement, 'updated')).toBe(ENTRY.updated)
    expect(findText(entry as XmlElement, 'published')).toBe(ENTRY.published)
    expect(findText(entry as XmlElement, 'content')).toBe('<p>A first line.</p><p>A second line.</p>')
    expect(children(entry as XmlElement, 'link')[0]?.attributes.href).toBe(ENTRY.address)
    expect(children(entry as XmlElement, 'category').map(({ attributes }) => attributes.term)).toEqual(['NE', 'RFP'])
  })

  it.each(HOSTILE)('contains %j as text', (text) => {
    const entries = atomEntries({ title: text, text, categories: [text] })
    expect(entries).toHaveLength(1)
    const entry = entries[0] as XmlElement
    const html = String(findText(entry, 'content'))
    expect(html.replace(/<\/?p>/g, '')).not.toContain('<')
    expect(squeezed(shown(String(findText(entry, 'title'))))).toBe(squeezed(text))
    expect(squeezed(shown(html.replaceAll('</p><p>', ' ')))).toBe(squeezed(text))
  })

  it.each(HOSTILE_ADDRESSES)('links to the site instead of %s', (address) => {
    const [entry] = atomEntries({ address })
    expect(children(entry as XmlElement, 'link')[0]?.attributes.href).toBe(FRAME.home)
  })
})

describe('JSON Feed', () => {
  it('describes the feed and each entry', () => {
    expect(jsonFeedWith({})).toMatchObject({
      version: 'https://jsonfeed.org/version/1',
      title: FRAME.title,
      home_page_url: FRAME.home,
      feed_url: FRAME.address,
      items: [
        {
          id: `urn:uuid:${ENTRY.id}`,
          url: ENTRY.address,
          title: ENTRY.title,
          content_html: '<p>A first line.</p><p>A second line.</p>',
          date_published: ENTRY.published,
          date_modified: ENTRY.updated,
          tags: ['NE', 'RFP'],
        },
      ],
    })
  })

  it.each(HOSTILE)('contains %j as text', (text) => {
    const [item] = jsonFeedWith({ title: text, text }).items
    expect(squeezed(item.title)).toBe(squeezed(text))
    expect(item.content_html.replace(/<\/?p>/g, '')).not.toContain('<')
  })

  it.each(HOSTILE_ADDRESSES)('links to the site instead of %s', (address) => {
    expect(jsonFeedWith({ address }).items[0].url).toBe(FRAME.home)
  })
})
