import { classify } from '../rules/classify/classify.ts'
import { readKeyword } from '../rules/text/keyword.ts'
import { createMarker } from '../rules/text/marks.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { type Lexicon, widePieces } from '../rules/text/widen.ts'
import type { ProgramCategoryEvidence } from '../schema/taxonomy.ts'
import type { Question, Token } from './question.ts'
import { getKinds } from './vocabulary.ts'

const NOTHING_NEAR: Lexicon = { has: () => true, near: () => [] }

/** Matches texts with every word of a subject, in any form or as a synonym. */
export function createMatcher(subject: readonly string[]): (text: string) => boolean {
  const pieces = widePieces(readKeyword(subject.join(' ')).include, NOTHING_NEAR)
  const markers = pieces.map(({ terms, alternatives }) => {
    const own = createMarkers(terms.map(({ text }) => text))
    const others = createMarkers(alternatives)
    return (text: string) => own.every((mark) => mark(text).length > 0) || others.some((mark) => mark(text).length > 0)
  })
  return (text) => markers.every((isMarked) => isMarked(text))
}

const createMarkers = (words: readonly string[]) => words.map((text) => createMarker([{ text, isPrefix: false }]))

/** A longer subject is not the name of a category. */
const CATEGORY_WORDS_MAX = 2

/** The categories that words name; none if they name none. */
export function findCategories(words: readonly string[]): ProgramCategoryEvidence['category'][] {
  if (words.length === 0 || words.length > CATEGORY_WORDS_MAX) return []
  const { programCategories } = classify({ title: words.join(' ') })
  return programCategories.filter((category) => category !== 'OTHER_UNCLASSIFIED')
}

const BEFORE_TOPIC = new Set('for on about toward towards under through regarding called named'.split(' '))
/** Other programs, money that no list of this one has, and months, which the list of awards cannot be filtered by. */
const OUTSIDE =
  /^(?:medicare|medicaid|chip|snap|tanf|hrsa|usda|fema|arpa|flex|shp|salar(?:y|ies)|profits?|loans?|loss(?:es)?|tax(?:es)?|insurers?|insurance|january|february|march|april|may|june|july|august|september|october|november|december)$/

/**
 * Whether the words that are left of a question can be its topic: they follow a preposition such as `for` or a verb such
 * as `received`, or stand before a word such as `awards`. Elsewhere they are a verb or a thing that was not understood.
 */
export function isTopic(left: readonly Token[], { words, text }: Question): boolean {
  if (left.some(({ word, names }) => names !== undefined || OUTSIDE.test(word))) return false
  const places = new Set(left.map(({ at }) => at))
  const isLeftAt = (at: number): boolean => places.has(at)
  // The words after "how many" and "how much" are what is counted.
  const counted = / how (?:many|much) | number of | amount of /.exec(text)
  const countedAt = counted
    ? text
        .slice(0, counted.index + counted[0].length)
        .trim()
        .split(' ').length
    : -1
  return left.every(({ at }) => {
    let first = at
    while (isLeftAt(first - 1) || (FUNCTION_WORDS.has(words[first - 1] ?? '') && isLeftAt(first - 2) && isJoint(first)))
      first -= 1
    let last = at
    while (isLeftAt(last + 1) || (FUNCTION_WORDS.has(words[last + 1] ?? '') && isLeftAt(last + 2) && isJoint(last + 2)))
      last += 1
    const before = getKinds(words[first - 1] ?? '')
    const after = getKinds(words[last + 1] ?? '')
    const isBeforeNoun = (['award', 'recipient', 'initiative', 'call'] as const).some((kind) => after.has(kind))
    if (first === countedAt) return isBeforeNoun
    return isBeforeNoun || after.has('money') || before.has('receive') || BEFORE_TOPIC.has(words[first - 1] ?? '')
  })

  function isJoint(at: number): boolean {
    return ['and', 'of', 'the', 'in', 'at', 'with'].includes(words[at - 1] ?? '')
  }
}
