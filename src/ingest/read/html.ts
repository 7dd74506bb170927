import { Parser } from 'htmlparser2'

/** Elements whose content is not visible text. */
export const UNSEEN = new Set('script style noscript template svg math iframe object embed canvas'.split(' '))

/** Inline elements; all others start a new line. */
export const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong ' +
    'sub sup time tt u var wbr'
  ).split(' '),
)

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
        if (UNSEEN.has(name)) unseen += 1
        if (!INLINE.has(name)) parts.push(' ')
      },
      ontext(text) {
        if (unseen === 0) parts.push(text)
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen -= 1
        if (!INLINE.has(name)) parts.push(' ')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return parts.join('')
}
