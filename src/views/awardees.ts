import slugify from '@sindresorhus/slugify'
import type { Award } from '../resources/awards.ts'
import { groupByAwardee } from '../rules/awards/awardees.ts'
import { getSum } from '../rules/awards/totals.ts'

/** An organization with its awards in one state. */
export interface Awardee {
  name: string
  state: string
  stateName: string
  /** The last part of its page's path, unique within the state. */
  slug: string
  awards: Award[]
  /** Sum of the known amounts; null when none is known. */
  total: number | null
  /** The number of its awards with an amount. */
  known: number
}

const SLUG_MAX = 80
const ID_LENGTH = 8

/** Every organization of every state, in the order of its first award. */
export function toAwardees(awards: readonly Award[]): Awardee[] {
  return [...Map.groupBy(awards, ({ state }) => state).values()].flatMap((rows) => {
    const taken = new Set<string>()
    return groupByAwardee(rows).map((own) => {
      const [first] = own as [Award, ...Award[]]
      const words = slugify(first.awardeeName, { decamelize: false }).slice(0, SLUG_MAX).replace(/-$/, '')
      const slug = words && !taken.has(words) ? words : `${words || 'awardee'}-${first.id.slice(0, ID_LENGTH)}`
      taken.add(slug)
      const amounts = own.map(({ federalAmount }) => federalAmount)
      return {
        name: first.awardeeName,
        state: first.state,
        stateName: first.stateName,
        slug,
        awards: own,
        total: getSum(amounts),
        known: amounts.filter((amount) => amount !== null).length,
      }
    })
  })
}
