import { stemmer } from 'stemmer'
import { wordsOf } from './words.ts'

/** A word without its ending, as the full-text index has it: `divided` and `dividing` are `divid`. */
export const stemOf = (word: string): string => stemmer(word)

/** The stems of words in a row, as one text for comparing. */
export const stemsOf = (words: readonly string[]): string => words.map(stemOf).join(' ')

/** The stems of the words of a text, each once. */
export const stemSet = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf))
