import type { Award } from '../resources/awards.ts'
import { awardeeNames, groupByAwardee } from '../rules/awards/awardees.ts'
import { findCounty } from '../rules/awards/counties.ts'
import { stateNamed } from '../rules/text/named-states.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { parseWords } from '../rules/text/words.ts'
import { STATE_CODES, type StateCode } from '../schema/vocabularies.ts'

/** An organization of a state that received awards, published or held back. */
export interface Organization {
  name: string
  state: StateCode
  stateName: string
  /** Its names in words, without their legal form, in each spelling. */
  names: ReadonlySet<string>
  ids: readonly string[]
}

/** The names of the organizations in the award rows. */
export type Names = Awaited<ReturnType<typeof openNames>>

export type InTurn = <Result>(work: () => Result) => Promise<Result>

/** More organizations with the same words mean a kind of organization, not a name. */
export const NAMED_MAX = 4
const SHORTEST_NAME = 6
/**
 * @param rows all awards, published or held back
 * @param inTurn runs work in its turn of the event loop
 */
export async function openNames(rows: readonly Award[], inTurn: InTurn) {
  const organizations: Organization[] = []
  for (const own of Map.groupBy(rows, ({ state }) => state).values())
    organizations.push(...(await inTurn(() => groupByAwardee(own).map(toOrganization))))
  const byName = new Map<string, Organization[]>()
  for (const one of organizations)
    for (const name of one.names) {
      const isTelling = name.length >= SHORTEST_NAME && name.includes(' ') && !stateNamed(name)
      if (isTelling) byName.set(name, [...(byName.get(name) ?? []), one])
    }
  const longest = Math.max(...[...byName.keys()].map((name) => name.split(' ').length))

  return {
    /** The organizations with the longest name that begins at a word; null if there is none. */
    findOrganizations(words: readonly string[], at: number, states: readonly StateCode[]) {
      for (let length = Math.min(longest, words.length - at); length > 1; length -= 1) {
        const phrase = words.slice(at, at + length)
        if (!FUNCTION_WORDS.has(phrase.at(-1) ?? '')) {
          const name = phrase.filter((word) => word !== 'the' && word !== 'and').join(' ')
          const own = (byName.get(phrase.join(' ')) ?? byName.get(name) ?? []).filter(
            ({ state }) => states.length === 0 || states.includes(state),
          )
          if (own.length > 0) return { found: own.slice(0, NAMED_MAX), length }
        }
      }
      return null
    },
  }
}

const COUNTY_LONGEST = 5
/** The words for kinds of counties. */
const COUNTY_UNIT = / (?:county|parish|borough|census area|municipality|city and borough)$/

/** The county at a word: with its unit, or after `in` with its state; null if there is none of this name. */
export function findCountyAt(words: readonly string[], at: number, states: readonly StateCode[]) {
  for (let length = COUNTY_LONGEST; length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ')
    const isMeant = COUNTY_UNIT.test(phrase) || (words[at - 1] === 'in' && states.length > 0 && !stateNamed(phrase))
    if (!isMeant || at + length > words.length) continue
    const found = (states.length > 0 ? states : STATE_CODES).flatMap((code) => findCounty(code, phrase) ?? [])
    const [county] = found
    if (county) return { county: county.name, states: found.map(({ state }) => state), length }
  }
  return null
}

function toOrganization(rows: readonly Award[]): Organization {
  const [{ awardeeName: name, state, stateName }] = rows as [Award]
  const spellings = new Set(rows.map(({ awardeeName }) => awardeeName))
  const names = new Set([...spellings].flatMap((one) => [...awardeeNames(one), parseWords(one).join(' ')]))
  return { name, state, stateName, names, ids: rows.map(({ id }) => id) }
}
