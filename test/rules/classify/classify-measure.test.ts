import { describe, expect, it } from 'vitest'
import { getAccuracy, getVerdict, readLabels } from '../../../scripts/bench/classification.ts'

const LABELS = readLabels()

/** The minimum precision and recall on each half; `npm run bench:classify` prints the figures. */
const FLOORS = {
  TUNING: { opportunity: 0.95, document: 0.95, award: 0.95 },
  HELD_OUT: { opportunity: 0.95, document: 0.95, award: 0.95, activity: 0.95 },
} as const

const cases = Object.entries(FLOORS).flatMap(([half, kinds]) =>
  Object.entries(kinds).map(([kind, floor]) => ({ half, kind, floor })),
)

describe('on hand-labeled records', () => {
  it.each(cases)('$half $kind: precision and recall are at least $floor', ({ half, kind, floor }) => {
    const accuracy = getAccuracy(
      LABELS.filter((record) => record.half === half && record.kind === kind).map(getVerdict),
    )
    expect(accuracy.records).toBeGreaterThanOrEqual(60)
    expect(accuracy.precision).toBeGreaterThanOrEqual(floor)
    expect(accuracy.recall).toBeGreaterThanOrEqual(floor)
  })

  it('no record is in both halves, and none twice', () => {
    const texts = LABELS.map(({ kind, title, body, name }) => JSON.stringify([kind, title, body, name]))
    expect(texts.length - new Set(texts).size).toBe(0)
  })

  it('a label is not also accepted, and OTHER_UNCLASSIFIED is always the only label', () => {
    const wrong = LABELS.filter(
      ({ labels, accepted }) =>
        labels.some((category) => accepted.includes(category)) ||
        (labels.includes('OTHER_UNCLASSIFIED') && labels.length > 1),
    )
    expect(wrong).toEqual([])
  })
})
