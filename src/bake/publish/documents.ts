import type { PublishedDocument } from '../../resources/documents.ts'
import { classify } from '../../rules/classify.ts'
import { deadlinesOf, nextDeadline } from '../../rules/deadlines.ts'
import { isoOf, startInstant } from '../../rules/moments.ts'
import { type Phase, phasesOf } from '../../rules/phases.ts'
import type { DocumentRecord } from '../../schema/records.ts'
import { legacyListOf } from '../../schema/taxonomy.ts'
import type { Document, DocumentDetail, SearchDocument } from '../../schema/wire/documents.ts'
import type { Context } from './context.ts'

/** A document as it is published, with what the search reads and shows of it. */
export interface SearchableDocument extends PublishedDocument {
  searchItem: SearchDocument
  record: DocumentRecord
  /** The agencies that publish it. */
  agencies: string[]
}

export function publishDocument(record: DocumentRecord, context: Context): SearchableDocument {
  const { id, title, fileType, state, fiscalYear, award, highlights, url, applicationUrl, keyDates } = record
  const category = record.documentCategory
  const stateName = context.nameOf(state)
  const zone = context.zoneOf(state)
  const { programCategories, programCategoryEvidence } = classify({
    title,
    body: [highlights, record.programHighlights].filter(Boolean).join('. '),
    categories: record.categories,
  })
  const discovered = isoOf(startInstant(record.discovered, zone))
  const item: Document = {
    id,
    title,
    fileType,
    category,
    documentCategory: category,
    activityTypes: legacyListOf(programCategories),
    programCategories,
    programCategoryEvidence,
    state,
    fiscalYear,
    award,
    highlights,
    url,
    applicationUrl,
    nextDeadline: null,
    keyDates,
    discovered,
  }
  const searchItem: SearchDocument = {
    id,
    title,
    fileType,
    category,
    documentCategory: category,
    programCategories,
    programCategoryEvidence,
    state,
    stateName,
    fiscalYear,
    highlights,
    url,
    discovered,
  }
  return {
    item,
    phases: deadlinePhases(record, zone),
    detail: detailOf(record, stateName),
    names: [id],
    searchItem,
    record,
    agencies: context.agenciesAt(state, url),
  }
}

function deadlinePhases(record: DocumentRecord, zone: string): Phase<string>[] {
  const deadlines = deadlinesOf(record, zone)
  return phasesOf(deadlines, (now) => isoOf(nextDeadline(deadlines, now))).filter(
    (phase): phase is Phase<string> => phase.value !== null,
  )
}

function detailOf(record: DocumentRecord, stateName: string | null): DocumentDetail {
  const { id, title, fileType, state, fiscalYear, award, budget, transformationStrategy } = record
  return {
    id,
    title,
    fileType,
    category: record.documentCategory,
    state,
    stateName,
    fiscalYear,
    award,
    budget: { total: budget?.total ?? null, federal: budget?.federal ?? null, match: budget?.match ?? null },
    programHighlights: record.programHighlights,
    strategicGoals: record.strategicGoals,
    milestones: record.milestones,
    transformationStrategy: {
      keyInitiatives: transformationStrategy?.keyInitiatives ?? [],
      approachSummary: transformationStrategy?.approachSummary ?? null,
    },
    implementationPhase: record.implementationPhase,
    completenessScore: completeness(record),
    applicationUrl: record.applicationUrl,
    pages: record.pages,
    url: record.url,
  }
}

/** The fields of a document that are extracted from it; their filled share is its completeness. */
const STRUCTURED = [
  'fiscalYear',
  'award',
  'budget',
  'highlights',
  'programHighlights',
  'strategicGoals',
  'milestones',
  'transformationStrategy',
  'implementationPhase',
  'applicationUrl',
  'keyDates',
  'deadline',
  'pages',
] as const satisfies (keyof DocumentRecord)[]

/** The share of the structured fields that are filled, 0 to 1, two decimals. */
function completeness(record: DocumentRecord): number {
  const filled = STRUCTURED.filter((field) => {
    const value = record[field]
    return Array.isArray(value) ? value.length > 0 : value !== null
  })
  return Math.round((filled.length / STRUCTURED.length) * 100) / 100
}
