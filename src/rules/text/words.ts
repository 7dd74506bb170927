import { stemmer } from 'stemmer'

const APOSTROPHE = /['’]/g
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
const WORD = /[\p{L}\p{N}]+/gu

/**
 * The words of a text, for comparison: without accents, letter case and punctuation, `&` as `and`, `L.L.C.` as `llc`,
 * `children's` as `childrens`. A decimal number is two words, so `3.1` and `31` differ.
 */
export function parseWords(text: string): string[] {
  const plain = toPlain(text).replace(APOSTROPHE, '').replaceAll('&', ' and ')
  const joined = plain.includes('.') ? plain.replace(INITIALS, (initials) => `${initials.replaceAll('.', '')} `) : plain
  return joined.match(WORD) ?? []
}

// Most texts are ASCII, which has no accents to remove.
const ASCII = /^[\0-\x7f]*$/

/** A text without accents and in lower case. */
export const toPlain = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

/** A text for comparison: without accents, in lower case, whitespace collapsed. */
export const fold = (text: string): string => toPlain(text).replace(/\s+/g, ' ').trim()

/** Orders texts by their UTF-16 code units: the same order on every machine, unlike `localeCompare`. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A stemmed word, as in the full-text index: `divided` and `dividing` are `divid`. */
export const toStem = (word: string): string => stemmer(word)

/** The stems of consecutive words, as one text for comparison. */
export const toStems = (words: readonly string[]): string => words.map(toStem).join(' ')
