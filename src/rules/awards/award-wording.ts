import { formatDollars, formatNumber } from '../text/wording.ts'
import { getSum } from './totals.ts'

/** What is told of an award in words. */
interface Told {
  federalAmount: number | null
  projectTitle: string | null
  initiative: string | null
  awardStage: string | null
}

export const getAmounts = (rows: readonly Pick<Told, 'federalAmount'>[]): number[] =>
  rows.flatMap(({ federalAmount }) => federalAmount ?? [])

export const getTotal = (rows: readonly Pick<Told, 'federalAmount'>[]): number | null => getSum(getAmounts(rows))

export const formatAmount = (amount: number | null): string =>
  amount === null ? 'amount not published' : formatDollars(amount)

/** The project of an award, or else its initiative. */
export const getProject = ({ projectTitle, initiative }: Pick<Told, 'projectTitle' | 'initiative'>): string | null =>
  projectTitle ?? initiative

/** The amount of an award and its project: `$200,000 for “Telehealth”`. */
export const formatWhat = (row: Told): string =>
  `${formatAmount(row.federalAmount)}${getProject(row) === null ? '' : ` for “${getProject(row)}”`}`

/** The sum of awards, and how many of them have an amount: `of which 3 have a published amount, worth $1,000 in total`. */
export function formatWorth(rows: readonly Told[]): string {
  const priced = getAmounts(rows).length
  const total = getTotal(rows)
  if (total === null) return rows.length === 1 ? 'with no published amount' : 'none with a published amount'
  const worth = `worth ${formatDollars(total)}${priced === 1 ? '' : ' in total'}`
  const some = `of which ${formatNumber(priced)} ${priced === 1 ? 'has' : 'have'} a published amount`
  return priced === rows.length ? worth : `${some}, ${worth}`
}

/** How many awards are intents, after a comma; empty for none. */
export function formatStage(rows: readonly Told[]): string {
  const intents = rows.filter(({ awardStage }) => awardStage === 'INTENT').length
  const some = intents === rows.length ? '' : `${formatNumber(intents)} of them `
  return intents === 0 ? '' : `, ${some}announced as ${intents === 1 ? 'an intent' : 'intents'} to award`
}

/** What rows that are held back wait for. */
export const formatLacks = (rows: readonly { verificationLacks: string | null }[]): string =>
  [...new Set(rows.map(({ verificationLacks }) => verificationLacks))].join('; ')
