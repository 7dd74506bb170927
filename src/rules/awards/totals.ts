import type { StateRecord } from '../../schema/records.ts'

/** A dollar amount in whole cents, for exact comparison. */
export const toCents = (amount: number): number => Math.round(amount * 100)

/** The sum of the known dollar amounts, exact to the cent; null if none is known. */
export function getSum(amounts: readonly (number | null)[]): number | null {
  const present = amounts.filter((amount) => amount !== null)
  if (present.length === 0) return null
  return present.reduce((cents, amount) => cents + toCents(amount), 0) / 100
}

/** The sum of the known amounts of award rows, null if none is known, and how many are known. */
export function sumAmounts(rows: readonly { federalAmount: number | null }[]) {
  const amounts = rows.map(({ federalAmount }) => federalAmount).filter((amount) => amount !== null)
  return { total: getSum(amounts), amountsKnown: amounts.length }
}

/** The median; the mean of the middle two where their number is even. 0 without values. */
export function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length)
}

/** The latest of some timestamps; null if there is none. */
export const findNewest = (timestamps: readonly string[]): string | null => timestamps.toSorted().at(-1) ?? null

/** Residents in rural areas: population times rural share, rounded; null if one of them is unknown. */
export const countRuralResidents = ({ population, ruralPercent }: Pick<StateRecord, 'population' | 'ruralPercent'>) =>
  population === null || ruralPercent === null ? null : Math.round((population * ruralPercent) / 100)

/** Whole dollars per rural resident; null if the amount or the residents are unknown, or there are none. */
export const toAmountPerRuralResident = (amount: number | null, residents: number | null): number | null =>
  amount === null || !residents ? null : Math.round(amount / residents)
