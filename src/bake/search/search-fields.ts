import type { SearchableDocument } from '../../resources/documents.ts'
import { once } from '../../rules/once.ts'
import { EVERYWHERE, toFacet } from '../../rules/text/keyword.ts'
import type { DocumentRecord } from '../../schema/records.ts'
import { NO_STATE } from '../../schema/vocabularies.ts'

/** A document to index for search, with its full text; null if there is none. */
export type IndexedDocument = Pick<SearchableDocument, 'stateName' | 'agencies'> & {
  record: Pick<DocumentRecord, SearchedField | 'strategicGoals' | 'milestones' | 'keyDates'>
  item: Pick<SearchableDocument['item'], 'state' | 'fiscalYear' | 'programCategories' | 'url'>
  fullText: string | null
}

type SearchedField =
  | 'title'
  | 'highlights'
  | 'description'
  | 'programHighlights'
  | 'transformationStrategy'
  | 'documentCategory'
  | 'implementationPhase'

export interface SearchField {
  /** The weight of a word in this field. */
  weight: number
  read: (document: IndexedDocument) => readonly string[]
  /** Whether its texts are shown and quoted whole or by sentence. */
  passages?: 'whole' | 'sentences'
}

const one = (text: string | null | undefined): string[] => (text ? [text] : [])

/** The texts in the search index: the columns of `documents_search`, in order. */
export const SEARCH_FIELDS = {
  title: { weight: 5, read: ({ record }) => [record.title], passages: 'whole' },
  highlights: { weight: 2, read: ({ record }) => one(record.highlights), passages: 'sentences' },
  description: { weight: 0.6, read: ({ record }) => one(record.description), passages: 'sentences' },
  programHighlights: { weight: 1, read: ({ record }) => one(record.programHighlights), passages: 'sentences' },
  strategicGoals: { weight: 1, read: ({ record }) => record.strategicGoals, passages: 'whole' },
  keyInitiatives: {
    weight: 1,
    read: ({ record }) => record.transformationStrategy?.keyInitiatives ?? [],
    passages: 'whole',
  },
  approachSummary: {
    weight: 1,
    read: ({ record }) => one(record.transformationStrategy?.approachSummary),
    passages: 'sentences',
  },
  milestones: { weight: 0.5, read: (document) => getDates(document).map(({ label, date }) => `${label}, ${date}`) },
  stateName: { weight: 3, read: ({ stateName }) => one(stateName) },
  agencies: { weight: 1, read: ({ agencies }) => agencies },
  text: { weight: 0.25, read: ({ fullText }) => one(fullText), passages: 'sentences' },
  facets: { weight: 4, read: (document) => getFacets(document) },
} as const satisfies Record<string, SearchField>

/** The summary of a plan mentions as much that it is not about as a full text does, and is searched like one. */
export function toSearched(document: IndexedDocument): IndexedDocument {
  const { record, fullText } = document
  if (record.documentCategory !== 'SUMMARY' || record.implementationPhase !== 'PLANNING') return document
  const { description, programHighlights, strategicGoals, transformationStrategy } = record
  const { keyInitiatives, approachSummary } = transformationStrategy ?? {}
  const contents = [description, programHighlights, ...strategicGoals, ...(keyInitiatives ?? []), approachSummary]
  const bare = { description: null, programHighlights: null, strategicGoals: [], transformationStrategy: null }
  return { ...document, record: { ...record, ...bare }, fullText: [...contents, fullText].flatMap(one).join('\n\n') }
}

const getMonthFormat = once(() => new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }))

/** The dates of a document with their labels, as text. */
export function getDates({ record }: Pick<IndexedDocument, 'record'>): { label: string; date: string }[] {
  const dates = [...record.milestones, ...record.keyDates]
  return dates.map(({ label, date }) => {
    const [year, , day] = date.split('-')
    const month = getMonthFormat().format(new Date(`${date.slice(0, 7)}-01T00:00:00Z`))
    return { label, date: day === undefined ? `${month} ${year}` : `${month} ${Number(day)}, ${year}` }
  })
}

const getFacets = ({ item }: IndexedDocument): string[] => [
  EVERYWHERE,
  toFacet('state', item.state ?? NO_STATE),
  ...one(item.fiscalYear).map((year) => toFacet('year', year)),
  ...item.programCategories.map((category) => toFacet('programCategory', category)),
]

/** The row of a document's passage, from 0, among the passages of all documents. */
export const getPlace = (row: number, index: number): number => row * 8_192 + index

/** What is shown and quoted of a document: a text exactly as it is there, or as the records have an award that it lists. */
export interface Passage {
  field: string
  text: string
  /** The date that belongs to it, as text. */
  date: string | null
}
