import { z } from 'zod'
import { fold } from '../rules/fold.ts'
import { words } from '../schema/params.ts'
import { LegacyCategory } from '../schema/taxonomy.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { address, categorized, dollars, string, yearLabel } from '../schema/wire/fields.ts'
import { defineResource, type Published } from './define.ts'
import { fiscalYearInPart, legacyCategory, programCategory, state } from './filters.ts'

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

export type PublishedAward = Published<Award>

export const awards = defineResource<PublishedAward>()({
  name: 'awards',
  summary: 'Award rows',
  description: 'What states, or federal agencies directly, awarded to organizations: verified rows without duplicates.',
  item: Award,
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    fiscalYear: { ...fiscalYearInPart, from: ({ item }) => item.fiscalYear },
    awardee: {
      schema: words().transform(fold),
      describe: "Part of the awardee's name, in any letter case, with or without accents.",
      op: 'among',
      from: ({ item }) => fold(item.awardeeName),
      picks: (wanted, existing) => existing.includes(wanted),
    },
    category: { ...legacyCategory, op: 'is', from: ({ item }) => item.activityType },
    programCategory: { ...programCategory, from: ({ item }) => item.programCategories },
  },
  order: [
    ['fiscalYear', 'desc'],
    ['federalAmount', 'desc'],
  ],
  page: { default: 100, max: 500 },
  envelope: 'paged',
})
