import { beforeAll, describe, expect, it } from 'vitest'
import { SCORE_FACTORS } from '../../../src/schema/policies.ts'
import { openApi, type TestApi } from '../../api.ts'
import { asking } from '../listed.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed } = asking(() => api)

describe('a policy commitment', () => {
  it('says what the policy means and where the federal form lists it, and has no status', async () => {
    const [compact] = await listed('/api/v1/commitments?q=ems+compact')
    expect(compact).toEqual({
      id: expect.any(String),
      state: 'AK',
      stateName: 'Alaska',
      factor: 'D.2',
      factorLabel: 'Licensure compacts',
      policy: 'EMS - EMS Compact',
      meaning: expect.stringContaining('paramedics'),
      sourceUrl: 'https://example.org/commitments',
      sourceDate: '2026-04-07',
      updatedAt: expect.any(String),
    })
  })

  it('is found by its scoring factor, in any letter case', async () => {
    const items = await listed('/api/v1/commitments?factor=d.2,b.3')
    expect(new Set(items.map(({ factor }) => factor))).toEqual(new Set(['D.2', 'B.3']))
    for (const { factor, factorLabel } of items) expect(factorLabel).toBe(SCORE_FACTORS[factor as never])
  })

  it('has only the factors of the vocabulary; the name of a factor suggests its number', async () => {
    const { status, body } = await api.ask('/api/v1/commitments?factor=scope+of+practice')
    expect([status, body.errors[0].didYouMean]).toEqual([400, 'D.3'])
    const { body: meta } = await api.ask('/api/v1/meta')
    expect(meta.vocabularies.scoreFactor).toEqual(Object.keys(SCORE_FACTORS))
  })
})
