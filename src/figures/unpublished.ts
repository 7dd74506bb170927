import type { Coverage } from '../resources/coverage.ts'
import { type Book, toSource } from './book.ts'
import type { Question } from './question.ts'
import type { FigureSource, Statement } from './statement.ts'

const UNPUBLISHED = /^(?:Only part of "|[\d,]+ award rows? not published)/

/** The coverage of the states in a question that have unpublished rows. */
export const statesWithUnpublishedRows = ({ states }: Question, { coverage }: Book): Coverage[] =>
  coverage.filter(
    ({ state, gaps }) =>
      state !== null && states.includes(state) && gaps.some((gap) => / award rows? not published/.test(gap)),
  )

/** The number of unpublished rows and what they are waiting for. A sum is given only if the coverage has one. */
export function unpublishedRows(question: Question, book: Book): Statement[] {
  return statesWithUnpublishedRows(question, book).flatMap(({ state, stateName, gaps }) => {
    const unpublished = gaps.filter((gap) => UNPUBLISHED.test(gap))
    const hasSum = unpublished.some((gap) => gap.includes('$'))
    if (!question.mentions('count') && !hasSum) return []
    const sources = getSources(state, unpublished, book)
    return unpublished.map((gap) => ({ text: `${stateName}: ${gap}`, sources }))
  })
}

/** The lists named in the gaps, or else those that the state announced. */
function getSources(state: Coverage['state'], gaps: readonly string[], { documents }: Book): FigureSource[] {
  const own = documents.filter((document) => document.state === state)
  const named = own.filter(({ title }) => gaps.some((gap) => gap.includes(`"${title}"`)))
  const lists = named.length > 0 ? named : own.filter(({ category }) => category === 'AWARD_ANNOUNCEMENT')
  return lists.slice(0, 2).map(toSource)
}
