import { isPrintable } from '../schema/fields.ts'

// XML takes neither; no text has a use for them.
const NONCHARACTERS = /[\ufffe\uffff]/

const isPlain = (text: string): boolean => isPrintable(text) && !NONCHARACTERS.test(text)

/** A text as formats of plain text may carry it: one line, in which characters that are not printable are spaces. */
export const lineOf = (text: string): string =>
  isPlain(text)
    ? text
    : [...text]
        .map((character) => (isPlain(character) ? character : ' '))
        .join('')
        .replace(/ {2,}/g, ' ')
        .trim()

const ESCAPES: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML shows it. */
export const htmlOf = (text: string): string =>
  lineOf(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
