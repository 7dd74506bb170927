import { isPrintable } from '../schema/fields.ts'

/** An absolute http or https URL without credentials; null for anything else. */
export function parseAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}

/** A URL with every character that is special in calendars or markup percent-encoded. */
export const parseEncodedAddress = (text: string | null): string | null =>
  parseAddress(text)?.replace(/[,;'"\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`) ??
  null

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
