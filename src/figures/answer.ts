import type { FilterValues } from '../resources/define.ts'
import { type InTurn, openAwardNames } from '../rules/awards/named.ts'
import { once } from '../rules/once.ts'
import type { Instant } from '../rules/time/moments.ts'
import { FORMS, FRAME } from './forms.ts'
import type { ListItems, Lists } from './lists.ts'
import { readQuestion, type SelectedFilters } from './question.ts'
import type { Statement } from './statement.ts'

/** Answers questions about figures from the lists. */
export type Figures = ReturnType<typeof openFigures>

/** Where figures are read from: the published lists at an instant. */
export interface ListSource {
  find: (list: keyof ListItems, filters: FilterValues, now: Instant) => Promise<unknown[]>
  read: (list: keyof ListItems, id: string, now: Instant) => unknown
  inTurn: InTurn
}

/**
 * Opens the figures of a bake, which answer questions from the published records.
 * @param isKnown whether a word occurs in the documents, so that it is not a misspelled state name
 */
export function openFigures(source: ListSource, isKnown: (word: string) => boolean) {
  const getLists = (now: Instant): Lists => ({
    now,
    find: (list, filters = {}) => source.find(list, filters, now) as never,
    read: (list, id) => source.read(list, id, now) as never,
  })
  const names = once(async () =>
    openAwardNames(await getLists(0).find('awards', { verification: ['VERIFIED', 'UNVERIFIED'] }), source.inTurn),
  )

  return {
    /**
     * Answers a question from the records. Null if it is about something else or has a word that was not understood; no
     * statements if no record answers it.
     * @param chosen states and year of the search filters, for a question without them
     */
    async answer(query: string, chosen: SelectedFilters, now: Instant): Promise<Statement[] | null> {
      const lists = getLists(now)
      const question = readQuestion(query, chosen, isKnown, await names(), now)
      for (const { asks, understands = [], takes = [], hasTopic, answer, isFinal } of FORMS) {
        if (!asks(question)) continue
        if (!answer) return null
        const left = question.left([...FRAME, ...understands], takes)
        const statements = left.length === 0 || hasTopic ? await answer(question, lists, left) : null
        if (statements && (statements.length > 0 || isFinal)) return statements
      }
      return null
    },
  }
}
