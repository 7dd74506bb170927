import type { default as Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { getPlace, type Passage as StoredPassage } from '../../bake/search/search-fields.ts'
import { fill } from '../../resources/define.ts'
import { parseAwardee } from '../../rules/awards/award-coverage.ts'
import { getAwardeeNames } from '../../rules/awards/awardees.ts'
import { createMarker, type Mark, type Marker, quote, type Sought } from '../../rules/text/keyword.ts'
import { fold, parseWords } from '../../rules/text/words.ts'
import { SearchDocument } from '../../schema/wire/records.ts'
import { type Dataset, inTurn } from '../open/dataset.ts'
import { openRanking, type SearchQuery } from './ranking.ts'
import { openVocabulary } from './vocabulary.ts'

export type { SearchQuery } from './ranking.ts'

/** The best documents, ready-made JSON bodies with their snippets, and whether more match. */
export interface SearchPage {
  bodies: string[]
  hasMore: boolean
}

export type Search = ReturnType<typeof openSearch>['search']

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
  const pages = new LRUCache<string, SearchPage, SearchQuery>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (page, name) => page.bodies.reduce((sum, body) => sum + body.length, name.length),
    memoMethod: (_name, _old, { context }) => readPage(context),
  })
  const select = prepare(
    'SELECT s.stateName, t.body_head, t.body_tail FROM documents_search_rows AS s JOIN documents AS t ON t.row = s.listed WHERE s.row = ?',
  ).raw()

  function readDocument(row: number): SearchDocument {
    const stored = select.get(row) as [stateName: string | null, head: string, tail: string] | undefined
    if (!stored) throw new Error(`The documents have no search row ${row}.`)
    const [stateName, head, tail] = stored
    return fill(SearchDocument, { ...JSON.parse(`${head}"nextDeadline":null${tail}`), stateName })
  }

  function readPage(query: SearchQuery): SearchPage {
    const { rows, hasMore, subject, awardees } = rank(query)
    const matching = passages.matching(
      rows.map(({ row }) => row),
      subject,
    )
    const bodies = rows.map(({ row, matched }) => {
      const { field, text, marks } = chooseSnippet(matching.get(row) ?? passages.first(row, 2), awardees)
      return JSON.stringify({ ...readDocument(row), matched, snippet: { field, text, marks } })
    })
    return { bodies, hasMore }
  }

  /** A page of the matching documents, the most relevant first, ties by id, each with its best passage. */
  const page = (query: SearchQuery): SearchPage => pages.memo(JSON.stringify(query), { context: query })

  const search = {
    page,
    /** The same; a new search waits for its turn. */
    pageInTurn: (query: SearchQuery): SearchPage | Promise<SearchPage> =>
      pages.get(JSON.stringify(query)) ?? inTurn(() => page(query)),
    /** A query with the words that occur nowhere replaced by the nearest that do. */
    correct: (query: string): string =>
      query.replace(/\p{L}+/gu, (word) =>
        vocabulary.has(fold(word)) ? word : (vocabulary.near(fold(word))[0] ?? word),
      ),
    /** The most relevant documents with their passages: those that match and the first ones. */
    evidence(query: SearchQuery) {
      const { rows: ranked, sought } = rank(query)
      const rows = ranked.map(({ row }) => row)
      const matching = passages.matching(rows, sought)
      const coverage = getCoverage(getSubject(query.query))
      return rows.map((row) => {
        const { id, title, url, stateName } = readDocument(row)
        const best = (matching.get(row) ?? []).slice(0, MATCHING_PASSAGES)
        const texts = new Set(best.map(({ text }) => text))
        const rest = passages.first(row, FIRST_PASSAGES).filter(({ text }) => !texts.has(text))
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
  const findRow = prepare(
    'SELECT s.row FROM documents_search_rows AS s JOIN documents AS t ON t.row = s.listed WHERE t.id = ?',
  ).pluck()
  /** The sentences of a document's full text. */
  const readText = (id: string): string[] => passages.texts(findRow.get(id) as number)
  return { search, readText, isKnown: vocabulary.has }
}

/** The first award to one of the awardees; otherwise the best passage that is not the title, which is already shown. */
function chooseSnippet(passages: readonly Passage[], awardees: readonly string[]): Passage {
  const isAwardTo = (text: string): boolean =>
    getAwardeeNames(parseAwardee(text)).some((name) => awardees.includes(name))
  const award = awardees.length > 0 && passages.find(({ field, text }) => field === 'awards' && isAwardTo(text))
  return (award || (passages.find(({ field }) => field !== 'title') ?? passages[0])) as Passage
}

/** Names of agencies whose words say nothing about the subject of a text. */
const AGENCY_NAMES = /Centers for Medicare (?:&|and) Medicaid Services/g

/** With so few subjects, each of them is required. */
const FEW = 2
/** The factor on coverage for a passage that leaves out one of few subjects, or the state. */
const WITHOUT_ONE = 0.6
/** The weight of a part that only the title of the document mentions, not the passage. */
const TITLE_SHARE = 0.6

/**
 * How much of a search's subject a passage covers, including the title and the state of its document: the weight of the
 * parts that occur, from 0 to 1. A search that is only about the program is covered by everything.
 */
function getCoverage(parts: ReturnType<ReturnType<typeof openRanking>['getSubject']>) {
  const telling = parts
    .filter(({ weight }) => weight > 0)
    .map((part) => {
      const mark = createMarker(part.sought)
      return { ...part, isIn: (text: string) => mark(text.replace(AGENCY_NAMES, 'CMS')).length > 0 }
    })
  const subjects = [...telling.keys()].filter((at) => !telling[at]?.namesState && !telling[at]?.isAsking)
  const total = telling.reduce((sum, { weight }) => sum + weight, 0)

  return (title: string, stateName: string | null) => {
    const titled = telling.map(({ isIn, namesState }) => {
      if (namesState && stateName !== null && isIn(stateName)) return 1
      return isIn(title) ? TITLE_SHARE : 0
    })
    return (text: string): number => {
      if (total === 0) return 1
      const shares = telling.map(({ isIn }, at) => (isIn(text) ? 1 : (titled[at] as number)))
      const covered = telling.reduce((sum, { weight }, at) => sum + weight * (shares[at] as number), 0)
      const isWhole = subjects.length > FEW || subjects.every((at) => (shares[at] as number) > 0)
      const isThere = telling.every(({ namesState }, at) => !namesState || (shares[at] as number) > 0)
      return (covered / total) * (isWhole && isThere ? 1 : WITHOUT_ONE)
    }
  }
}

/** A passage of a document, verbatim, with the search words that occur in it. */
export interface Passage extends StoredPassage {
  marks: Mark[]
  /** How well it matches the search; 0 if none of the words occurs. */
  relevance: number
}

/** At this length, a passage's score is half that of its words alone. */
const HALF_LENGTH = 600

/** At most this many passages of a document are examined. */
const EXAMINED_MAX = 200
const TEXTS_MAX = 1_000

/** The passages of some documents. @param telling the weight of a word that occurs */
function openPassages(db: Database.Database, telling: (word: string) => number) {
  // FTS5 ignores a row bound as a JavaScript number, because SQLite does not see it as an integer.
  const chosen = 'rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid LIMIT 0 + ?'
  const select = 'SELECT field, text, date FROM documents_passages WHERE'
  const first = db.prepare<unknown[], StoredPassage>(`${select} ${chosen}`)
  const matching = db.prepare<unknown[], StoredPassage>(`${select} documents_passages MATCH +? AND ${chosen}`)
  const places = (row: number) => [getPlace(row, 0), getPlace(row + 1, 0) - 1]

  function markPassages(passage: StoredPassage, mark: Marker): Passage[] {
    const marks = mark(passage.text)
    if (marks.length === 0) return []
    const words = new Set(marks.flatMap(({ start, end }) => parseWords(passage.text.slice(start, end))))
    const matched = [...words].reduce((sum, word) => sum + telling(word), 0)
    return [{ ...passage, marks, relevance: matched / (1 + passage.text.length / HALF_LENGTH) }]
  }

  return {
    /** The passages that contain a search word, by row, the most relevant first. */
    matching(rows: readonly number[], sought: readonly Sought[]): Map<number, Passage[]> {
      const mark = createMarker(sought)
      const words = sought.map(({ text, isPrefix }) => quote(text) + (isPrefix ? ' *' : '')).join(' OR ')
      return new Map(
        rows.flatMap((row) => {
          const passages = matching.all(`text : (${words})`, ...places(row), EXAMINED_MAX)
          const hits = passages.flatMap((passage) => markPassages(passage, mark))
          return hits.length > 0 ? [[row, hits.sort((a, b) => b.relevance - a.relevance)] as const] : []
        }),
      )
    },
    texts: (row: number): string[] =>
      first.all(...places(row), TEXTS_MAX).flatMap(({ field, text }) => (field === 'text' ? [text] : [])),
    /** The first passages of a document in reading order, without marks. */
    first: (row: number, most: number): Passage[] =>
      first.all(...places(row), most).map((passage) => ({ ...passage, marks: [], relevance: 0 })),
  }
}
