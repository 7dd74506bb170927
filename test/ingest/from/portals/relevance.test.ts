import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Judged, judgeRelevance } from '../../../../src/ingest/from/portals/relevance.ts'
import { readRecords } from '../../../../src/records/dataset.ts'
import type { StateCode } from '../../../../src/schema/vocabularies.ts'

const records = await readRecords(path.join(import.meta.dirname, '../../../../data'))
const held = records.notices.filter(({ scope }) => scope === 'STATE')

/** Recorded solicitations about something else; the file names where each list was recorded. */
function readForeign() {
  let head: { state: StateCode; agency: string | null } | undefined
  return readFileSync(path.join(import.meta.dirname, 'foreign-notices.txt'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line === '' || line === '#' || line.startsWith('# ')) return []
      if (!line.startsWith('= ')) return head ? [{ ...head, title: line, summary: null }] : []
      const [state = '', agency = ''] = line.slice('= '.length).split(' |')
      head = { state: state as StateCode, agency: agency.trim() || null }
      return []
    })
}

const RECALL_MIN = 0.85
const RECALL_HALF_MIN = 0.8
const PRECISION_MIN = 0.95

describe('the filter of the portals', () => {
  const foreign = readForeign()
  const isPublished = (notice: Judged) => judgeRelevance(notice, records) === 'record'
  const getHeld = (withSummary: boolean) =>
    held.flatMap(({ id, state, title, issuingAgency: agency, summary }) =>
      state === null ? [] : [{ id, state, title, agency, summary: withSummary ? summary : null }],
    )
  /** Half of them, which was not looked at when the words of the filter were chosen, and stays the same as records are added. */
  const getHalf = (rows: ReturnType<typeof getHeld>) =>
    rows.filter(({ id }) => Number.parseInt(id.slice(0, 1), 16) % 2 === 1)
  const getSecondHalf = <Row>(rows: readonly Row[]) => rows.filter((_row, index) => index % 2 === 1)

  it.each([
    ['with their summaries', getHeld(true)],
    ['by title and agency alone', getHeld(false)],
    ['with their summaries, second half', getHalf(getHeld(true))],
    ['by title and agency alone, second half', getHalf(getHeld(false))],
  ])(`publishes most of the notices that are held, and little else, %s`, (name, relevant) => {
    const isHalf = name.endsWith('second half')
    const others = isHalf ? getSecondHalf(foreign) : foreign
    const hits = relevant.filter(isPublished).length
    const wrong = others.filter(isPublished).length
    expect(hits / relevant.length).toBeGreaterThanOrEqual(isHalf ? RECALL_HALF_MIN : RECALL_MIN)
    expect(hits / (hits + wrong)).toBeGreaterThanOrEqual(PRECISION_MIN)
  })

  it('is measured on more than 500 recorded notices of each kind', () => {
    expect(held.length).toBeGreaterThanOrEqual(500)
    expect(foreign.length).toBeGreaterThanOrEqual(500)
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
