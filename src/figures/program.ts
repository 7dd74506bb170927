import { parseSentences } from '../rules/text/sentences.ts'
import { compare, parseWords, toStem } from '../rules/text/words.ts'
import type { Document } from '../schema/wire/documents.ts'
import { type Book, toSource } from './book.ts'
import type { Question } from './question.ts'
import { dateText, type Statement } from './statement.ts'

const SENTENCES_MAX = 3

const isFederal = ({ url }: Document): boolean => new URL(url).hostname.endsWith('.gov')

/** Matches a sentence that defines the program: one with the program as its subject. */
const IS_DEFINED =
  /^(?:The|This) program (?:gives|pays|provides|funds|is|supports)\b|^The Rural Health Transformation Program (?:gives|pays|provides|is)\b/

/** The definition of the program, from the first federal page that has one. */
export function definition(book: Book): Statement[] {
  const pages = book.documents.filter((document) => document.state === null && isFederal(document))
  for (const page of pages.sort((a, b) => getRank(a) - getRank(b) || compare(a.id, b.id))) {
    const sentences = parseSentences(book.description(page.id) ?? '')
    const place = sentences.findIndex((sentence) => IS_DEFINED.test(sentence))
    if (place < 0) continue
    return sentences.slice(place, place + SENTENCES_MAX).map((text) => ({
      text: text.replace(/^(?:The|This) program\b/, 'The Rural Health Transformation Program'),
      sources: [toSource(page)],
    }))
  }
  return []
}

// Reference pages are lasting; a press release is about one day.
const getRank = ({ category }: Document): number => (category === 'REFERENCE' ? 0 : category === 'ANNOUNCEMENT' ? 1 : 2)

/** Matches the label of a deadline. */
const IS_DUE = /\b(?:due|deadline|closes?|by|until|end|letter of intent)\b/i

/**
 * The due dates of documents that match a question, by the words of their label and of the document's title.
 * @param sought words of the question; without any, nothing matches
 */
export function dueDatesOfDocuments({ states }: Question, sought: readonly string[], book: Book): Statement[] {
  if (sought.length === 0) return []
  const stems = sought.map(toStem)
  const own = book.documents.filter(({ state }) =>
    states.length === 0 ? state === null : states.some((code) => code === state),
  )
  const dates = own.flatMap((document) =>
    document.keyDates.filter(({ label }) => IS_DUE.test(label)).map(({ label, date }) => ({ document, label, date })),
  )
  const datesWith = (texts: (date: (typeof dates)[number]) => string) =>
    dates.filter((date) => {
      const words = new Set(parseWords(texts(date)).map(toStem))
      return stems.every((stem) => words.has(stem))
    })
  const labelled = datesWith(({ label }) => label)
  const found = labelled.length > 0 ? labelled : datesWith(({ label, document }) => `${label} ${document.title}`)
  const rank = ({ document }: (typeof dates)[number]): number => Number(!isFederal(document))
  const ordered = found.toSorted((a, b) => rank(a) - rank(b) || compare(a.document.id, b.document.id))
  const seen = new Set<string>()
  return ordered
    .filter(({ label, date }) => {
      const name = `${label} ${date}`
      return !seen.has(name) && seen.add(name)
    })
    .slice(0, SENTENCES_MAX)
    .map(({ document, label, date }) => ({
      text: `${document.title}: ${label}, ${dateText(date)}`,
      sources: [toSource(document)],
    }))
}
