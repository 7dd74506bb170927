import { stemmer } from 'stemmer'

/** A stemmed word, as in the full-text index: `divided` and `dividing` are `divid`. */
export const stemOf = (word: string): string => stemmer(word)

/** The stems of consecutive words, as one text for comparison. */
export const stemsOf = (words: readonly string[]): string => words.map(stemOf).join(' ')
