const SHOWN_LENGTH = 20

/** The first JSON syntax error in a text: `unexpected "}" at line 2, column 5`. */
export function errorIn(text: string): string {
  if (text.trim() === '') return 'it is empty'
  const place = placeOf(text)
  if (place === text.length) return 'it ends before its value is complete'
  const lines = text.slice(0, place).split('\n')
  const [rest = ''] = text.slice(place, place + SHOWN_LENGTH).split(/[\s,:}\]]/, 1)
  const found = JSON.stringify(rest || text.charAt(place))
  return `unexpected ${found} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

/** The position of the first invalid character; the length of the text if only its end is missing. */
function placeOf(text: string): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (isBeginning(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether a text is a prefix of valid JSON. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    if (/end of JSON|Unterminated|Bad Unicode escape/.test(message)) return true
    // An error at the very end may be resolved by more text.
    return message.includes(`at position ${text.length} `)
  }
}
