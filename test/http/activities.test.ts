import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../api.ts'
import { asking, id } from './listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed } = asking(() => api)

describe('an activity', () => {
  it('has its legacy category and the canonical one', async () => {
    const [first] = await listed('/api/v1/activities')
    expect(first).toEqual({
      id: id('f', 1),
      state: 'AK',
      stateName: 'Alaska',
      fiscalYear: 'FY2026',
      category: 'EMS_DEVELOPMENT',
      programCategory: 'EMS_MOBILE_INTEGRATED_HEALTH',
      programCategoryEvidence: [
        {
          category: 'EMS_MOBILE_INTEGRATED_HEALTH',
          source: 'EXTRACTED',
          matchedTerms: [],
          taxonomyVersion: '1.0',
        },
      ],
      title: 'Initiative ems development',
      status: 'ACTIVE',
      statusSourceUrl: null,
      updatedAt: expect.any(String),
    })
  })

  it.each([
    'CARE_ACCESS_COORDINATION',
    'BEHAVIORAL_HEALTH',
    'MATERNAL_CHILD_FAMILY_HEALTH',
    'CHRONIC_DISEASE_PREVENTION',
    'EMERGENCY_PREPAREDNESS_RESILIENCE',
    'RURAL_INFRASTRUCTURE_CAPITAL',
    'PROGRAM_ADMIN_EVALUATION',
  ])('is never found by %s, new in 1.0, but that is not an error', async (category) => {
    const { status, body } = await api.ask(`/api/v1/activities?programCategory=${category}`)
    expect([status, body.data, body.pagination.total]).toEqual([200, [], 0])
    expect((await api.ask(`/api/v1/activities?category=${category}`)).status).toBe(400)
  })

  it('is found by status and fiscal year', async () => {
    const items = await listed('/api/v1/activities?status=planned,active&fiscalYear=26')
    expect(items.length).toBeGreaterThan(0)
    for (const { status, fiscalYear } of items) {
      expect(['PLANNED', 'ACTIVE']).toContain(status)
      expect(fiscalYear).toBe('FY2026')
    }
  })
})
