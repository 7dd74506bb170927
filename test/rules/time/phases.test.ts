import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEGINNING, END, getPhases } from '../../../src/rules/time/status.ts'

describe('getPhases', () => {
  it('is one phase if nothing changes', () => {
    expect(getPhases([], () => ({ status: 'OPEN' }))).toEqual([
      { from: BEGINNING, until: END, fields: { status: 'OPEN' } },
    ])
    expect(getPhases([null, null], () => ({ status: 'OPEN' }))).toHaveLength(1)
  })

  it('distinguishes a change at an instant from one just after it', () => {
    expect(getPhases([100], (now) => ({ is: now >= 100 ? 'after' : 'before' }))).toEqual([
      { from: BEGINNING, until: 100, fields: { is: 'before' } },
      { from: 100, until: END, fields: { is: 'after' } },
    ])
    expect(getPhases([100], (now) => ({ is: now > 100 ? 'after' : 'before' }))).toEqual([
      { from: BEGINNING, until: 101, fields: { is: 'before' } },
      { from: 101, until: END, fields: { is: 'after' } },
    ])
  })

  it('joins phases with the same fields, and keeps fields that recur', () => {
    const within = (now: number) => (now >= 10 && now <= 20 ? 'in' : 'out')
    const phases = getPhases([10, 20, 30], (now) => ({ place: within(now) }))
    expect(phases.map(({ fields }) => fields.place)).toEqual(['out', 'in', 'out'])
  })

  it('starts a phase when any of several fields changes', () => {
    const phases = getPhases([10, 20], (now) => ({ status: 'OPEN', basis: now > 10 ? 'late' : 'early' }))
    expect(phases.map(({ from, fields }) => [from, fields.status, fields.basis])).toEqual([
      [BEGINNING, 'OPEN', 'early'],
      [11, 'OPEN', 'late'],
    ])
  })

  it("covers all time without gap or overlap, with the rule's value at every instant", () => {
    const turns = fc.array(fc.option(fc.integer({ min: 0, max: 60 })), { maxLength: 6 })
    fc.assert(
      fc.property(turns, (sample) => {
        const rule = (now: number) => ({
          bits: sample
            .map((turn, index) => (turn !== null && (index % 2 ? now > turn : now >= turn) ? '1' : '0'))
            .join(''),
        })
        const phases = getPhases(sample, rule)
        expect(phases[0]?.from).toBe(BEGINNING)
        expect(phases.at(-1)?.until).toBe(END)
        phases.forEach((phase, index) => {
          expect(phase.from).toBeLessThan(phase.until)
          if (index > 0) expect(phase.from).toBe(phases[index - 1]?.until)
        })
        for (let now = 0; now < 64; now += 1)
          expect(phases.find(({ from, until }) => from <= now && now < until)?.fields).toEqual(rule(now))
      }),
      { seed: 7, numRuns: 200 },
    )
  })
})
