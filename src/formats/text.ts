import { isPrintable } from '../schema/fields.ts'

// Not allowed in XML and never needed in text.
const NONCHARACTERS = /[\ufffe\uffff]/

const isPlain = (text: string): boolean => isPrintable(text) && !NONCHARACTERS.test(text)

/** A text for plain-text formats: one line, with spaces in place of unprintable characters. */
export const formatLine = (text: string): string =>
  isPlain(text)
    ? text
    : [...text]
        .map((character) => (isPlain(character) ? character : ' '))
        .join('')
        .replace(/ {2,}/g, ' ')
        .trim()

const ESCAPES: { [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text escaped for HTML. */
export const formatHtml = (text: string): string =>
  formatLine(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
