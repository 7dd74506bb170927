import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { parseWords } from '../rules/text/words.ts'

/** The distinct subject words of a text. */
export const subjectWords = (text: string): Set<string> =>
  new Set(parseWords(text).filter((word) => !FUNCTION_WORDS.has(word)))

/** The distinct numbers in a text, as digits. */
export const parseNumbers = (text: string): Set<string> =>
  new Set((text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(',', '').replace(/^0+(?=\d)/, '')))

const ALIKE = 0.5
const NEARLY_SAME = 0.9

/** Whether two sentences say nearly the same. A sentence with different figures is not a repeat. */
export function isRepeat(a: string, b: string): boolean {
  const [shorter, longer] = subjectWords(a).size <= subjectWords(b).size ? [a, b] : [b, a]
  const words = subjectWords(shorter)
  const others = subjectWords(longer)
  const shared = words.intersection(others).size
  const isContained = shared >= words.size * NEARLY_SAME && parseNumbers(shorter).isSubsetOf(parseNumbers(longer))
  const hasSameFigures = parseNumbers(a).symmetricDifference(parseNumbers(b)).size === 0
  return isContained || shared / words.union(others).size >= (hasSameFigures ? ALIKE : NEARLY_SAME)
}

/** The sentence with its citation marks before the period. */
export function withMarks(sentence: string, numbers: readonly number[]): string {
  const plain = sentence.replace(/\s+/g, ' ').trim()
  const [stop] = /[.!?]$/.exec(plain) ?? []
  const clause = stop ? plain.slice(0, -1).trimEnd() : plain
  return `${clause} ${numbers.map((number) => `[${number}]`).join('')}${stop ?? '.'}`
}
