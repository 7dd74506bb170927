/** A piece of HTML. Interpolated values are escaped, except other pieces. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const formatPart = (part: Part): string => {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(formatPart).join('')
  if (part === null || part === undefined || part === false) return ''
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}

/** HTML from a template, for the build, the server and the browser alike: `html\`<b>${name}</b>\``. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => text + formatPart(parts[index - 1]) + string))

/** Joins the non-empty pieces with a separator. */
export const join = (parts: readonly Part[], separator: string): Part[] =>
  parts.filter((part) => formatPart(part) !== '').flatMap((part, place) => (place === 0 ? [part] : [separator, part]))

/** A sentence in which backticks mark code. */
export const inline = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
