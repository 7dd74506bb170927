import { chance } from '../storage/chance.ts'

/** A stream of random and hostile queries of up to `max` characters; the same seed gives the same stream. */
export function* hostileQueries(seed: number, words: readonly string[], max = 200): Generator<string> {
  const { below, pick: oneOf } = chance(seed)
  const many = (least: number, most: number, make: () => string, between: string): string =>
    Array.from({ length: least + below(most - least + 1) }, make).join(between)

  const word = (): string => oneOf(words)
  const misspelt = (): string => {
    const letters = [...word()]
    const place = below(letters.length)
    const letter = String.fromCharCode(97 + below(26))
    letters.splice(place, below(2), ...(below(2) ? [letter] : []))
    return letters.join('')
  }
  const unit = (): string => String.fromCharCode(below(0x10000))
  const point = (): string => String.fromCodePoint(below(0x110000))
  const sign = (): string => oneOf(SIGNS)
  const makers: readonly (() => string)[] = [
    () => many(1, 12, word, ' '),
    () => many(1, 30, misspelt, ' '),
    () => many(1, 200, unit, ''),
    () => many(1, 100, point, oneOf(['', ' '])),
    () => many(1, 60, () => oneOf([word, sign, misspelt, unit])(), oneOf(['', ' '])),
    () => many(1, 100, () => `${word().slice(0, 1 + below(3))}*`, ' '),
    () => many(1, 60, () => `-${word()}`, ' ') + (below(2) ? ` ${word()}` : ''),
    () => many(1, 200, sign, ''),
    () => `"${many(1, 20, word, ' ')}${below(2) ? '"' : ''}`,
    () => many(20, 100, () => oneOf(['a', 'the', 'health', 'rural', word()]), ' '),
    () => oneOf(ATTACKS).repeat(1 + below(8)),
    () => word().repeat(1 + below(20)),
    () => many(1, 40, () => `${oneOf(['-', '', '"'])}${word()}${oneOf(['*', '"', ''])}`, ' '),
    () => many(1, 60, () => String(below(10 ** (1 + below(9)))), oneOf([' ', '.', ',', ' $'])),
  ]
  for (;;) yield oneOf(makers)().slice(0, max)
}

const SIGNS = [
  ...'"\'*-+:^(){}[]<>,.;/\\|&!?%$#@~`=_ \t\n\0\u00a0\u200b\u202e\ufeff\ufffd\ue000\ue001\u0001\u0002\ud800\udc00éß你𞤀😀',
]

const ATTACKS = [
  '" OR 1=1 --',
  "'; DROP TABLE documents_search; --",
  'NEAR(health rural, 0)',
  'title:health',
  '{title highlights} : x',
  '- - - -',
  '"" "" ""',
  '* * *',
  '"*" ^',
  'a AND (b OR NOT',
  'NOT NOT NOT',
  'AND OR NOT',
  '\ue000sak0',
  '\ue000r12',
  'documents_search MATCH',
  '𞤀* "𞤀" -𞤀',
  'é̂́̈',
  '%00%ff',
  '\\u0000',
  '{{7*7}}',
  '<script>alert(1)</script>',
]
