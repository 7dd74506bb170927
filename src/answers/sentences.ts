import { FUNCTION_WORDS } from '../rules/synonyms.ts'
import { wordsOf } from '../rules/words.ts'

/** The words of a text that carry its subject, each once. */
export const subjectWords = (text: string): Set<string> =>
  new Set(wordsOf(text).filter((word) => !FUNCTION_WORDS.has(word)))

/** The numbers of a text in their digits, each once. */
export const numbersOf = (text: string): Set<string> =>
  new Set((text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(',', '').replace(/^0+(?=\d)/, '')))

const ALIKE = 0.5
const NEARLY_SAME = 0.9

/** Whether one of two sentences says nearly what the other says. With figures of its own it may look alike and yet tell more. */
export function isRepeat(a: string, b: string): boolean {
  const [shorter, longer] = subjectWords(a).size <= subjectWords(b).size ? [a, b] : [b, a]
  const words = subjectWords(shorter)
  const others = subjectWords(longer)
  const shared = words.intersection(others).size
  const isContained = shared >= words.size * NEARLY_SAME && numbersOf(shorter).isSubsetOf(numbersOf(longer))
  const hasSameFigures = numbersOf(a).symmetricDifference(numbersOf(b)).size === 0
  return isContained || shared / words.union(others).size >= (hasSameFigures ? ALIKE : NEARLY_SAME)
}

/** A sentence that ends with its citation marks, inside its full stop. */
export function withMarks(sentence: string, numbers: readonly number[]): string {
  const [, said = sentence, stop = '.'] = /^(.*?)\s*([.!?]?)$/s.exec(sentence.replace(/\s+/g, ' ').trim()) ?? []
  return `${said} ${numbers.map((number) => `[${number}]`).join('')}${stop || '.'}`
}
