import { parseSentences } from '../rules/text/sentences.ts'
import { compare, parseWords, toStem } from '../rules/text/words.ts'
import type { Document } from '../schema/wire/documents.ts'
import type { Lists } from './lists.ts'
import type { Question } from './question.ts'
import { dateText, type FigureSource, type Statement, say, toSource } from './statement.ts'

/** The document of a state, or of national scope, with this title as a source; none if there is none. */
export async function findDocument(lists: Lists, state: string, title: RegExp): Promise<FigureSource[]> {
  const documents = await lists.find('documents', { state: [state] })
  return documents
    .filter((one) => title.test(one.title))
    .slice(0, 1)
    .map((one) => toSource(one))
}

export const PROGRAM_PAGE = /Transformation Program page/

/** Who runs the program of a state, from the first sentence of its summary. */
export async function whoLeads({ states }: Question, lists: Lists): Promise<Statement[]> {
  const statements = states.map(async (code) => {
    const { name, summary } = lists.read('states', code)
    const page = await findDocument(lists, code, PROGRAM_PAGE)
    const [first] = parseSentences(summary ?? '')
    return page.length > 0 && first ? [say(`${name}: ${first}`, page)] : []
  })
  return (await Promise.all(statements)).flat()
}

const SENTENCES_MAX = 3

/** Matches a sentence that defines the program: one with the program as its subject. */
const IS_DEFINED =
  /^(?:The|This) program (?:gives|pays|provides|funds|is|supports)\b|^The Rural Health Transformation Program (?:gives|pays|provides|is)\b/

/** The definition of the program, from the first federal page that has one. */
export async function definition(_: Question, lists: Lists): Promise<Statement[]> {
  const pages = (await lists.find('documents', { state: ['NONE'] })).filter(isOfGovernment)
  for (const page of pages.sort((a, b) => getRank(a) - getRank(b) || compare(a.id, b.id))) {
    const sentences = parseSentences(lists.read('documents', page.id).description ?? '')
    const place = sentences.findIndex((sentence) => IS_DEFINED.test(sentence))
    if (place < 0) continue
    return sentences
      .slice(place, place + SENTENCES_MAX)
      .map((text) =>
        say(text.replace(/^(?:The|This) program\b/, 'The Rural Health Transformation Program'), [toSource(page)]),
      )
  }
  return []
}

const isOfGovernment = ({ url }: Document): boolean => new URL(url).hostname.endsWith('.gov')

// Reference pages are lasting; a press release is about one day.
const getRank = ({ category }: Document): number => (category === 'REFERENCE' ? 0 : category === 'ANNOUNCEMENT' ? 1 : 2)

/** Matches the label of a deadline. */
const IS_DUE = /\b(?:due|deadline|closes?|by|until|end|letter of intent)\b/i
const DATES_MAX = 3

/** The due dates of documents that match words, by their label and the document's title; those of governments first. */
export async function dueDatesOfDocuments(
  { states }: Question,
  lists: Lists,
  sought: readonly string[],
): Promise<Statement[]> {
  if (sought.length === 0) return []
  const stems = sought.map(toStem)
  const documents = await lists.find('documents', { state: states.length === 0 ? ['NONE'] : states })
  const dates = documents
    .toSorted((a, b) => Number(isOfGovernment(b)) - Number(isOfGovernment(a)) || compare(a.id, b.id))
    .flatMap((document) =>
      document.keyDates.filter(({ label }) => IS_DUE.test(label)).map(({ label, date }) => ({ document, label, date })),
    )
  const hasAll = (text: string): boolean => new Set(stems).isSubsetOf(new Set(parseWords(text).map(toStem)))
  const labelled = dates.filter(({ label }) => hasAll(label))
  const found =
    labelled.length > 0 ? labelled : dates.filter(({ label, document }) => hasAll(`${label} ${document.title}`))
  const distinct = [
    ...new Map(found.toReversed().map((one) => [`${one.label} ${one.date}`, one])).values(),
  ].toReversed()
  return distinct
    .slice(0, DATES_MAX)
    .map(({ document, label, date }) => say(`${document.title}: ${label}, ${dateText(date)}`, [toSource(document)]))
}
