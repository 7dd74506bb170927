/** Values as readable text. */

const MONEY = /amount(?!sKnown)|award(Total|PerRuralResident)?$|budget|total/i
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
// biome-ignore lint/complexity/useRegexLiterals: a literal would contain the characters themselves
const UNPRINTABLE = new RegExp('[\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]+', 'gu')

const formatDollars = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`

/** One line of text for a field's value: a dash if unknown, amounts in dollars, times in UTC to the minute. */
export function formatCell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number') return MONEY.test(field) ? formatDollars(value) : value.toLocaleString('en-US')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    return value.some((entry) => typeof entry === 'object') ? String(value.length) : value.map(String).join(', ') || '-'
  }
  if (typeof value === 'object') {
    const { title, name, label, text } = value as { [field: string]: unknown }
    return formatCell(field, title ?? name ?? label ?? text ?? JSON.stringify(value))
  }
  // Text from a record must not control the terminal.
  const text = String(value).replace(UNPRINTABLE, ' ').trim()
  return INSTANT.test(text) ? `${text.slice(0, 16).replace('T', ' ')}Z` : text
}
