import { type Html, html } from './html.ts'

/** The page of one record, to be inserted into the shared frame. */
export interface View {
  title: string
  description: string
  path: string
  section: string
  main: Html
  picture?: string | null
  /** Structured data (schema.org), of which unknown fields are left out; null for none. */
  data?: object | null
  /** The feed of the page, for feed readers; null for none. */
  feed?: { title: string; path: string } | null
}

export interface SiteContext {
  /** Public address of the service, without a slash at its end; empty if it is unknown, so that links are relative. */
  base: string
  contact: string | null
  version: string
  now: number
}

/** The placeholders of the empty page, which a record's content replaces. */
export const BLANKS = {
  title: 'blank-title',
  description: 'The page of one record: blank-description',
  path: '/blank-path',
  section: '/blank-section',
} as const

export const BLANK_MAIN = '<blank-main></blank-main>'
export const BLANK_DATA = '<meta name="blank-data">'

const toKnown = (_: string, value: unknown): unknown => value ?? undefined

/** A page: the frame filled with a record. @param base public address, without a trailing slash; empty for relative links */
export function renderInFrame(frame: string, view: View, base: string): string {
  const { title, description, path, section, main, data, picture, feed } = view
  // In JSON, "<" occurs only in strings; escaped, it cannot end the script element.
  const json = data && JSON.stringify({ '@context': 'https://schema.org', ...data }, toKnown).replaceAll('<', '\\u003c')
  const texts: [blank: string, text: string][] = [
    [BLANKS.title, html`${title}`.text],
    [BLANKS.description, html`${description}`.text],
    [BLANKS.path, html`${path}`.text],
    [`<a href="${section}"`, `<a href="${section}" aria-current="true"`],
    [
      BLANK_DATA,
      html`${picture && html`<meta property="og:image" content="${base + picture}"><meta name="twitter:card" content="summary_large_image">`}${
        feed && html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}">`
      }`.text + (json ? `<script type="application/ld+json">${json}</script>` : ''),
    ],
    [BLANK_MAIN, main.text],
  ]
  // A function gives the text, so that `$` patterns in it have no effect. The link of the section is only marked at the top.
  const fill = (page: string, [blank, text]: (typeof texts)[number]) =>
    blank.startsWith('<a') ? page.replace(blank, () => text) : page.replaceAll(blank, () => text)
  return texts.reduce(fill, frame)
}
