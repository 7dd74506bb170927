import type { Award } from '../resources/awards.ts'
import type { Book } from './book.ts'
import type { Question } from './question.ts'
import { about, createMatcher } from './subject.ts'

/** The text of an award row, for matching it with the subject of a question. */
const formatText = ({ awardeeName, projectTitle, initiative, programDescription }: Award): string =>
  [awardeeName, projectTitle, initiative, programDescription].filter(Boolean).join('. ')

/** The award rows that a question is about; null if no row matches its subject. */
export function requestedRows(question: Question, subject: readonly string[], book: Book): Award[] | null {
  const { states, fiscalYear } = question
  const own = book.awards.filter(
    (row) => (states.length === 0 || states.includes(row.state)) && (fiscalYear ?? row.fiscalYear) === row.fiscalYear,
  )
  if (subject.length > 0 && isAnnouncedElsewhere(own, subject, states, book)) return null
  const found = about(own, subject, formatText)
  if (found.length > 0) return found
  const isAbout = createMatcher(subject)
  const listed = own.filter(({ sourceDocument }) => isAbout(sourceDocument.title))
  return listed.length > 0 ? listed : null
}

/** Whether announcements of these states match a subject but list no rows. */
function isAnnouncedElsewhere(
  rows: readonly Award[],
  subject: readonly string[],
  states: Question['states'],
  { documents }: Book,
): boolean {
  const isAbout = createMatcher(subject)
  const listing = new Set(rows.map(({ sourceDocument }) => sourceDocument.id))
  const announcing = documents.filter(
    ({ state, category, title }) =>
      category === 'AWARD_ANNOUNCEMENT' && states.some((code) => code === state) && isAbout(title),
  )
  return announcing.length > 0 && !announcing.some(({ id }) => listing.has(id))
}
