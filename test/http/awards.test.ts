import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../api.ts'
import type { Item } from '../store/matches.ts'
import { asking, id } from './listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, idsOf, one } = asking(() => api)

describe('an award row', () => {
  it('is published if it is verified and not a duplicate', async () => {
    const names = (await listed('/api/v1/awards?state=AK')).map(({ awardeeName }) => awardeeName)
    // Two lines of one list are two awards; the same award from two sources is one.
    expect(names.sort()).toEqual(['Line Clinic', 'Line Clinic', 'Tundra Health, Inc.'])
  })

  it('has its source document and its categories with their evidence', async () => {
    const award = await one('/api/v1/awards?state=NE', id('b', 8))
    expect(award).toMatchObject({
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2026',
      federalAmount: 1234.56,
      matchAmount: 12.5,
      projectTitle: null,
      initiative: null,
      awardDate: '2026-08-21',
      awardStage: 'AWARDED',
      verificationBasis: 'OFFICIAL_LIST',
      remark: null,
      sourceDocument: {
        id: id('d', 3),
        title: 'Nebraska transformation plan',
        fileType: 'PDF',
        url: 'https://example.org/documents/3',
      },
    })
    expect(award.programCategoryEvidence.map(({ category }: Item) => category)).toEqual(award.programCategories)
  })

  it('with an unknown amount comes after all others of its year, with null', async () => {
    const awards = await listed('/api/v1/awards?fiscalYear=2026')
    expect(awards.at(-1)).toMatchObject({ awardeeName: 'Sandhills Hospital', federalAmount: null })
  })

  it.each(['hopital', 'HÔPITAL RÉGIONAL', 'sainte-anne', 'régional sainte'])(
    'is found by part of the awardee’s name, ignoring case and accents: %s',
    async (awardee) => {
      expect(await idsOf(`/api/v1/awards?awardee=${encodeURIComponent(awardee)}`)).toEqual([id('b', 8)])
    },
  )

  it('is not found by characters that have a meaning in SQL', async () => {
    for (const awardee of ['%', '_', "'", '"', '*', 'a%b'])
      expect(await idsOf(`/api/v1/awards?awardee=${encodeURIComponent(awardee)}`)).toEqual([])
  })
})
