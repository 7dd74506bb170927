import { stemmer } from 'stemmer'

/** A word without its ending, as the full-text index has it: `divided` and `dividing` are `divid`. */
export const stemOf = (word: string): string => stemmer(word)

/** The stems of words in a row, as one text for comparing. */
export const stemsOf = (words: readonly string[]): string => words.map(stemOf).join(' ')
