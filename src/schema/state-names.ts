import { nearest } from './params.ts'
import { STATE_NAMES } from './vocabularies.ts'

const CODES = new Map(Object.entries(STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/** The code of the state that a name most likely means; undefined when none is close. */
export const stateMeant = (word: string): string | undefined => CODES.get(nearest(word.trim(), [...CODES.keys()]) ?? '')
