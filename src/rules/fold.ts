// Most texts are ASCII, and these have no accents to take away.
const ASCII = /^[\0-\x7f]*$/

/** A text without accents and letter case. */
export const plainOf = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

/** A text for comparing: without accents and letter case, white space folded. */
export const fold = (text: string): string => plainOf(text).replace(/\s+/g, ' ').trim()
