import { Feed } from 'feed'
import type { FeedEntry, Frame } from './entries.ts'
import { formatHtml, formatLine, parseAddress } from './text.ts'

const AUTHOR = { name: 'Rural Health Program Data Service' }

/** An Atom feed (RFC 4287). Titles and texts are escaped HTML. */
export const formatAtom = (entries: readonly FeedEntry[], frame: Frame): string =>
  toFeed(entries, frame, formatHtml).atom1()

/** A JSON Feed (jsonfeed.org). Titles are plain text, texts are HTML. */
export const formatJsonFeed = (entries: readonly FeedEntry[], frame: Frame): string =>
  toFeed(entries, frame, formatLine).json1()

function toFeed(entries: readonly FeedEntry[], frame: Frame, formatTitle: (text: string) => string): Feed {
  const { title, description, address, home, updated } = frame
  const feed = new Feed({
    id: address,
    title: formatLine(title),
    description: formatLine(description),
    link: home,
    feedLinks: { atom: address, json: address },
    updated: new Date(updated),
    author: AUTHOR,
    generator: false,
  })
  for (const entry of entries) {
    feed.addItem({
      id: `urn:uuid:${entry.id}`,
      title: formatTitle(entry.title),
      content: formatParagraphs(entry.text ?? entry.title),
      link: parseAddress(entry.address) ?? home,
      date: new Date(entry.updated),
      ...(entry.published !== null && { published: new Date(entry.published) }),
      category: entry.categories.map(toCategory),
    })
  }
  return feed
}

const formatParagraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${formatHtml(line)}</p>`)
    .join('')

function toCategory(text: string) {
  // The library writes it into an attribute, where "<" is not allowed.
  const name = formatLine(text).replaceAll('<', '')
  return { name, term: name }
}
