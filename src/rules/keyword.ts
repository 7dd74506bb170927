/** What a keyword search asks for, as full-text expressions in which every word is quoted. */
export interface Keyword {
  /** All of this must occur; null when nothing must. */
  include: string | null
  /** None of this may occur; null when nothing is excluded. */
  exclude: string | null
}

// An optional minus, then a quoted phrase (closed or not) or a run without white space.
const TOKENS = /(-?)(?:"([^"]*)"?|(\S+))/g
const WORD = /[\p{L}\p{N}]/u

const quoted = (text: string): string => `"${text.replaceAll('"', ' ')}"`

/**
 * Reads the search syntax: all words must occur, `"a phrase"`, a trailing `*` for a prefix, `-word` to exclude.
 * Everything else is text to be found, never an error. Without any word in it, both parts are null.
 */
export function parseKeyword(text: string): Keyword {
  const include: string[] = []
  const exclude: string[] = []
  for (const [, minus, phrase, run] of text.replace(/[\u0000-\u001f]/g, ' ').matchAll(TOKENS)) {
    const words = (phrase ?? run ?? '').replace(/"/g, ' ')
    if (!WORD.test(words)) continue
    const prefix = phrase === undefined && words.endsWith('*')
    const expression = quoted(prefix ? words.replace(/\*+$/, '') : words) + (prefix ? ' *' : '')
    ;(minus ? exclude : include).push(expression)
  }
  return {
    include: include.length > 0 ? include.join(' AND ') : null,
    exclude: exclude.length > 0 ? exclude.join(' OR ') : null,
  }
}
