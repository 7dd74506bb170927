import { groupByAwardee } from '../rules/awardees.ts'
import { compare } from '../rules/compare.ts'
import { sumOf } from '../rules/totals.ts'
import type { AwardYear } from '../schema/wire/states.ts'
import type { Award } from './awards.ts'

/** The sum of the known amounts of award rows, the number of rows, and the number of rows with a known amount. */
export function sumsOf(rows: readonly Pick<Award, 'federalAmount'>[]): Omit<AwardYear, 'fiscalYear' | 'awardees'> {
  const amounts = rows.map(({ federalAmount }) => federalAmount)
  return {
    total: sumOf(amounts),
    awards: rows.length,
    awardAmountsKnown: amounts.filter((amount) => amount !== null).length,
  }
}

/** Award rows by fiscal year, newest first, and by awardee. */
export const awardYearsOf = (awards: readonly Omit<Award, 'updatedAt'>[]): AwardYear[] =>
  [...Map.groupBy(awards, ({ fiscalYear }) => fiscalYear)]
    .sort(([a], [b]) => compare(b, a))
    .map(([fiscalYear, rows]) => ({
      fiscalYear,
      ...sumsOf(rows),
      awardees: groupByAwardee(rows)
        .map((own) => ({ name: own[0]?.awardeeName ?? '', ...sumsOf(own) }))
        .sort((a, b) => compareTotals(a.total, b.total) || compare(a.name, b.name)),
    }))

const compareTotals = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)
