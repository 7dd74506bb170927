import { getKinds, SAYS, SHORT_FORMS } from './question-words.ts'
import { FUNCTION_WORDS, findStateByCode, findStateByName, findStateNear, STATE_NAME_WORDS } from './synonyms.ts'
import { findLongest } from './words.ts'

// State codes that are English words count only in uppercase, and three of them not even then.
const CODES_THAT_ARE_WORDS = new Set('in or me ok hi oh pa ma al la de co id mo ar'.split(' '))
const NEVER_CODES = new Set(['IN', 'OR', 'ME'])

type IsWord = (word: string) => boolean
const findNameOrCode = (phrase: string) =>
  findStateByName(phrase) ?? (FUNCTION_WORDS.has(phrase) ? undefined : findStateByCode(phrase))

/** Words without short forms; `co` before the name of a state is a county. */
export function spellOut(written: readonly string[]): string[] {
  const words = written.map((word) => SHORT_FORMS.get(word) ?? word)
  const isState = (at: number): boolean =>
    words[at] === 'in' ? isState(at + 1) : findLongest(words, at, STATE_NAME_WORDS, findNameOrCode) !== null
  return words.map((word, at) => (word === 'co' && isState(at + 1) ? 'county' : word))
}

/** The state that begins at a word of a question, by its name, its code or a misspelled name. @param capitals words in uppercase */
export function findStateAt(words: readonly string[], at: number, capitals: Set<string>, isWritten: IsWord) {
  const named = findLongest(words, at, STATE_NAME_WORDS, findStateByName)
  if (named?.match) return { code: named.match, length: named.length }
  const [word = '', next = ''] = words.slice(at, at + 2)
  const isOfCounty = getKinds(words[at - 1] ?? '').has('county')
  const isUpper = capitals.has(word.toUpperCase())
  const isRarely = NEVER_CODES.has(word.toUpperCase()) && at < words.length - 1 && !(isOfCounty && isUpper)
  const isCode = word.length === 2 && (((isUpper || isOfCounty) && !isRarely) || !CODES_THAT_ARE_WORDS.has(word))
  // The PA Compact is of physician assistants.
  const code = isCode && next !== 'compact' && next !== 'scope' ? findStateByCode(word) : undefined
  const near = code || isWritten(word) ? code : findStateNear(word)
  return near ? { code: near, length: 1 } : null
}

const NAME_LONGEST = 4

/** Whether a state's name, not its code or possessive, is part of the name of an organization, which the rows do not have in this form. */
export function isInName(words: readonly string[], at: number, length: number): boolean {
  const name = words.slice(at, at + length).join(' ')
  if (!findStateByName(name) || findStateByName(name.slice(0, -1))) return false
  const after = words.slice(at + length, at + length + NAME_LONGEST)
  const end = after.findIndex((word) => FUNCTION_WORDS.has(word) || (getKinds(word).size > 0 && word !== 'state'))
  const last = after.findIndex((word) => SAYS.organization(word))
  return last >= 0 && (end < 0 || last < end) && !getKinds(words[at + length + last + 1] ?? '').has('award')
}
