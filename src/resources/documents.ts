import { getStatement } from '../rules/awards/award-lists.ts'
import type { Places } from '../rules/awards/places.ts'
import { classify, evidence } from '../rules/classify/classify.ts'
import { completeness } from '../rules/completeness.ts'
import { pick } from '../rules/pick.ts'
import { getDeadlines, nextDeadline } from '../rules/time/deadlines.ts'
import { startInstant, toIso } from '../rules/time/moments.ts'
import { getPhases } from '../rules/time/phases.ts'
import { flag, foldId, listParameter, openList } from '../schema/params.ts'
import type { DocumentRecord } from '../schema/records.ts'
import { LEGACY_CATEGORY_IDS, toLegacyList } from '../schema/taxonomy.ts'
import { DOCUMENT_CATEGORIES } from '../schema/vocabularies.ts'
import { Document, DocumentDetail, SearchDocument } from '../schema/wire/documents.ts'
import { defineResource } from './define.ts'
import { documentPost } from './entries.ts'
import { amounts, bounds, fiscalYear, keyword, off, place, programCategory } from './filters.ts'
import type { Row } from './row.ts'
import { toSearchDocument } from './search-document.ts'

/** A published document with its searchable text. */
export interface SearchableDocument extends Row<Document, 'nextDeadline'> {
  stateName: string | null
  record: DocumentRecord
  /** The agencies that publish it. */
  agencies: string[]
}

const DISCOVERED = bounds('discovered', ({ item }: SearchableDocument) => item.discovered)

export const documents = defineResource<Document, 'nextDeadline', SearchableDocument>()({
  name: 'documents',
  summary: 'Documents with extracted fields',
  description:
    'Documents of the program, most recently discovered first. For active solicitations with structured deadlines, use opportunities.',
  promises: [
    '`published` is the day of publication, if known. `discovered` is the start of that day or, if it is unknown, when the document was first seen. For what is recent, use `sort=-published`, which puts unknown days last.',
    "`nextDeadline` is the document's first deadline after the time of the request, or null.",
    '`statedRows` and `statedTotal` are the official figures of an award list, whether or not all of its rows are published. Coverage names the lists that are only partly published.',
  ],
  item: Document,
  timed: ['nextDeadline'],
  example: {
    query: { state: 'NE', limit: '2' },
    item: {
      id: 'a8665aa9-92d9-58c0-a796-6c6ecffa2201',
      title: 'Nebraska RHTP notice of award 4.4a: chronic disease navigation and education',
      fileType: 'PDF',
      category: 'AWARD_ANNOUNCEMENT',
      documentCategory: 'AWARD_ANNOUNCEMENT',
      activityTypes: ['OTHER'],
      programCategories: ['CHRONIC_DISEASE_PREVENTION', 'CARE_ACCESS_COORDINATION'],
      programCategoryEvidence: [
        evidence('CHRONIC_DISEASE_PREVENTION', 'INFERRED', ['chronic disease']),
        evidence('CARE_ACCESS_COORDINATION', 'INFERRED', ['navigation']),
      ],
      state: 'NE',
      fiscalYear: 'FY2026',
      award: null,
      statedRows: null,
      statedTotal: null,
      statedIn: null,
      highlights: 'Lists subrecipients for chronic disease navigation and education.',
      url: 'https://dhhs.ne.gov/Documents/RHTP-Public-Notice-of-Award-4.4a.pdf',
      applicationUrl: null,
      nextDeadline: null,
      keyDates: [],
      published: '2026-05-06',
      discovered: '2026-05-06T05:00:00.000Z',
      updatedAt: '2026-11-21T08:00:03.281Z',
    },
  },
  filters: {
    ...place,
    category: {
      schema: listParameter(DOCUMENT_CATEGORIES, 'document category'),
      description: 'Document category, or a comma-separated list of categories.',
      default: null,
      op: 'is',
      from: ({ item }) => item.category,
      alias: 'documentCategory',
    },
    activityType: {
      schema: listParameter(LEGACY_CATEGORY_IDS, 'legacy program activity category'),
      description: 'Legacy program activity category, or a comma-separated list of categories.',
      default: null,
      op: 'has',
      from: ({ item }) => item.activityTypes,
    },
    programCategory: { ...programCategory, from: ({ item }) => item.programCategories },
    discoveredAfter: DISCOVERED.since,
    discoveredBefore: DISCOVERED.until,
    ...amounts('award', ({ item }: SearchableDocument) => item.award),
    year: { ...fiscalYear, column: 'fiscalYear', from: ({ item }) => item.fiscalYear },
    fileType: {
      schema: openList(['PDF', 'HTML', 'XLSX', 'CSV', 'DOCX']),
      description:
        'File type (PDF, HTML, XLSX, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing.',
      default: null,
      op: 'is',
      from: ({ item }) => item.fileType,
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
  formats: { calendar: null, feed: documentPost },
  page: { default: 25, max: 100 },
  envelope: 'paged',
  detail: {
    parameter: { name: 'id', description: 'UUID of the document.' },
    summary: 'One document',
    description: 'The document with its description, budget, goals, milestones and strategy.',
    schema: DocumentDetail,
    fold: foldId,
  },
  searchable: { item: SearchDocument, present: ({ item, stateName }) => toSearchDocument(item, stateName) },
  publish({ records }, { places }) {
    const lists = Map.groupBy(records.lists, ({ documentId }) => documentId)
    return records.documents.map((record) => toRow(record, getStatement(lists.get(record.id) ?? []), places))
  },
})

type Stated = ReturnType<typeof getStatement>

function toRow(record: DocumentRecord, stated: Stated, places: Places): SearchableDocument {
  const { id, title, fileType, state, fiscalYear, award, highlights, url, applicationUrl, keyDates, published } = record
  const category = record.documentCategory
  const stateName = places.getName(state)
  const zone = places.getZone(state)
  const { programCategories, programCategoryEvidence } = classify({
    title,
    body: [highlights, record.programHighlights].filter(Boolean).join('. '),
    categories: record.categories,
  })
  const head = { id, title, fileType, category, documentCategory: category }
  const categories = { programCategories, programCategoryEvidence }
  const activityTypes = toLegacyList(programCategories)
  const discovered = toIso(startInstant(published ?? record.discovered, zone))
  const deadlines = getDeadlines(record, zone)
  const facts = {
    state,
    fiscalYear,
    award,
    ...stated,
    highlights,
    url,
    applicationUrl,
    keyDates,
    published,
    discovered,
  }
  return {
    item: { ...head, activityTypes, ...categories, ...facts },
    phases: getPhases(deadlines, (now) => ({ nextDeadline: toIso(nextDeadline(deadlines, now)) })),
    detail: toDetail(record, stated, stateName),
    names: [id],
    merged: record.mergedIds,
    dated: discovered,
    stateName,
    record,
    agencies: places.agenciesAt(state, url),
  }
}

function toDetail(record: DocumentRecord, stated: Stated, stateName: string | null): Omit<DocumentDetail, 'updatedAt'> {
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
    ...stated,
    budget: { total: budget?.total ?? null, federal: budget?.federal ?? null, match: budget?.match ?? null },
    ...pick(record, ['programHighlights', 'strategicGoals', 'milestones']),
    transformationStrategy: {
      keyInitiatives: transformationStrategy?.keyInitiatives ?? [],
      approachSummary: transformationStrategy?.approachSummary ?? null,
    },
    implementationPhase: record.implementationPhase,
    completenessScore: completeness(record),
    ...pick(record, ['applicationUrl', 'pages', 'url', 'description']),
  }
}
