import { LRUCache } from 'lru-cache'
import type { Instant } from '../rules/time/moments.ts'
import { figuresFor } from './answer.ts'
import { awardeeSteps, type BookSource, openBook, type PublishedLists } from './book.ts'
import { readQuestion, type SelectedFilters } from './question.ts'
import type { Statement } from './statement.ts'

export type Figures = ReturnType<typeof openFigures>

type List = keyof PublishedLists
type Items = readonly PublishedLists[List][]

/** Where figures are read from. */
export interface ListSource extends Pick<BookSource, 'document' | 'state'> {
  /** Reads the items of a list at an instant, in its order, in several turns of the event loop. */
  items: (list: List, now: Instant) => Promise<Items>
  /** The instant until which a list stays the same. */
  until: (list: List, now: Instant) => Instant
  /** Runs work in its turn. */
  inTurn: <Result>(work: () => Result) => Result | Promise<Result>
}

/** A list is cached for each span without status changes. The latest ones are enough. */
const SPANS_MAX = 2

/** A list that is read or being read. */
interface Reading {
  items: Items | null
  end: Promise<void>
}

/** A question needs a list that has not been read. */
class Unread extends Error {
  readonly list: List

  constructor(list: List) {
    super(`The list ${list} has not been read.`)
    this.list = list
  }
}

/**
 * Opens the figures of a bake, which answer questions from the published records. Each list is read for the first
 * question that needs it.
 * @param isKnown whether a word occurs in the documents, so that it is not a misspelled state name
 */
export function openFigures(source: ListSource, isKnown: (word: string) => boolean) {
  const read = new Map<List, LRUCache<Instant, Reading>>()

  function readList(list: List, now: Instant): Promise<void> {
    const spans = read.get(list) ?? new LRUCache<Instant, Reading>({ max: SPANS_MAX })
    read.set(list, spans)
    const until = source.until(list, now)
    const known = spans.get(until)
    if (known) return known.end
    const end = source.items(list, now).then(
      async (items) => {
        const steps = list === 'awards' ? awardeeSteps(items as PublishedLists['awards'][]) : []
        for (const step of steps) await source.inTurn(step)
        reading.items = items
      },
      (error: unknown) => {
        spans.delete(until)
        throw error
      },
    )
    const reading: Reading = { items: null, end }
    spans.set(until, reading)
    return end
  }

  function readItems<Name extends List>(list: Name, now: Instant): readonly PublishedLists[Name][] {
    const items = read.get(list)?.get(source.until(list, now))?.items
    if (!items) throw new Unread(list)
    return items as readonly PublishedLists[Name][]
  }

  return {
    /**
     * Answers a question from the records. Null if it is about something else; no statements if no record answers it.
     * @param chosen states and year of the search filters, for a question without them
     */
    async answer(query: string, chosen: SelectedFilters, now: Instant): Promise<Statement[] | null> {
      const question = readQuestion(query, chosen, isKnown)
      const book = openBook({ ...source, items: readItems }, now)
      for (;;) {
        try {
          return await source.inTurn(() => figuresFor(query, question, book))
        } catch (error) {
          if (!(error instanceof Unread)) throw error
          await readList(error.list, now)
        }
      }
    },
  }
}
