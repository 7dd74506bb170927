import type { Award } from '../resources/awards.ts'
import { awardeeNames, groupByAwardee } from '../rules/awards/awardees.ts'
import { findCounty } from '../rules/awards/counties.ts'
import { stateNamed } from '../rules/text/named-states.ts'
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

interface Named {
  words: readonly string[]
  organizations: Organization[]
}

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
  const byFirstWord = new Map<string, Named[]>()
  for (const [name, own] of groupByName(organizations)) {
    const words = name.split(' ')
    const first = words[0] as string
    if (name.length < SHORTEST_NAME || words.length < 2 || stateNamed(name)) continue
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, organizations: own }])
  }
  const isIn = (state: StateCode, states: readonly StateCode[]): boolean =>
    states.length === 0 || states.includes(state)

  return {
    /** The organizations with the longest name that begins at a word; null if there is none. */
    findOrganizations(words: readonly string[], at: number, states: readonly StateCode[]) {
      const candidates = (byFirstWord.get(words[at] as string) ?? []).flatMap((named) => {
        const found = named.organizations.filter(({ state }) => isIn(state, states))
        const length = lengthAt(named.words, words, at)
        return found.length > 0 && length > 0 ? [{ found: found.slice(0, NAMED_MAX), length }] : []
      })
      return candidates.sort((a, b) => b.length - a.length)[0] ?? null
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

const groupByName = (organizations: readonly Organization[]): Map<string, Organization[]> => {
  const named = organizations.flatMap((organization) => [...organization.names].map((name) => ({ name, organization })))
  return new Map(
    [...Map.groupBy(named, ({ name }) => name)].map(([name, own]) => [name, own.map((one) => one.organization)]),
  )
}

/** The number of words from a position on that are a name, with or without `the` and `and`; 0 if they are not. */
function lengthAt(name: readonly string[], words: readonly string[], from: number): number {
  let at = from
  for (const word of name) {
    while (at > from && words[at] !== word && (words[at] === 'the' || words[at] === 'and')) at += 1
    if (words[at] !== word && words[at] !== `${word}s`) return 0
    at += 1
  }
  return at - from
}
