import { stemmer } from 'stemmer'

/** A stemmed word, as in the full-text index: `divided` and `dividing` are `divid`. */
export const toStem = (word: string): string => stemmer(word)

/** The stems of consecutive words, as one text for comparison. */
export const toStems = (words: readonly string[]): string => words.map(toStem).join(' ')
