// Most texts are ASCII, which has no accents to remove.
const ASCII = /^[\0-\x7f]*$/

/** A text without accents and in lower case. */
export const toPlain = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

/** A text for comparison: without accents, in lower case, whitespace collapsed. */
export const fold = (text: string): string => toPlain(text).replace(/\s+/g, ' ').trim()
