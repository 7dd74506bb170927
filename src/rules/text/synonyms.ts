import { distance } from 'fastest-levenshtein'
import functionWords from '../../../vocabulary/function-words.json' with { type: 'json' }
import synonyms from '../../../vocabulary/synonyms.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'

export const STATE_NAME_WORDS = 2

const BY_NAME = new Map<string, StateCode>(STATE_CODES.map((code) => [STATE_NAMES[code].toLowerCase(), code] as const))

/** The state of this name, in words and lower case; also of its possessive, which `wordsOf` writes without the apostrophe. */
export const findStateByName = (name: string): StateCode | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.replace(/s$/, ''))

/** The state of this code, in any letter case. */
export function findStateByCode(word: string): StateCode | undefined {
  const code = word.toUpperCase()
  return Object.hasOwn(STATE_NAMES, code) ? (code as StateCode) : undefined
}

const SHORTEST_CORRECTED = 5
const LETTERS_PER_ERROR = 4
const ERRORS_MAX = 2

/** The state whose name is nearest to misspelled words in lower case; undefined if none is, or two are equally near. */
export function findStateNear(name: string): StateCode | undefined {
  const allowed =
    name.length < SHORTEST_CORRECTED ? 0 : Math.min(ERRORS_MAX, Math.floor(name.length / LETTERS_PER_ERROR))
  const byErrors = Map.groupBy(BY_NAME, ([stateName]) => distance(name, stateName))
  const errors = Math.min(...byErrors.keys())
  const [nearest, ...others] = byErrors.get(errors) ?? []
  return nearest && others.length === 0 && errors <= allowed ? nearest[1] : undefined
}

export const PROGRAM_NAMES: readonly string[] = synonyms.programNames

/** Terms of the field with nearly the same meaning, in lower case and the singular; each is in one group only. */
export const SYNONYMS: readonly (readonly string[])[] = [...Object.values(synonyms.groups).flat(), PROGRAM_NAMES]

/** For a term, its kinds and parts, or what the field calls it: a text about a doula is about maternal health, but not the reverse. */
export const NARROWER: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(synonyms.narrower))

/** Words without a subject of their own; a search may ignore them if it finds little. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(functionWords)
