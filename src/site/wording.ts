/** How the site writes numbers, money and dates. */

const counts = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

export const countText = (value: number): string => counts.format(value)
export const dollarText = (value: number): string => dollars.format(value)
export const percentText = (value: number): string => `${shares.format(value)}%`

const UNITS = [
  [1e9, 'billion'],
  [1e6, 'million'],
] as const

/** A count with its noun: `1 award`, `40 awards`. */
export const countedText = (value: number, noun: string): string =>
  `${countText(value)} ${noun}${value === 1 ? '' : 's'}`

/** Dollars in words: `$218.5 million`, `$10.0 billion`; small amounts in full. */
export function roundDollarText(value: number): string {
  const [unit, word] = UNITS.find(([size]) => value >= size) ?? []
  return unit ? `$${(value / unit).toFixed(1)} ${word}` : dollarText(value)
}

/** Text for a value that may be unknown. */
export const orUnknown = <Value>(value: Value | null, text: (value: Value) => string): string =>
  value === null ? 'unknown' : text(value)

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/New_York' })
const longDates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

/** The day of an instant as it is written in the eastern United States: `Nov 20, 2026`. */
export const dateText = (instant: string | number): string => dates.format(new Date(instant))
export const longDateText = (instant: string | number): string => longDates.format(new Date(instant))

/** `WORKFORCE_DEVELOPMENT` as words: `workforce development`. */
export const words = (code: string): string => code.toLowerCase().replaceAll('_', ' ')
