import type { DatePrecision } from '../schema/vocabularies.ts'

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

/** Where the site's own moments are told. */
export const NATIONAL_ZONE = 'America/New_York'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: NATIONAL_ZONE })
const longDates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: NATIONAL_ZONE })

/** The day of an instant as it is written in the eastern United States: `Nov 20, 2026`. */
export const dateText = (instant: string | number): string => dates.format(new Date(instant))
export const longDateText = (instant: string | number): string => longDates.format(new Date(instant))

/** `WORKFORCE_DEVELOPMENT` as words: `workforce development`. */
export const words = (code: string): string => code.toLowerCase().replaceAll('_', ' ')

/** A published moment with what is known of it. */
export interface Moment {
  at: string | null
  precision: DatePrecision | null
  /** IANA name. */
  zone: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string, precision: DatePrecision | null): Intl.DateTimeFormat {
  const name = `${zone} ${precision}`
  const known = formats.get(name)
  if (known) return known
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const made = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: zone,
    ...(precision === 'TIME' && time),
  })
  formats.set(name, made)
  return made
}

/** A moment as far as it is known, in its own zone: `Dec 1, 2026`, `Dec 1, 2026, 5:00 PM CST`. Null when unknown. */
export const momentText = ({ at, precision, zone }: Moment): string | null =>
  at === null ? null : formatOf(zone, precision).format(new Date(at))

/** The day of a moment in its own zone: `Dec 1, 2026`. */
export const momentDay = ({ at, zone }: Moment): string | null => momentText({ at, zone, precision: 'DATE' })

/** A text cut at a word, with an ellipsis when something is left out. */
export function shortText(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.]+$/, '')} …`
}

/** A day, given as a date or an instant: `November 20, 2026`. */
export const dayText = (day: string): string => longDateText(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T17:00:00Z` : day)
