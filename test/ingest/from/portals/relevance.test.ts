import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { judgeRelevance } from '../../../../src/ingest/from/portals/relevance.ts'
import { readRecords } from '../../../../src/records/dataset.ts'
import type { StateCode } from '../../../../src/schema/vocabularies.ts'

const records = await readRecords(path.join(import.meta.dirname, '../../../../data'))
const held = records.notices.filter(({ scope }) => scope === 'STATE')

/** Solicitations about something else, in the shape of what state portals list. */
const foreign = readFileSync(path.join(import.meta.dirname, 'foreign-notices.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line) => {
    const [state, agency = '', titles = ''] = line.split(' | ')
    return titles
      .split('; ')
      .map((title) => ({ state: state as StateCode, agency: agency.trim() || null, title, summary: null }))
  })

const RECALL_MIN = 0.85
const PRECISION_MIN = 0.95

describe('the filter of the portals', () => {
  const published = held.filter(
    ({ state, title, issuingAgency: agency, summary }) =>
      state !== null && judgeRelevance({ state, title, agency, summary }, records) === 'record',
  )
  const wrong = foreign.filter((notice) => judgeRelevance(notice, records) === 'record')

  it(`publishes at least ${RECALL_MIN} of the notices that are held`, () => {
    expect(held.length).toBeGreaterThanOrEqual(500)
    expect(published.length / held.length).toBeGreaterThanOrEqual(RECALL_MIN)
  })

  it(`is right in at least ${PRECISION_MIN} of what it publishes among them and 500 others`, () => {
    expect(foreign.length).toBeGreaterThanOrEqual(500)
    expect(published.length / (published.length + wrong.length)).toBeGreaterThanOrEqual(PRECISION_MIN)
  })

  const about = (title: string, agency: string | null = null, summary: string | null = null) =>
    judgeRelevance({ state: 'NE', title, agency, summary }, records)

  it.each([
    ['Sponsor A Rural Highway', 'Department of Transportation', null],
    ['Sponsor A Rural Highway', null, null],
    ['Janitorial Services, Lincoln Regional Center', 'Nebraska Department of Health and Human Services', null],
    ['Rural Transit Vehicles', 'Department of Transportation', null],
    ['Office Furniture', 'Department of Administrative Services', null],
    ['Telehealth Carts for Rural Clinics', 'Nebraska Department of Health and Human Services', 'record'],
    ['RHTP 2.5 Critical Access Hospital Grants', null, 'record'],
    ['Rural Health Transformation: Independent Evaluator', 'Department of Administrative Services', 'record'],
    ['Dental services for adults', 'Nebraska Department of Health and Human Services', 'candidate'],
    ['Community Paramedicine', null, 'candidate'],
  ] as const)('%s (%s): %s', (title, agency, relevance) => {
    expect(about(title, agency)).toBe(relevance)
  })
})
