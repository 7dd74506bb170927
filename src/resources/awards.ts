import { z } from 'zod'
import { classify } from '../rules/classify.ts'
import { fold } from '../rules/fold.ts'
import { publishableAwards } from '../rules/identity.ts'
import { verdictsOf } from '../rules/verification.ts'
import type { AwardRecord } from '../schema/award-records.ts'
import { words } from '../schema/params.ts'
import type { DocumentRecord } from '../schema/records.ts'
import { LegacyCategory, topLegacyOf } from '../schema/taxonomy.ts'
import { STATE_NAMES, StateCode } from '../schema/vocabularies.ts'
import { address, categorized, dollars, string, yearLabel } from '../schema/wire/fields.ts'
import { defineResource } from './define.ts'
import { fiscalYearInPart, legacyCategory, programCategory, state } from './filters.ts'
import type { Row } from './row.ts'

export const Award = z
  .strictObject({
    id: string,
    state: StateCode,
    stateName: string,
    fiscalYear: yearLabel,
    awardeeName: string,
    federalAmount: dollars.nullable(),
    matchAmount: dollars.nullable(),
    activityType: LegacyCategory.describe('Legacy category of the award.'),
    ...categorized,
    programDescription: string.nullable(),
    sourceDocument: z.strictObject({ id: string, title: string, fileType: string, url: address }),
  })
  .meta({ id: 'Award' })
export type Award = z.infer<typeof Award>

export const awards = defineResource<Award>()({
  name: 'awards',
  summary: 'Award rows',
  description: 'What states, or federal agencies directly, awarded to organizations: verified rows without duplicates.',
  promises: ['Only verified rows are published, and each award once.'],
  item: Award,
  timed: [],
  example: {
    query: { state: 'NE', fiscalYear: '2026', limit: '2' },
    item: {
      id: '77ebee70-5864-5495-a92b-9ecbf07dacbe',
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2026',
      awardeeName: 'Antelope Memorial Hospital',
      federalAmount: 778897.18,
      matchAmount: null,
      activityType: 'HEALTH_INFORMATION_TECHNOLOGY',
      programCategories: ['HEALTH_IT_DATA_INTEROPERABILITY'],
      programCategoryEvidence: [
        {
          category: 'HEALTH_IT_DATA_INTEROPERABILITY',
          source: 'INFERRED',
          matchedTerms: ['remote patient monitoring'],
          taxonomyVersion: '1.0',
        },
      ],
      programDescription: 'Initiative 4.4b remote patient monitoring',
      sourceDocument: {
        id: 'fb55c6be-a18d-53a9-8d0b-3ce2832afe23',
        title: 'RHTP Initiative 4.4b Awards',
        fileType: 'PDF',
        url: 'https://dhhs.ne.gov/Documents/RHTP-Public-Notice-of-Award-4.4b.pdf',
      },
    },
  },
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    fiscalYear: { ...fiscalYearInPart, from: ({ item }) => item.fiscalYear },
    awardee: {
      schema: words().transform(fold),
      description: "Part of the awardee's name, in any letter case, with or without accents.",
      default: null,
      op: 'among',
      from: ({ item }) => fold(item.awardeeName),
      picks: (wanted, existing) => existing.includes(wanted),
    },
    category: { ...legacyCategory, op: 'is', from: ({ item }) => item.activityType },
    programCategory: { ...programCategory, from: ({ item }) => item.programCategories },
  },
  orders: {
    default: [
      ['fiscalYear', 'desc'],
      ['federalAmount', 'desc'],
    ],
    sortable: ['state', 'fiscalYear', 'awardeeName', 'federalAmount', 'matchAmount', 'activityType'],
    other: null,
  },
  formats: ['json'],
  page: { default: 100, max: 500 },
  envelope: 'paged',
  detail: null,
  publish({ records }) {
    const sources = new Map(records.documents.map((document) => [document.id, document]))
    return publishableAwards(records.awards, verdictsOf(records)).flatMap((record) => {
      const source = sources.get(record.sourceDocumentId)
      return source ? [rowOf(record, source)] : []
    })
  },
})

/** @param source the document that the award was read from */
function rowOf(record: AwardRecord, source: DocumentRecord): Row<Award> {
  const { programCategories, programCategoryEvidence } = classify({
    title: record.projectTitle ?? record.initiative ?? '',
    body: [record.projectTitle && record.initiative, record.programDescription].filter(Boolean).join('. '),
    name: record.awardeeName,
    categories: record.categories,
  })
  return {
    item: {
      id: record.id,
      state: record.state,
      stateName: STATE_NAMES[record.state],
      fiscalYear: record.fiscalYear,
      awardeeName: record.awardeeName,
      federalAmount: record.federalAmount,
      matchAmount: record.matchAmount,
      activityType: topLegacyOf(programCategories),
      programCategories,
      programCategoryEvidence,
      programDescription: record.programDescription,
      sourceDocument: { id: source.id, title: source.title, fileType: source.fileType, url: source.url },
    },
  }
}
