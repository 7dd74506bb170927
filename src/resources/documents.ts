import { flag, foldId, listOf } from '../schema/params.ts'
import { LEGACY_CATEGORY_IDS } from '../schema/taxonomy.ts'
import { DOCUMENT_CATEGORIES } from '../schema/vocabularies.ts'
import { Document, DocumentDetail } from '../schema/wire/documents.ts'
import { defineResource, type Published } from './define.ts'
import { fiscalYear, programCategory, state } from './filters.ts'

export type PublishedDocument = Published<Document>

export const documents = defineResource<PublishedDocument>()({
  name: 'documents',
  summary: 'Documents with extracted fields',
  description:
    'Documents of the program, newest discovery first. For active solicitations with structured deadlines, opportunities are the primary feed.',
  item: Document,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    category: {
      schema: listOf(DOCUMENT_CATEGORIES, 'document category'),
      describe: 'Document category, or a comma-separated list of them.',
      op: 'is',
      from: ({ item }) => item.category,
      alias: 'documentCategory',
    },
    activityType: {
      schema: listOf(LEGACY_CATEGORY_IDS, 'legacy program activity category'),
      describe: 'Legacy program activity category, or a comma-separated list of them.',
      op: 'has',
      from: ({ item }) => item.activityTypes,
    },
    programCategory: { ...programCategory, from: ({ item }) => item.programCategories },
    year: { ...fiscalYear, from: ({ item }) => item.fiscalYear },
    upcoming: {
      schema: flag,
      describe: 'With `true`: only documents whose next deadline is still to come, the nearest first.',
      op: 'pending',
    },
  },
  order: [['discovered', 'desc']],
  otherOrder: { name: 'nextDeadline', by: 'timed', when: ({ upcoming }) => upcoming === true },
  page: { default: 25, max: 100 },
  envelope: 'paged',
  timed: 'nextDeadline',
  detail: {
    parameter: 'id',
    describe: 'UUID of the document.',
    summary: 'One document',
    description: 'The document with its budget, goals, milestones and strategy.',
    schema: DocumentDetail,
    fold: foldId,
  },
})
