import { toPlain } from './fold.ts'

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
