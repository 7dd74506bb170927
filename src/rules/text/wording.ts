import { once } from '../once.ts'

const MILLION = 1_000_000
const BILLION = 1_000_000_000

/** A dollar amount in prose: "$167.3 million", "$340,000". */
export function formatAmountInWords(amount: number): string {
  if (amount >= BILLION) return `$${(amount / BILLION).toFixed(1)} billion`
  if (amount >= MILLION) return `$${(amount / MILLION).toFixed(1)} million`
  return formatWholeDollars(amount)
}

export const formatNumber = (count: number): string => count.toLocaleString('en-US')

/** A number with its noun: "1 row", "228 rows", "2 counties". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

const getListFormat = once(() => new Intl.ListFormat('en-US'))

/** Items in a sentence: "A", "A and B", "A, B, and C". */
export const formatList = (items: readonly string[]): string => getListFormat().format(items)
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const DOLLARS = { style: 'currency', currency: 'USD' } as const
const getWholeFormat = once(() => new Intl.NumberFormat('en-US', { ...DOLLARS, maximumFractionDigits: 0 }))
const getCentsFormat = once(() => new Intl.NumberFormat('en-US', DOLLARS))

export const formatWholeDollars = (amount: number): string => getWholeFormat().format(amount)

/** An exact amount in dollars: `$34,750`, with cents if it has any. */
export const formatDollars = (amount: number): string =>
  Number.isInteger(amount) ? formatWholeDollars(amount) : getCentsFormat().format(amount)

/** The day of an instant in a zone: `November 16, 2026`. */
export const dayText = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))

/** A calendar day, `YYYY-MM-DD`: `November 16, 2026`. */
export const dateText = (date: string): string => dayText(`${date}T00:00:00Z`, 'UTC')
