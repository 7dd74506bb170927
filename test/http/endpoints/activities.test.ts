import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../../api.ts'
import { asking, id } from '../listed.ts'

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
      statusSourceUrl: 'https://example.org/awards',
      statusSince: '2026-05-06',
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

  it('has its description and metrics in its own response, and with include=detail in the list', async () => {
    const { status, body } = await api.ask(`/api/v1/activities/${id('f', 1)}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: id('f', 1),
      description: expect.stringMatching(/community paramedics/),
      metrics: ['Number of visits by community paramedics (1)', 'Percentage of patients readmitted within 30 days'],
      initiativeNumber: '1',
      sourceUrl: 'https://example.org/initiatives',
      sourceDate: '2026-04-08',
    })
    const [plain] = await listed('/api/v1/activities')
    expect(Object.keys(plain as object)).not.toContain('metrics')
    const [detailed] = await listed('/api/v1/activities?include=detail')
    expect(detailed).toEqual({ ...plain, detail: body })
  })

  it('has no status where no source says one, and is then found by none', async () => {
    const { body } = await api.ask(`/api/v1/activities/${id('f', 13)}`)
    expect([body.status, body.statusSourceUrl, body.statusSince]).toEqual([null, null, null])
    const withStatus = await listed('/api/v1/activities?status=ACTIVE,COMPLETED,PLANNED,CANCELLED')
    expect(withStatus.map((item) => item.id)).not.toContain(id('f', 13))
  })

  it('that is unknown answers 404', async () => {
    expect((await api.ask(`/api/v1/activities/${id('f', 99)}`)).status).toBe(404)
  })
})
