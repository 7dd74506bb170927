import { classify } from '../rules/classify/classify.ts'
import { readKeyword } from '../rules/text/keyword.ts'
import { createMarker } from '../rules/text/marks.ts'
import { type Lexicon, widePieces } from '../rules/text/widen.ts'

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

/** The items that match a subject; if none does, those of the category that the subject names. */
export function about<Item extends { programCategories: readonly string[] }>(
  items: readonly Item[],
  subject: readonly string[],
  formatText: (item: Item) => string,
): Item[] {
  if (subject.length === 0) return [...items]
  const isAbout = createMatcher(subject)
  const found = items.filter((item) => isAbout(formatText(item)))
  if (found.length > 0 || subject.length > CATEGORY_WORDS_MAX) return found
  const { programCategories } = classify({ title: subject.join(' ') })
  const named = programCategories.filter((category) => category !== 'OTHER_UNCLASSIFIED')
  return items.filter((item) => named.some((category) => item.programCategories.includes(category)))
}
