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
