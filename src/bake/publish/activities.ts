import type { PublishedActivity } from '../../resources/activities.ts'
import type { ActivityRecord } from '../../schema/records.ts'
import { canonicalOf, TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'

export function publishActivity(record: ActivityRecord): PublishedActivity {
  const programCategory = canonicalOf(record.category)
  return {
    item: {
      id: record.id,
      state: record.state,
      stateName: STATE_NAMES[record.state],
      fiscalYear: record.fiscalYear,
      category: record.category,
      programCategory,
      // The category stands in the record itself: nothing was inferred from its words.
      programCategoryEvidence: [
        { category: programCategory, source: 'EXTRACTED', matchedTerms: [], taxonomyVersion: TAXONOMY_VERSION },
      ],
      title: record.title,
      status: record.status,
    },
  }
}
