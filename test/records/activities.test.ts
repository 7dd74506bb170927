import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../src/records/dataset.ts'
import type { Records } from '../../src/schema/records.ts'
import { STARTER } from '../api.ts'

let records: Records
beforeAll(async () => {
  records = await readRecords(STARTER)
})

describe('the activities', () => {
  it('are all initiatives and metrics of the federal form, each with its own description', () => {
    const { activities } = records
    expect(activities).toHaveLength(322)
    expect(new Set(activities.map(({ state }) => state)).size).toBe(50)
    // The form has 1,583 rows of metrics: six are ends of the names before them, one is only a footnote.
    expect(activities.flatMap(({ metrics }) => metrics)).toHaveLength(1_576)
    expect(new Set(activities.map(({ description }) => description)).size).toBe(322)
    expect(activities.filter(({ metrics }) => metrics.length === 0)).toEqual([])
  })

  it('are as many per state as the record of its form says', () => {
    const { activities, documents } = records
    const forms = documents.filter(({ state, url }) => state !== null && url.includes('initiatives.csv'))
    expect(forms).toHaveLength(50)
    for (const { state, highlights } of forms) {
      const metrics = activities.filter((activity) => activity.state === state).flatMap((activity) => activity.metrics)
      expect(highlights, `${state}`).toContain(`${metrics.length} metrics`)
    }
  })

  it('have a status only where a source of its own shows it', () => {
    const form = new Set(records.activities.map(({ sourceUrl }) => sourceUrl))
    const wrong = records.activities.filter(
      ({ status, statusSourceUrl }) => status !== null && (statusSourceUrl === null || form.has(statusSourceUrl)),
    )
    expect(wrong.map(({ title }) => title)).toEqual([])
    expect(records.activities.filter(({ status }) => status !== null).length).toBeGreaterThan(100)
  })
})

describe('the policy commitments', () => {
  it('are all of the federal form, each once', () => {
    const { commitments } = records
    expect(commitments).toHaveLength(165)
    expect(new Set(commitments.map(({ state }) => state)).size).toBe(40)
    expect(new Set(commitments.map(({ state, policy }) => `${state} ${policy}`)).size).toBe(165)
  })
})
