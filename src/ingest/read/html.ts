import { Parser } from 'htmlparser2'

const UNSEEN = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'canvas',
])

/** Inline elements; all others start a new line. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
)

export const isInline = (name: string): boolean => INLINE.has(name)
export const isUnseen = (name: string): boolean => UNSEEN.has(name)

/**
 * The visible text of an HTML fragment, entities decoded, with a space where an element breaks the line. Meant for
 * short fields: the time grows with the square of the nesting.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  let unseen = 0
  const parser = new Parser(
    {
      onopentag(name) {
        if (isUnseen(name)) unseen += 1
        if (!isInline(name)) parts.push(' ')
      },
      ontext(text) {
        if (unseen === 0) parts.push(text)
      },
      onclosetag(name) {
        if (isUnseen(name)) unseen -= 1
        if (!isInline(name)) parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts.join('')
}
