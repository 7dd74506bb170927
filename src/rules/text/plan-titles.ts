import { SAYS } from './question-words.ts'
import { FUNCTION_WORDS } from './synonyms.ts'
import { createMatcher, isTerm } from './widen.ts'
import { hasPhrase, parseWords } from './words.ts'

/** The subject of a question: the words that are left, with the function words among them if they are a phrase: `hospital at home`. */
export function findPhrase(words: readonly string[], left: readonly { word: string; at: number }[]): string[] {
  const [start = 0, end = -1] = [left[0]?.at, left.at(-1)?.at]
  // `Use` and `cash` mean something else alone, but not in substance use and cash reserves.
  const joins = (at: number): boolean => at >= 0 && at + 1 < words.length && isTerm(words.slice(at, at + 2))
  const [before, after] = [
    words.slice(start - Number(joins(start - 1)), start),
    words.slice(end + 1, end + 1 + Number(joins(end))),
  ]
  const span = words.slice(start, end + 1)
  const all = left.map(({ word }) => word)
  const isPhrase = span.every((word) => FUNCTION_WORDS.has(word) || SAYS.vague(word) || all.includes(word))
  return [...before, ...(isPhrase ? span : all), ...after]
}

/** Whether a question names a title: as a whole, by what stands before its colon or comma, or by the words that are left. */
export function isTitled(title: string, text: string, phrase: readonly string[]): boolean {
  const written = parseWords(title)
  if (phrase.length > 0 && ` ${written.join(' ')} `.includes(` ${phrase.join(' ')} `)) return true
  const lead = parseWords(title.split(/[:,(–—]/)[0] ?? '')
  return [written, lead.length === 1 ? [...lead, 'initiative'] : lead].some(
    (words) => words.length > 1 && text.includes(` ${words.join(' ')} `),
  )
}

/** The part whose title has the most of some words, and at least half of those that tell something or another number. */
export function findByTitle<Part extends { title: string }>(
  parts: readonly Part[],
  words: readonly string[],
  least?: number,
): Part[] {
  const named = words.filter((word) => !FUNCTION_WORDS.has(word) && !SAYS.skipped(word))
  const clear = named.filter((word) => !SAYS.vague(word))
  const telling = (least || clear.length > 0 ? clear : named).map((word) => createMatcher([word]))
  const counted = parts.map((one) => ({ one, hits: telling.filter((isAbout) => isAbout(one.title)).length }))
  const most = Math.max(1, least ?? telling.length / 2, ...counted.map(({ hits }) => hits))
  const best = counted.filter(({ hits }) => hits === most)
  const exact = best.filter(({ one }) => clear.length > 1 && hasPhrase(one.title, clear))
  const found = best.length === 1 ? best : exact.length === 1 ? exact : []
  return found.map(({ one }) => one)
}
