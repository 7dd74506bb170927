import { SAYS } from './question-words.ts'
import { FUNCTION_WORDS } from './synonyms.ts'
import { createMatcher } from './widen.ts'
import { hasPhrase, parseWords } from './words.ts'

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
  const telling = (least || clear.length > 1 ? clear : named).map((word) => createMatcher([word]))
  const counted = parts.map((one) => ({ one, hits: telling.filter((isAbout) => isAbout(one.title)).length }))
  const most = Math.max(1, least ?? telling.length / 2, ...counted.map(({ hits }) => hits))
  const best = counted.filter(({ hits }) => hits === most)
  const exact = best.filter(({ one }) => clear.length > 1 && hasPhrase(one.title, clear))
  const found = best.length === 1 ? best : exact.length === 1 ? exact : []
  return found.map(({ one }) => one)
}
