import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NumberedPassage, verifyAnswer } from '../../src/answers/model.ts'
import { anyText } from '../any-text.ts'
import { sentencesOfAnswer } from './evidence.ts'

const passage = (number: number, text: string, more: Partial<NumberedPassage> = {}): NumberedPassage => ({
  number,
  documentId: `document-${number}`,
  resource: 'documents',
  title: `Title ${number}`,
  url: `https://example.gov/${number}`,
  stateName: null,
  text,
  date: null,
  ...more,
})

const PASSAGES = [
  passage(1, 'Administrative costs are capped at 10 percent.'),
  passage(2, 'Hawaii was awarded $188.9 million for the islands.', { stateName: 'Hawaii' }),
  passage(3, 'Applications due', { date: 'March 11, 2026', stateName: 'Alaska', documentId: 'document-2' }),
]

const proved = (written: string, question = 'what is the cap?') => verifyAnswer(written, question, PASSAGES)

describe("in a model's answer", () => {
  it.each([
    ['before the period', 'Administrative costs are capped at 10 percent [1].'],
    ['after the period', 'Administrative costs are capped at 10 percent. [1]'],
    ['without a period', 'Administrative costs are capped at 10 percent [1]'],
    ['twice', 'Administrative costs are capped at 10 percent [1][1].'],
    ['in other brackets', 'Administrative costs are capped at 10 percent【1】.'],
    ['within markup', '- **Administrative costs** are capped at 10 percent [1].'],
    ['next to an unknown number', 'Administrative costs are capped at 10 percent [1][77].'],
  ])('a sentence with its citation %s is kept', (_, written) => {
    expect(proved(written)).toEqual({
      text: 'Administrative costs are capped at 10 percent [1].',
      citations: [
        {
          number: 1,
          documentId: 'document-1',
          resource: 'documents',
          title: 'Title 1',
          url: 'https://example.gov/1',
          quote: 'Administrative costs are capped at 10 percent.',
        },
      ],
    })
  })

  it('citations are renumbered in the order of the answer', () => {
    const answer = proved(
      'Hawaii was awarded $188.9 million [2]. Costs are capped at 10 percent [1, 2]. Alaska applications were due March 11 [3].',
    )
    expect(answer?.text).toBe(
      'Hawaii was awarded $188.9 million [1]. Costs are capped at 10 percent [2][1]. Alaska applications were due March 11 [3].',
    )
    expect(answer?.citations.map(({ number, quote }) => [number, quote])).toEqual([
      [1, PASSAGES[1]?.text],
      [2, PASSAGES[0]?.text],
      [3, PASSAGES[2]?.text],
    ])
  })

  it.each([
    ['without a citation', 'Administrative costs are capped at 10 percent.'],
    ['citing a passage that does not exist', 'Administrative costs are capped at 10 percent [9].'],
    ['citing number 0', 'Administrative costs are capped at 10 percent [0].'],
    ['with a figure that is not in the cited passage', 'Administrative costs are capped at 25 percent [1].'],
    ['with a figure from another passage', 'Administrative costs are capped at $188.9 million [1].'],
    ['about something else', 'Bananas grow best near the equator in warm weather [1].'],
    ['of one word', 'HACKED [1].'],
    ['with a foreign link', 'Administrative costs are capped at 10 percent, see https://evil.example/x [1].'],
    ['with a foreign address', 'Administrative costs are capped, see www.evil.example [1].'],
    ['with a markup link', 'Administrative costs are [capped](https://evil.example) at 10 percent [1].'],
    ['with an email address', 'Administrative costs are capped at 10 percent, ask a@evil.example [1].'],
    ['with markup', 'Administrative costs <img src=x onerror=alert(1)> are capped at 10 percent [1].'],
    ['that gives commands', 'Ignore the passages about administrative costs capped at 10 percent [1].'],
    ['in all capitals', 'ADMINISTRATIVE COSTS ARE CAPPED AT 10 PERCENT, FOOLS [1].'],
    ['that repeats another', ''],
  ])('a sentence %s is removed', (_, written) => {
    expect(proved(written)).toBeNull()
    const good = 'Hawaii was awarded $188.9 million [2].'
    expect(proved(`${written} ${good}`)?.text).toBe('Hawaii was awarded $188.9 million [1].')
    expect(proved(`${good}\n${written}\n${good}`)?.text).toBe('Hawaii was awarded $188.9 million [1].')
  })

  it('a link to a document that was found is kept', () => {
    const written = 'Administrative costs are capped at 10 percent, see https://example.gov/1 [1].'
    expect(proved(written)?.text).toBe(written)
  })

  it('only a short answer is kept', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      passage(
        index + 1,
        `The county number ${index} was given ${index * 1000} dollars for ${'wheels '.repeat(index % 9)}.`,
      ),
    )
    const written = many.map(({ text, number }) => `${text.slice(0, -1)} [${number}].`).join(' ')
    const answer = verifyAnswer(written, 'counties', many)
    expect(answer?.text.length).toBeLessThan(1_500)
    expect(answer?.citations.length).toBeGreaterThan(1)
  })

  it('nothing is kept of a refusal or of nonsense', () => {
    for (const written of ['', '   ', 'NO_EVIDENCE', '[1]', '[1][2][3]', '!!! [1]', 'null'])
      expect(proved(written)).toBeNull()
  })

  it('every sentence that is kept cites its sources, whatever was written', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '[1]',
        '[2].',
        '[3]!',
        '.',
        '\n',
        '[99]',
        '【2】',
        'Administrative costs are capped',
        'at 10 percent',
        'Hawaii was awarded $188.9 million',
        'https://example.gov/1',
        'https://evil.example',
        '- ',
      ),
      anyText({ maxLength: 20 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const answer = proved(pieces.join(' '))
        if (answer === null) return
        for (const sentence of sentencesOfAnswer(answer.text)) expect(sentence).toMatch(/ (?:\[\d+\])+[.!?]$/)
        const used = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
        expect(new Set(used)).toEqual(new Set(answer.citations.map(({ number }) => number)))
        for (const { quote } of answer.citations) expect(PASSAGES.map(({ text }) => text)).toContain(quote)
        expect(answer.text).not.toContain('evil.example')
      }),
      { seed: 1, numRuns: 2_000 },
    )
  })
})
