import { type Html, html } from './html.ts'

/** The page of one record: what stands in the frame that all pages share. */
export interface View {
  title: string
  description: string
  path: string
  /** The path of the section that the page belongs to. */
  section: string
  main: Html
  /** The path of the picture that networks show with a link to the page; null for none. */
  picture: string | null
  /** What the page is about, in the words of schema.org; null for a page about nothing. */
  data: object | null
}

/** Where a page is shown. */
export interface Place {
  /** Public address of the service, without a slash at its end. */
  base: string
  /** Email address for reports; null when the operator names none. */
  contact: string | null
  /** The dataset that is shown. */
  version: string
  /** Milliseconds since 1970. */
  now: number
}

/** What the empty page that the build makes holds in the places of a record's own. */
export const BLANKS = {
  title: 'blank-title',
  description: 'The page of one record: blank-description',
  path: '/blank-path',
  section: '/blank-section',
} as const

export const BLANK_MAIN = '<blank-main></blank-main>'
export const BLANK_DATA = '<meta name="blank-data">'

/** A page: the frame with everything of a record in its place. @param base public address, without a slash at its end */
export function inFrame(frame: string, view: View, base: string): string {
  const { title, description, path, section, main, data, picture } = view
  // In JSON, "<" stands only in texts; escaped, no text can end the script.
  const json = data && JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  const texts: [blank: string, text: string][] = [
    [BLANKS.title, html`${title}`.text],
    [BLANKS.description, html`${description}`.text],
    [BLANKS.path, path],
    [`<a href="${section}"`, `<a href="${section}" aria-current="true"`],
    [
      BLANK_DATA,
      (picture ? html`<meta property="og:image" content="${base + picture}">`.text : '') +
        (json ? `<script type="application/ld+json">${json}</script>` : ''),
    ],
    [BLANK_MAIN, main.text],
  ]
  // Split and joined: replacement patterns in a text mean nothing.
  return texts.reduce((page, [blank, text]) => {
    const isOnce = blank.startsWith('<a')
    const place = page.indexOf(blank)
    if (place < 0) return page
    return isOnce ? page.slice(0, place) + text + page.slice(place + blank.length) : page.split(blank).join(text)
  }, frame)
}
