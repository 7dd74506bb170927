import { isOfKind } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import type { Question, Token } from './question.ts'

const BEFORE_TOPIC = new Set('for on about toward towards under through regarding called named in near at'.split(' '))
/** Other programs, and money that no list of this one has. */
const OUTSIDE =
  /^(?:medicare|medicaid|chip|snap|tanf|hrsa|usda|fema|arpa|flex|shp|salar(?:y|ies)|profits?|loans?|loss(?:es)?|tax(?:es)?|insurers?|insurance)$/

/**
 * Whether the words that are left of a question can be its topic: they follow a preposition such as `for` or a verb such
 * as `received`, or stand before a word such as `awards`. Elsewhere they are a verb or a thing that was not understood.
 */
export function isTopic(left: readonly Token[], { words, text }: Question): boolean {
  if (left.some(({ word, names }) => names !== undefined || OUTSIDE.test(word))) return false
  const [first, last] = [left[0]?.at ?? 0, left.at(-1)?.at ?? 0]
  const places = new Set(left.map(({ at }) => at))
  if (words.slice(first, last).some((word, place) => !places.has(first + place) && !FUNCTION_WORDS.has(word)))
    return false
  const [before, after] = [words[first - 1] ?? '', words[last + 1] ?? '']
  if (isOfKind(after, ['award', 'recipient', 'initiative', 'call'])) return true
  // The words after "how many" and "how much" are what is counted.
  const counted = / how (?:many|much) | number of | amount of /.exec(text)
  const countedAt = counted
    ? text
        .slice(0, counted.index + counted[0].length)
        .trim()
        .split(' ').length
    : -1
  return (
    first !== countedAt && (isOfKind(after, ['money']) || isOfKind(before, ['receive']) || BEFORE_TOPIC.has(before))
  )
}
