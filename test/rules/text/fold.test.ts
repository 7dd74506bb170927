import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../src/rules/text/words.ts'

describe('fold', () => {
  it.each([
    ['Hôpital Régional Sainte-Anne', 'hopital regional sainte-anne'],
    ['  Two   Rivers\tHospital ', 'two rivers hospital'],
    ['KŪKĀKŪKĀ', 'kukakuka'],
    ['ﬁrst', 'first'],
    ['', ''],
  ])('of "%s" is "%s"', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('does not change a folded text, composed or decomposed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})
