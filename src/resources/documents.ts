import type { FeedEntry } from '../formats/formats.ts'
import { getStatement } from '../rules/awards/award-lists.ts'
import type { Places } from '../rules/awards/places.ts'
import { classify } from '../rules/classify/classify.ts'
import { toIso, toStartInstant } from '../rules/time/moments.ts'
import { findNextDeadline, getDeadlines, getPhases } from '../rules/time/status.ts'
import { flag, openList } from '../schema/params.ts'
import type { DocumentRecord } from '../schema/records.ts'
import { LEGACY_CATEGORY_IDS, toLegacyList } from '../schema/taxonomy.ts'
import { DOCUMENT_CATEGORIES } from '../schema/vocabularies.ts'
import { Document, DocumentDetail } from '../schema/wire/records.ts'
import { defineResource, fill } from './define.ts'
import { amounts, bounds, choice, fiscalYear, keyword, off, place, programCategory } from './filters.ts'
import type { Row } from './publishing.ts'

// biome-ignore format: word lists read better as running lines
const EXTRACTED = [
  'fiscalYear', 'award', 'budget', 'highlights', 'programHighlights', 'strategicGoals', 'milestones',
  'transformationStrategy', 'implementationPhase', 'applicationUrl', 'keyDates', 'deadline', 'pages',
] as const satisfies (keyof DocumentRecord)[]

/** The share of the extracted fields of a document that have a value: 0 to 1, two decimals. */
export function getCompleteness(record: DocumentRecord): number {
  const filled = EXTRACTED.filter((field) => {
    const value = record[field]
    return Array.isArray(value) ? value.length > 0 : value !== null
  })
  return Math.round((filled.length / EXTRACTED.length) * 100) / 100
}

export interface SearchableDocument extends Row<Document, 'nextDeadline'> {
  stateName: string | null
  record: DocumentRecord
  agencies: string[]
}

const DISCOVERED = bounds('discovered')

export const documents = defineResource<Document, 'nextDeadline', SearchableDocument>()({
  name: 'documents',
  summary: 'Documents with extracted fields',
  description:
    'Documents of the program, most recently discovered first. For active solicitations with structured deadlines, use opportunities.',
  item: Document,
  timed: ['nextDeadline'],
  example: { state: 'NE', limit: '2' },
  filters: {
    ...place,
    category: {
      ...choice(DOCUMENT_CATEGORIES, 'document category', 'categories'),
      alias: 'documentCategory',
    },
    activityType: {
      ...choice(LEGACY_CATEGORY_IDS, 'legacy program activity category', 'categories'),
      op: 'has',
      from: ({ item }) => item.activityTypes,
    },
    programCategory,
    discoveredAfter: DISCOVERED.since,
    discoveredBefore: DISCOVERED.until,
    ...amounts('award'),
    year: fiscalYear,
    fileType: {
      schema: openList(['PDF', 'HTML', 'XLSX', 'CSV', 'DOCX']),
      description:
        'File type (PDF, HTML, XLSX, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing.',
      op: 'is',
    },
    q: {
      ...keyword('title, highlights, description and state'),
      from: ({ item, record, stateName }) => [
        item.title,
        item.highlights ?? '',
        record.description ?? '',
        stateName ?? '',
      ],
    },
    upcoming: {
      schema: flag,
      description: '`true` returns only documents with an upcoming deadline, nearest first.',
      default: off('false'),
      op: 'pending',
      column: 'nextDeadline',
    },
  },
  orders: {
    default: [['discovered', 'desc']],
    sortable: ['discovered', 'published', 'state', 'title', 'category', 'fileType', 'fiscalYear', 'award'],
    other: { name: 'nextDeadline', by: 'timed', when: ({ upcoming }) => upcoming === true },
  },
  formats: { feed: toDocumentPost },
  page: { default: 25, max: 100 },
  detail: {
    parameter: { name: 'id', description: 'UUID of the document.' },
    summary: 'One document',
    description: 'The document with its description, budget, goals, milestones and strategy.',
    schema: DocumentDetail,
  },
  publish({ records }, { places }) {
    const lists = Map.groupBy(records.lists, ({ documentId }) => documentId)
    return records.documents.map((record) => toRow(record, getStatement(lists.get(record.id) ?? []), places))
  },
})

function toRow(record: DocumentRecord, stated: ReturnType<typeof getStatement>, places: Places): SearchableDocument {
  const { id, documentCategory: category, budget, transformationStrategy } = record
  const stateName = places.getName(record.state)
  const zone = places.getZone(record.state)
  const { programCategories, programCategoryEvidence } = classify({
    title: record.title,
    body: [record.highlights, record.programHighlights].filter(Boolean).join('. '),
    categories: record.categories,
  })
  const discovered = toIso(toStartInstant(record.published ?? record.discovered, zone))
  const deadlines = getDeadlines(record, zone)
  return {
    item: fill(Document, {
      ...record,
      ...stated,
      category,
      activityTypes: toLegacyList(programCategories),
      programCategories,
      programCategoryEvidence,
      discovered,
    }),
    phases: getPhases(deadlines, (now) => ({ nextDeadline: toIso(findNextDeadline(deadlines, now)) })),
    detail: fill(DocumentDetail, {
      ...record,
      ...stated,
      category,
      stateName,
      budget: { total: budget?.total ?? null, federal: budget?.federal ?? null, match: budget?.match ?? null },
      transformationStrategy: {
        keyInitiatives: transformationStrategy?.keyInitiatives ?? [],
        approachSummary: transformationStrategy?.approachSummary ?? null,
      },
      completenessScore: getCompleteness(record),
    } satisfies Omit<DocumentDetail, 'updatedAt'>),
    names: [id],
    merged: record.mergedIds,
    dated: discovered,
    stateName,
    record,
    agencies: places.agenciesAt(record.state, record.url),
  }
}

function toDocumentPost(document: Document): FeedEntry {
  const { id, state, title, highlights, url, published, discovered, category, programCategories } = document
  const place = state ?? 'National'
  return {
    id,
    title: `${title} (${place})`,
    text: highlights,
    address: url,
    published: published === null ? null : discovered,
    updated: document.updatedAt,
    categories: [place, category, ...programCategories],
  }
}
