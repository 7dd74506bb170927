import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEGINNING, END, phasesOf } from '../../src/rules/phases.ts'

describe('phasesOf', () => {
  it('is one phase when nothing turns', () => {
    expect(phasesOf([], () => 'OPEN')).toEqual([{ from: BEGINNING, until: END, value: 'OPEN' }])
    expect(phasesOf([null, null], () => 'OPEN')).toHaveLength(1)
  })

  it('tells apart what changes at an instant and what changes just after it', () => {
    expect(phasesOf([100], (now) => (now >= 100 ? 'after' : 'before'))).toEqual([
      { from: BEGINNING, until: 100, value: 'before' },
      { from: 100, until: END, value: 'after' },
    ])
    expect(phasesOf([100], (now) => (now > 100 ? 'after' : 'before'))).toEqual([
      { from: BEGINNING, until: 101, value: 'before' },
      { from: 101, until: END, value: 'after' },
    ])
  })

  it('joins phases of one value, and keeps a value that comes back', () => {
    const values = phasesOf([10, 20, 30], (now) => (now >= 10 && now <= 20 ? 'in' : 'out'))
    expect(values.map(({ value }) => value)).toEqual(['out', 'in', 'out'])
  })

  it('covers all time without gap or overlap, with the value of the rule at every instant', () => {
    const turns = fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { maxLength: 6 })
    fc.assert(
      fc.property(turns, (given) => {
        const rule = (now: number) =>
          given.map((turn, index) => (turn !== null && (index % 2 ? now > turn : now >= turn) ? '1' : '0')).join('')
        const phases = phasesOf(given, rule)
        expect(phases[0]?.from).toBe(BEGINNING)
        expect(phases.at(-1)?.until).toBe(END)
        phases.forEach((phase, index) => {
          expect(phase.from).toBeLessThan(phase.until)
          if (index > 0) expect(phase.from).toBe(phases[index - 1]?.until)
        })
        for (let now = 0; now < 64; now += 1)
          expect(phases.find(({ from, until }) => from <= now && now < until)?.value).toBe(rule(now))
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})
