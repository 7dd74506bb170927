/** An address that a reader may follow: absolute, http or https, without credentials; null for any other. */
export function addressOf(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}

/** An address in which every character that has a meaning in calendars or markup is percent-encoded. */
export const encodedAddressOf = (text: string | null): string | null =>
  addressOf(text)?.replace(/[,;'"\\<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`) ??
  null
