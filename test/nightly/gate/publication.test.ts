import { describe, expect, it } from 'vitest'
import { type Figures, PUBLICATION_CHECKS } from '../../../src/nightly/gate/checks.ts'

const figures = (states: Record<string, number>, totals: Record<string, number> = {}): Figures => ({
  tables: {
    states: { rows: 2, states: { AL: 1, AK: 1 } },
    awards: { rows: Object.values(states).reduce((sum, rows) => sum + rows, 0), states },
  },
  totals: { awardTotal: Object.values(totals).reduce((sum, total) => sum + total, 0) },
  stateTotals: { awardTotal: totals },
})

const findReasons = (now: Figures, last: Figures): string[] =>
  Object.entries(PUBLICATION_CHECKS).flatMap(([check, { find }]) =>
    find(now, last).map(({ reason }) => `${check}: ${reason}`),
  )

const LAST = figures({ AL: 40, AK: 40 }, { AL: 20_000_000, AK: 20_000_000 })

describe('a publication compared with the previous one', () => {
  it.each<[string, Figures, string[]]>([
    ['is identical', LAST, []],
    ['has a tenth more rows of a state', figures({ AL: 44, AK: 40 }, { AL: 22_000_000, AK: 20_000_000 }), []],
    [
      'lost more than a tenth of a state',
      figures({ AL: 35, AK: 40 }, { AL: 20_000_000, AK: 20_000_000 }),
      ['rows: awards of AL falls from 40 to 35 rows'],
    ],
    [
      'has more than twice the rows of a state',
      figures({ AL: 81, AK: 40 }, { AL: 20_000_000, AK: 20_000_000 }),
      ['growth: awards of AL grows from 40 to 81 rows'],
    ],
    [
      'has more than twice the rows of a table',
      figures({ AL: 85, AK: 85 }, { AL: 20_000_000, AK: 20_000_000 }),
      [
        'growth: awards grows from 80 to 170 rows',
        'growth: awards of AL grows from 40 to 85 rows',
        'growth: awards of AK grows from 40 to 85 rows',
      ],
    ],
    [
      'has many rows of a state that had none',
      figures({ AL: 40, AK: 40, TX: 30 }, { AL: 20_000_000, AK: 20_000_000 }),
      ['growth: awards of TX grows from 0 to 30 rows'],
    ],
    [
      'has the first rows of a state',
      figures({ AL: 40, AK: 40, TX: 20 }, { AL: 20_000_000, AK: 20_000_000, TX: 8_000_000 }),
      [],
    ],
    [
      'has a different total of a state, but a similar one overall',
      figures({ AL: 40, AK: 40 }, { AL: 31_000_000, AK: 14_000_000 }),
      ['totals: awardTotal of AL changes from 20000000 to 31000000'],
    ],
    [
      'has a different total',
      figures({ AL: 40, AK: 40 }, { AL: 25_000_000, AK: 25_000_000 }),
      ['totals: awardTotal changes from 40000000 to 50000000'],
    ],
  ])('%s', (_, now, reasons) => {
    expect(findReasons(now, LAST)).toEqual(reasons)
  })

  it('lacks a state', () => {
    const now = { ...LAST, tables: { ...LAST.tables, states: { rows: 1, states: { AL: 1 } } } }
    expect(findReasons(now, LAST)).toContain('states: AK is missing')
  })
})
