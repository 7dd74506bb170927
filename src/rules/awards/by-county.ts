import { type County, findPlaces, formatCounty, type Placed } from './counties.ts'
import { getSum } from './totals.ts'

/** What is known of the awards of a county. */
export interface CountySum {
  county: County
  awards: number
  /** The number of its awards with an amount. */
  known: number
  /** Sum of the known amounts; null when none is known. An award of several counties is counted whole in each. */
  total: number | null
}

/** How many awards name a county, of how many. */
export interface Coverage {
  placed: number
  all: number
}

interface Paid extends Placed {
  federalAmount: number | null
}

export const getPlaceCoverage = (awards: readonly Placed[]): Coverage => ({
  placed: awards.filter((award) => findPlaces(award).length > 0).length,
  all: awards.length,
})

/** The sums of awards by county, the largest first. */
export function sumByCounty(awards: readonly Paid[]): CountySum[] {
  const rows = awards.flatMap((award) => findPlaces(award).map((county) => ({ county, amount: award.federalAmount })))
  return [...Map.groupBy(rows, ({ county }) => formatCounty(county)).values()]
    .map((own) => {
      const amounts = own.map(({ amount }) => amount)
      const known = amounts.filter((amount) => amount !== null).length
      return { county: (own[0] as (typeof own)[0]).county, awards: own.length, known, total: getSum(amounts) }
    })
    .sort(
      (a, b) => (b.total ?? -1) - (a.total ?? -1) || b.awards - a.awards || (a.county.name < b.county.name ? -1 : 1),
    )
}
