import { STATE_CODES, type StateCode } from '../../schema/vocabularies.ts'
import { stateNamed } from '../text/named-states.ts'
import { FUNCTION_WORDS } from '../text/synonyms.ts'
import { parseWords } from '../text/words.ts'
import { awardeeNames, groupByAwardee } from './awardees.ts'
import { findCounty } from './counties.ts'

export type InTurn = <Result>(work: () => Result) => Promise<Result>

/** Finds the award rows of the organizations with the longest name that begins at a word; null if there is none. */
export type FindAwards = (
  words: readonly string[],
  at: number,
  states: readonly StateCode[],
) => { ids: string[]; length: number } | null

/** More organizations with the same words mean a kind of organization, not a name. */
export const NAMED_MAX = 4
const SHORTEST_NAME = 6

/**
 * Finds the awards of organizations by their names, in each spelling and without their legal form.
 * @param inTurn runs work in its turn of the event loop
 */
export async function openAwardNames(
  rows: readonly { id: string; awardeeName: string; state: StateCode }[],
  inTurn: InTurn,
): Promise<FindAwards> {
  const byName = new Map<string, { state: StateCode; ids: string[] }[]>()
  for (const [state, inState] of Map.groupBy(rows, (row) => row.state)) {
    for (const own of await inTurn(() => groupByAwardee(inState))) {
      const spellings = new Set(own.map(({ awardeeName }) => awardeeName))
      const names = new Set([...spellings].flatMap((one) => [...awardeeNames(one), parseWords(one).join(' ')]))
      for (const name of names) {
        if (name.length < SHORTEST_NAME || !name.includes(' ') || stateNamed(name)) continue
        byName.set(name, [...(byName.get(name) ?? []), { state, ids: own.map(({ id }) => id) }])
      }
    }
  }
  const longest = Math.max(...[...byName.keys()].map((name) => name.split(' ').length))

  return (words, at, states) => {
    for (let length = Math.min(longest, words.length - at); length > 1; length -= 1) {
      const phrase = words.slice(at, at + length)
      if (FUNCTION_WORDS.has(phrase.at(-1) ?? '')) continue
      const name = phrase.filter((word) => word !== 'the' && word !== 'and').join(' ')
      const named = byName.get(phrase.join(' ')) ?? byName.get(name) ?? []
      const own = named.filter(({ state }) => states.length === 0 || states.includes(state))
      if (own.length > 0) return { ids: own.slice(0, NAMED_MAX).flatMap(({ ids }) => ids), length }
    }
    return null
  }
}

const COUNTY_LONGEST = 5
const COUNTY_UNIT = / (?:county|parish|borough|census area|municipality|city and borough)$/

/** The county at a word: with its unit, or after `in` with its state; null if there is none of this name. */
export function findCountyAt(words: readonly string[], at: number, states: readonly StateCode[]) {
  for (let length = Math.min(COUNTY_LONGEST, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ')
    const isMeant = COUNTY_UNIT.test(phrase) || (words[at - 1] === 'in' && states.length > 0 && !stateNamed(phrase))
    const counties = isMeant
      ? (states.length > 0 ? states : STATE_CODES).flatMap((code) => findCounty(code, phrase) ?? [])
      : []
    const [county] = counties
    if (county) return { county: county.name, states: counties.map(({ state }) => state), length }
  }
  return null
}
