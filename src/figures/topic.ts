import { isOfKind } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import type { Question, Token } from './question.ts'

const BEFORE_TOPIC = new Set('for on about toward towards under through regarding called named in near at'.split(' '))
const JOINTS = new Set('and of the in at with'.split(' '))
/** Other programs, and money that no list of this one has. */
const OUTSIDE =
  /^(?:medicare|medicaid|chip|snap|tanf|hrsa|usda|fema|arpa|flex|shp|salar(?:y|ies)|profits?|loans?|loss(?:es)?|tax(?:es)?|insurers?|insurance)$/

/**
 * Whether the words that are left of a question can be its topic: they follow a preposition such as `for` or a verb such
 * as `received`, or stand before a word such as `awards`. Elsewhere they are a verb or a thing that was not understood.
 */
export function isTopic(left: readonly Token[], { words, text }: Question): boolean {
  if (left.some(({ word, names }) => names !== undefined || OUTSIDE.test(word))) return false
  const places = new Set(left.map(({ at }) => at))
  // The words after "how many" and "how much" are what is counted.
  const counted = / how (?:many|much) | number of | amount of /.exec(text)
  const countedAt = counted
    ? text
        .slice(0, counted.index + counted[0].length)
        .trim()
        .split(' ').length
    : -1
  return left.every(({ at }) => {
    const first = getEnd(at, -1)
    const last = getEnd(at, 1)
    const [before, after] = [words[first - 1] ?? '', words[last + 1] ?? '']
    const isBeforeNoun = isOfKind(after, ['award', 'recipient', 'initiative', 'call'])
    if (first === countedAt) return isBeforeNoun
    return isBeforeNoun || isOfKind(after, ['money']) || isOfKind(before, ['receive']) || BEFORE_TOPIC.has(before)
  })

  /** The last word in a direction of those that belong together: `food and nutrition`. */
  function getEnd(at: number, step: 1 | -1): number {
    const next = at + step
    if (places.has(next)) return getEnd(next, step)
    const isJoint = JOINTS.has(words[next] ?? '') && FUNCTION_WORDS.has(words[next] ?? '')
    return isJoint && places.has(next + step) ? getEnd(next + step, step) : at
  }
}
