import { toStem } from './words.ts'

/** One part of a keyword search: a word, consecutive words, or a prefix. */
export interface Term {
  kind: 'word' | 'phrase' | 'prefix'
  /** The text without quotes, minus and star. */
  text: string
}

// An optional minus, then a quoted phrase (closed or not) or a run of non-whitespace.
const TOKENS = /(-?)(?:"([^"]*)"?|(\S+))/g
const WORD = /[\p{L}\p{N}]/u
// Private-use characters mark facets in the index, so callers cannot use them.
const NOT_TEXT = /[\u0000-\u001f\p{Co}]/gu

/**
 * Parses the search syntax into the terms that must occur and those that must not: words, `"a phrase"`, a trailing `*`
 * for a prefix, `-word` to exclude. Everything else is plain text, never an error. Parts without letters and digits are
 * ignored. Terms stay in the order of the text, repeated ones included, since consecutive words may be a name
 * (`new mexico new york`).
 */
export function readKeyword(text: string): { include: Term[]; exclude: Term[] } {
  const include: Term[] = []
  const exclude: Term[] = []
  for (const [, minus, phrase, run = ''] of text.replace(NOT_TEXT, ' ').matchAll(TOKENS)) {
    const term = toTerm(phrase, run)
    if (WORD.test(term.text)) (minus ? exclude : include).push(term)
  }
  return { include, exclude }
}

function toTerm(phrase: string | undefined, run: string): Term {
  if (phrase !== undefined) return { kind: 'phrase', text: phrase.trim() }
  const text = run.replaceAll('"', ' ').trim()
  return run.endsWith('*') ? { kind: 'prefix', text: text.replace(/(?<!\*)\*+$/, '') } : { kind: 'word', text }
}

/** A text as a full-text expression: its consecutive words. */
export const quoted = (text: string): string => `"${text.replaceAll('"', ' ')}"`

/** A term as a full-text expression. */
export const formatExpression = ({ kind, text }: Term): string => quoted(text) + (kind === 'prefix' ? ' *' : '')

/**
 * Parses the search syntax into full-text expressions for a table whose words are not stemmed: all that must occur, and
 * all that may not. Every word is quoted. An expression is null if nothing is required or excluded.
 */
export function parseKeyword(text: string): { include: string | null; exclude: string | null } {
  const { include, exclude } = readKeyword(text)
  return { include: joined(include, ' AND '), exclude: joined(exclude, ' OR ') }
}

const joined = (terms: readonly Term[], operator: string): string | null =>
  terms.length > 0 ? [...new Set(terms.map(formatExpression))].join(operator) : null

const LONGEST_WHOLE = 3

/** A keyword search for words in any form: `robot* surgic*`. */
export const toKeyword = (words: readonly string[]): string =>
  words.map((word) => (word.length > LONGEST_WHOLE ? `${getCommon(word, toStem(word))}*` : word)).join(' ')

function getCommon(word: string, stem: string): string {
  let length = 0
  while (length < stem.length && word[length] === stem[length]) length += 1
  return word.slice(0, length)
}
