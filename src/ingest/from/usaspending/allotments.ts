import type { StateCode } from '../../../schema/vocabularies.ts'
import { cleanDate, federalFiscalYear } from '../../read/clean.ts'
import { makeRecords } from '../../rows.ts'
import type { DraftOf, Rejection, Run } from '../../source.ts'
import { type Action, type AwardRow, findState, formatPageUrl, type Obligated } from './shapes.ts'

/**
 * The program's money by state and fiscal year. The amount of an award covers all years, so each year is the sum of the
 * award's actions dated in it. If a recorded allotment has the same whole-dollar amount, this source is added to those
 * that confirm it; a different amount is a conflict; a year without a record becomes an unverified allotment.
 */
export function toAllotments(awards: readonly Obligated[], run: Run, rejected: Rejection[]): DraftOf<'allotments'>[] {
  const getYears = ({ award, actions }: Obligated) => {
    const state = findState(award)
    if (!state) return 'Recipient Location: is not in a state'
    return [...sumsByYear(actions)].flatMap(
      ([fiscalYear, sum]) => toAllotment(award, state, fiscalYear, Math.round(sum * 100) / 100, run) ?? [],
    )
  }
  return makeRecords(awards, getYears, ({ award }) => award['Award ID'], rejected).flat()
}

/** Dollars by fiscal year. */
function sumsByYear(actions: readonly Action[]): Map<string, number> {
  const years = new Map<string, number>()
  for (const { action_date, federal_action_obligation: amount } of actions) {
    const day = cleanDate(action_date)
    const year = day && federalFiscalYear(day)
    if (year) years.set(year, (years.get(year) ?? 0) + amount)
  }
  return years
}

function toAllotment(award: AwardRow, state: StateCode, fiscalYear: string, amount: number, run: Run) {
  // A revision without money is not an allotment.
  if (amount === 0) return null
  const sourceUrl = formatPageUrl(award)
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
