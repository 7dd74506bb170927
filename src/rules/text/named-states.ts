import { distance } from 'fastest-levenshtein'
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'

/** The maximum number of words in the name of a state. */
export const STATE_NAME_WORDS = 2

const BY_NAME = new Map<string, StateCode>(STATE_CODES.map((code) => [STATE_NAMES[code].toLowerCase(), code] as const))

/** The state of this name, in words and lower case; also of its possessive, which `wordsOf` writes without the apostrophe. */
export const stateNamed = (name: string): StateCode | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.replace(/s$/, ''))

/** The state of this code, in any letter case. */
export function stateCoded(word: string): StateCode | undefined {
  const code = word.toUpperCase()
  return Object.hasOwn(STATE_NAMES, code) ? (code as StateCode) : undefined
}

const SHORTEST_CORRECTED = 5
/** Length of a name from which one more wrong letter is allowed. */
const LETTERS_PER_ERROR = 4
const ERRORS_MAX = 2

/**
 * The state whose name is nearest to a misspelled one; undefined if none is near, or two are equally near.
 * @param name words in lower case that are not all known
 */
export function stateNear(name: string): StateCode | undefined {
  if (name.length < SHORTEST_CORRECTED) return undefined
  const allowed = Math.min(ERRORS_MAX, Math.floor(name.length / LETTERS_PER_ERROR))
  const near = [...BY_NAME]
    .map(([known, code]) => ({ code, errors: distance(name, known) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((a, b) => a.errors - b.errors)
  const [first, second] = near
  return first && first.errors !== second?.errors ? first.code : undefined
}
