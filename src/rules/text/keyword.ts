import { fold, toStem } from './words.ts'

/** Searchable attributes of a document. A facet is a word in the full-text index that no text or caller can write. */
export type FacetKind = 'state' | 'year' | 'programCategory'

// Private-use characters are letters to the tokenizer.
const MARKS = { state: '\ue000s', year: '\ue000y', programCategory: '\ue000c' } as const satisfies Record<
  FacetKind,
  string
>

/** The word of a facet. The digit at its end prevents stemming. */
export const toFacet = (kind: FacetKind, value: string): string =>
  `${MARKS[kind]}${value.toLowerCase().replace(/[^a-z0-9]/g, '')}0`

export const isFacet = (word: string): boolean => word.startsWith('\ue000')
export const isStateFacet = (word: string): boolean => word.startsWith(MARKS.state)

/** The word that every document has. */
export const EVERYWHERE = '\ue000d0'

/** One part of a keyword search: a word, consecutive words, or a prefix. */
export interface Term {
  kind: 'word' | 'phrase' | 'prefix'
  text: string
}

const TOKENS = /(-?)(?:"([^"]*)"?|(\S+))/g
const WORD = /[\p{L}\p{N}]/u
// Private-use characters mark facets in the index, so callers cannot use them.
const NOT_TEXT = /[\u0000-\u001f\p{Co}]/gu

/**
 * Parses the search syntax into the terms that must occur and those that must not, in the order of the text: words, `"a
 * phrase"`, a trailing `*` for a prefix, `-word` to exclude. Everything else is plain text, never an error.
 */
export function readKeyword(text: string): { include: Term[]; exclude: Term[] } {
  const include: Term[] = []
  const exclude: Term[] = []
  for (const [, minus, phrase, run = ''] of text.replace(NOT_TEXT, ' ').matchAll(TOKENS)) {
    const kind = phrase !== undefined ? 'phrase' : run.endsWith('*') ? 'prefix' : 'word'
    const plain = (phrase ?? run.replaceAll('"', ' ')).trim()
    const term: Term = { kind, text: kind === 'prefix' ? plain.replace(/(?<!\*)\*+$/, '') : plain }
    if (WORD.test(term.text)) (minus ? exclude : include).push(term)
  }
  return { include, exclude }
}

/** A text as a full-text expression: its consecutive words. */
export const quote = (text: string): string => `"${text.replaceAll('"', ' ')}"`
export const formatExpression = ({ kind, text }: Term): string => quote(text) + (kind === 'prefix' ? ' *' : '')

/** Parses the search syntax into full-text expressions for a table without stems; null if nothing is required or excluded. */
export function parseKeyword(text: string): { include: string | null; exclude: string | null } {
  const { include, exclude } = readKeyword(text)
  const join = (terms: readonly Term[], operator: string) => [...new Set(terms.map(formatExpression))].join(operator)
  return { include: join(include, ' AND ') || null, exclude: join(exclude, ' OR ') || null }
}

const LONGEST_WHOLE = 3

/** A keyword search for words in any form: `robot* surgic*`. */
export const toKeyword = (words: readonly string[]): string =>
  words.map((word) => (word.length > LONGEST_WHOLE ? `${getCommon(word, toStem(word))}*` : word)).join(' ')

function getCommon(word: string, stem: string): string {
  let length = 0
  while (length < stem.length && word[length] === stem[length]) length += 1
  return word.slice(0, length)
}

/** A range in a text, in UTF-16 code units; `end` is exclusive. */
export interface Mark {
  start: number
  end: number
}

/** Consecutive words to find in any form; in a prefix, the last word is incomplete. */
export interface Sought {
  text: string
  isPrefix: boolean
}

/** Finds words in a text like the full-text index, in order and without overlaps. */
export type Marker = (text: string) => Mark[]

const WORDS = /[\p{L}\p{N}\p{Co}]+/gu

export function createMarker(sought: readonly Sought[]): Marker {
  const runs = sought.map(toRun).filter(({ stems }) => stems.length > 0)
  if (runs.length === 0) return () => []
  const beginnings = [...new Set(runs.map(getBeginning))]
  const begun = new RegExp(`(?<![a-z0-9])(?:${beginnings.join('|')})[a-z0-9]*`, 'gi')

  return (text) => {
    const marks: Mark[] = []
    for (const { index, 0: written } of text.matchAll(OTHER_LETTERS.test(text) ? WORDS : begun)) {
      const end = findLongestEnd(runs, text, index + written.length, fold(written))
      const before = marks.at(-1)
      if (end === null) continue
      if (before && index < before.end) before.end = Math.max(before.end, end)
      else marks.push({ start: index, end })
    }
    return marks
  }
}

const BEGINNING = 3

/** Letters that a run begins with in every form: a stem may differ from its word in the last letter. */
const getBeginning = ({ stems: [first = ''] }: Run): string =>
  first.slice(0, Math.max(1, Math.min(BEGINNING, first.length - 1)))

// Everything except ASCII and the spaces, dashes, quotes and symbols that separate words.
const OTHER_LETTERS =
  /[^\u0000-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u20a0-\u20bf\u2190-\u22ff]/

type Run = ReturnType<typeof toRun>

function toRun({ text, isPrefix }: Sought) {
  const words = fold(text).match(WORDS) ?? []
  return { stems: words.map((word, place) => (isPrefix && place === words.length - 1 ? word : toStem(word))), isPrefix }
}

function findLongestEnd(runs: readonly Run[], text: string, end: number, word: string): number | null {
  const stem = toStem(word)
  const ends = runs.flatMap(({ stems: [first = '', ...more], isPrefix }) => {
    const isFound = isPrefix && more.length === 0 ? word.startsWith(first) : stem === first
    return (isFound ? endOfRun(more, isPrefix, text, end) : null) ?? []
  })
  return ends.length > 0 ? Math.max(...ends) : null
}

function endOfRun(stems: readonly string[], isPrefix: boolean, text: string, from: number): number | null {
  let end = from
  for (const [place, stem] of stems.entries()) {
    const next = /[\p{L}\p{N}\p{Co}]+/u.exec(text.slice(end, end + NEXT_MAX))
    if (next === null) return null
    const word = fold(next[0])
    const isBeginning = isPrefix && place === stems.length - 1
    if (isBeginning ? !word.startsWith(stem) : toStem(word) !== stem) return null
    end += next.index + next[0].length
  }
  return end
}

const NEXT_MAX = 120
