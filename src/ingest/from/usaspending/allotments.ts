import type { StateCode } from '../../../schema/vocabularies.ts'
import { cleanDate, federalFiscalYear } from '../../read/clean.ts'
import { madeOf } from '../../rows.ts'
import type { DraftOf, Rejection, Run } from '../../source.ts'
import { type AwardRow, pageOf, stateOf, type TransactionRow } from './shapes.ts'

/**
 * The program's money by state and fiscal year. The amount of an award covers all years, so each year is the sum of the
 * award's actions dated in it. If a recorded allotment has the same whole-dollar amount, this source is added to those
 * that confirm it; a different amount is a conflict; a year without a record becomes an unverified allotment.
 */
export function allotmentsOf(
  awards: readonly AwardRow[],
  actions: readonly TransactionRow[],
  run: Run,
  rejected: Rejection[],
): DraftOf<'allotments'>[] {
  const yearsOf = (award: AwardRow) => {
    const state = stateOf(award)
    if (!state) return 'Recipient Location: is not in a state'
    const years = sumsByYear(actions.filter((action) => action['Award ID'] === award['Award ID']))
    if (!years) return 'one of its actions cannot be read'
    return [...years].flatMap(
      ([fiscalYear, sum]) => allotmentOf(award, state, fiscalYear, Math.round(sum * 100) / 100, run) ?? [],
    )
  }
  return madeOf(awards, yearsOf, (award) => award['Award ID'], rejected).flat()
}

/** Dollars by fiscal year; null if an action cannot be read, because the sum would be wrong. */
function sumsByYear(actions: readonly TransactionRow[]): Map<string, number> | null {
  const years = new Map<string, number>()
  for (const action of actions) {
    const day = cleanDate(action['Action Date'])
    const year = day && federalFiscalYear(day)
    const amount = action['Transaction Amount']
    if (!year || amount === null) return null
    years.set(year, (years.get(year) ?? 0) + amount)
  }
  return years
}

function allotmentOf(award: AwardRow, state: StateCode, fiscalYear: string, amount: number, run: Run) {
  // A revision without money is not an allotment.
  if (amount === 0) return null
  const sourceUrl = pageOf(award)
  const recorded = run.present.allotments.find((record) => record.state === state && record.fiscalYear === fiscalYear)
  const draft = {
    kind: 'allotments',
    ref: `${award['Award ID']} ${fiscalYear}`,
    key: ['usaspending', award['Award ID'], fiscalYear],
  } as const
  if (!recorded || recorded.sourceUrl === sourceUrl) {
    const start = {
      state,
      fiscalYear,
      verified: false,
      sourceTitle: 'USAspending.gov: federal award to the state',
      sourceUrl,
    }
    return { ...draft, given: { amount }, start } satisfies DraftOf<'allotments'>
  }
  // The recorded amount is in whole dollars; any other difference is a conflict for a person to decide.
  const isSame = Math.round(recorded.amount) === Math.round(amount)
  const confirmedBy = [`${sourceUrl} (USAspending.gov, actions of ${fiscalYear})`]
  return {
    ...draft,
    given: isSame ? { amount: recorded.amount, confirmedBy } : { amount },
    like: [{ id: recorded.id }],
  } satisfies DraftOf<'allotments'>
}
