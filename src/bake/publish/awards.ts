import type { PublishedAward } from '../../resources/awards.ts'
import { classify } from '../../rules/classify.ts'
import type { AwardRecord, DocumentRecord } from '../../schema/records.ts'
import { topLegacyOf } from '../../schema/taxonomy.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'

/** @param source the document that the award was read from */
export function publishAward(record: AwardRecord, source: DocumentRecord): PublishedAward {
  const { programCategories, programCategoryEvidence } = classify({
    title: record.projectTitle ?? record.initiative ?? '',
    body: [record.projectTitle && record.initiative, record.programDescription].filter(Boolean).join('. '),
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
