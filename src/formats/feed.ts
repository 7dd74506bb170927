import { Feed } from 'feed'
import { addressOf } from './address.ts'
import type { FeedEntry } from './entries.ts'
import type { Frame } from './frame.ts'
import { htmlOf, lineOf } from './text.ts'

const AUTHOR = { name: 'Rural Health Program Data Service' }

/** An Atom feed (RFC 4287). Titles and texts are escaped HTML. */
export const atomOf = (entries: readonly FeedEntry[], frame: Frame): string => feedOf(entries, frame, htmlOf).atom1()

/** A JSON Feed (jsonfeed.org). Titles are plain text, texts are HTML. */
export const jsonFeedOf = (entries: readonly FeedEntry[], frame: Frame): string =>
  feedOf(entries, frame, lineOf).json1()

function feedOf(entries: readonly FeedEntry[], frame: Frame, titleOf: (text: string) => string): Feed {
  const { title, description, address, home, updated } = frame
  const feed = new Feed({
    id: address,
    title: lineOf(title),
    description: lineOf(description),
    link: home,
    feedLinks: { atom: address, json: address },
    updated: new Date(updated),
    author: AUTHOR,
    generator: false,
  })
  for (const entry of entries) {
    feed.addItem({
      id: `urn:uuid:${entry.id}`,
      title: titleOf(entry.title),
      content: paragraphsOf(entry.text ?? entry.title),
      link: addressOf(entry.address) ?? home,
      date: new Date(entry.updated),
      ...(entry.published !== null && { published: new Date(entry.published) }),
      category: entry.categories.map(categoryOf),
    })
  }
  return feed
}

const paragraphsOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${htmlOf(line)}</p>`)
    .join('')

function categoryOf(text: string) {
  // The library writes it into an attribute, where "<" is not allowed.
  const name = lineOf(text).replaceAll('<', '')
  return { name, term: name }
}
