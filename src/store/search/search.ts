import { LRUCache } from 'lru-cache'
import { fill } from '../../resources/define.ts'
import { awardeeIn } from '../../rules/awards/award-coverage.ts'
import { awardeeNames } from '../../rules/awards/awardees.ts'
import { SearchDocument } from '../../schema/wire/records.ts'
import type { Dataset } from '../open/dataset.ts'
import { inTurn } from '../open/turns.ts'
import { getCoverage } from './coverage.ts'
import { openPassages, type Passage } from './passages.ts'
import { openRanking, type SearchQuery } from './ranking.ts'
import { openVocabulary } from './vocabulary.ts'

export type { SearchQuery } from './ranking.ts'

/** The best documents, ready-made JSON bodies with their snippets, and whether more match. */
export interface SearchPage {
  bodies: string[]
  hasMore: boolean
}

export type Search = ReturnType<typeof openSearch>['search']

const CACHE_BYTES = 16 * 1024 * 1024
const FIRST_PASSAGES = 4
const MATCHING_PASSAGES = 12

/** Opens the search of the documents, in which no query causes an error, and their vocabulary. */
export function openSearch(dataset: Dataset) {
  const { db, manifest, prepare } = dataset
  const vocabulary = openVocabulary(db)
  const total = manifest.counts.documents ?? 0
  const { rank, getSubject } = openRanking(db, vocabulary, total)
  // In whole steps, so that a few documents more or less do not change the best passage.
  const telling = (word: string): number => Math.round(Math.log2(1 + total / Math.max(1, vocabulary.documents(word))))
  const passages = openPassages(db, telling)
  // The file never changes, so results stay valid.
  const pages = new LRUCache<string, SearchPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (page, name) => page.bodies.reduce((sum, body) => sum + body.length, name.length),
  })
  const select = prepare(
    'SELECT s.stateName, t.body_head, t.body_tail FROM documents_search_rows AS s JOIN documents AS t ON t.row = s.listed WHERE s.row = ?',
  ).raw()

  function readDocument(row: number): SearchDocument {
    const found = select.get(row) as [stateName: string | null, head: string, tail: string] | undefined
    if (!found) throw new Error(`The documents have no search row ${row}.`)
    const [stateName, head, tail] = found
    return fill(SearchDocument, { ...JSON.parse(`${head}"nextDeadline":null${tail}`), stateName })
  }

  function readPage(query: SearchQuery): SearchPage {
    const { rows, hasMore, sought, awardees } = rank(query)
    const matching = passages.matching(
      rows.map(({ row }) => row),
      sought,
    )
    return {
      bodies: rows.map(({ row, matched }) => {
        const { field, text, marks } = formatSnippet(matching.get(row) ?? passages.first(row, 2), awardees)
        return JSON.stringify({ ...readDocument(row), matched, snippet: { field, text, marks } })
      }),
      hasMore,
    }
  }

  /** A page of the matching documents, the most relevant first, ties by id, each with its best passage. */
  function page(query: SearchQuery): SearchPage {
    const name = JSON.stringify(query)
    const known = pages.get(name)
    if (known) return known
    const made = readPage(query)
    pages.set(name, made)
    return made
  }

  const search = {
    page,
    /** The same; a new search waits for its turn. */
    pageInTurn: (query: SearchQuery): SearchPage | Promise<SearchPage> =>
      pages.get(JSON.stringify(query)) ?? inTurn(() => page(query)),
    /** The most relevant documents with their passages: those that match and the first ones. */
    evidence(query: SearchQuery) {
      const { rows: ranked, sought } = rank(query)
      const rows = ranked.map(({ row }) => row)
      const matching = passages.matching(rows, sought)
      const coverage = getCoverage(getSubject(query.query))
      return rows.map((row) => {
        const { id, title, url, stateName } = readDocument(row)
        const best = (matching.get(row) ?? []).slice(0, MATCHING_PASSAGES)
        const known = new Set(best.map(({ text }) => text))
        const rest = passages.first(row, FIRST_PASSAGES).filter(({ text }) => !known.has(text))
        const covered = coverage(title, stateName)
        return {
          documentId: id,
          resource: 'documents' as const,
          title,
          url,
          stateName,
          // The coverage is how much of the search's subject a passage covers, including its document's title: 0 to 1.
          passages: [...best, ...rest].map((passage) => ({ ...passage, coverage: covered(passage.text) })),
        }
      })
    },
  }
  return { search, isKnown: vocabulary.has }
}

/**
 * The first award to one of the awardees; otherwise the best passage that is not the title, which is already shown; the
 * title if there is no other.
 */
const formatSnippet = (passages: readonly Passage[], awardees: readonly string[]): Passage =>
  (passages.find(({ field, text }) => field === 'awards' && isAwardTo(awardees, text)) ??
    passages.find(({ field }) => field !== 'title') ??
    passages[0]) as Passage

const isAwardTo = (awardees: readonly string[], text: string): boolean =>
  awardees.length > 0 && awardeeNames(awardeeIn(text)).some((name) => awardees.includes(name))
