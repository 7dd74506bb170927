import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateId, generateKey, hashKey, hideSecretsIn, isWellFormed, KeyHash } from '../../src/metering/keys.ts'

const BASE62 = /^[0-9A-Za-z]+$/
const LETTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']

describe('a key', () => {
  it('has a prefix, 24 random characters and a checksum of 6', () => {
    const { secret, hash, prefix, lastFour } = generateKey()
    expect(secret).toMatch(/^rhp_live_[0-9A-Za-z]{30}$/)
    expect(isWellFormed(secret)).toBe(true)
    expect(prefix).toBe(secret.slice(0, 13))
    expect(lastFour).toBe(secret.slice(-4))
    expect(hash).toBe(hashKey(secret))
    expect(KeyHash.safeParse(hash).success).toBe(true)
  })

  it('has a checksum that is stable across releases', () => {
    expect(isWellFormed('rhp_live_0123456789ABCDEFGHIJKLMN2S14vB')).toBe(true)
  })

  it('is rejected with any one character changed, or any two neighbors swapped', () => {
    const { secret } = generateKey()
    const change = fc.record({ place: fc.integer({ min: 9, max: 38 }), letter: fc.constantFrom(...LETTERS) })
    fc.assert(
      fc.property(change, ({ place, letter }) => {
        const typo = secret.slice(0, place) + letter + secret.slice(place + 1)
        expect(isWellFormed(typo)).toBe(typo === secret)
      }),
    )
    for (let place = 9; place < 38; place += 1) {
      const swapped = secret.slice(0, place) + secret[place + 1] + secret[place] + secret.slice(place + 2)
      expect(isWellFormed(swapped)).toBe(swapped === secret)
    }
  })

  it.each(['', 'rhp_live_', 'rhp_test_0123456789ABCDEFGHIJKLMN2S14vB', 'Bearer', 'x'.repeat(39), 'rhp_live_é'])(
    'is not %j',
    (text) => {
      expect(isWellFormed(text)).toBe(false)
    },
  )

  it('has no surrounding whitespace or extra line', () => {
    const { secret } = generateKey()
    for (const text of [` ${secret}`, `${secret} `, `${secret}\n`, `${secret}x`, secret.slice(1)]) {
      expect(isWellFormed(text)).toBe(false)
    }
  })

  it('is drawn evenly from 62 characters, and never twice', () => {
    const secrets = Array.from({ length: 4_000 }, () => generateKey().secret)
    expect(new Set(secrets).size).toBe(secrets.length)
    const counts = new Map<string, number>()
    for (const secret of secrets) {
      for (const letter of secret.slice(9, 33)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    const expected = (4_000 * 24) / 62
    // Six standard deviations: chance fails this less than once in a million runs.
    const bound = 6 * Math.sqrt(expected)
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(bound)
  })
})

describe('the secret of a signed address', () => {
  it('has the same form with its own mark, and is no key', () => {
    const { secret, hash, prefix, lastFour } = generateKey('subscription')
    expect(secret).toMatch(/^rhp_sub_[0-9A-Za-z]{30}$/)
    expect([prefix, lastFour, hash]).toEqual([secret.slice(0, 12), secret.slice(-4), hashKey(secret)])
    expect([isWellFormed(secret, 'subscription'), isWellFormed(secret)]).toEqual([true, false])
    expect(isWellFormed(generateKey().secret, 'subscription')).toBe(false)
  })

  it('has a checksum over its mark too', () => {
    const { secret } = generateKey('subscription')
    expect(isWellFormed(`${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`, 'subscription')).toBe(false)
    expect(isWellFormed(secret.replace('rhp_sub_', 'rhp_live_'))).toBe(false)
    expect(isWellFormed(`xxx_live_${generateKey().secret.slice(9)}`)).toBe(false)
  })
})

it.each([
  ['another character', 'rhp_live_0123456789ABCDEFGHIJKLM-1UMEsd'],
  ['a character less', 'rhp_live_0123456789ABCDEFGHIJKLM2W25xi'],
  ['a character more', 'rhp_live_0123456789ABCDEFGHIJKLMNO0GFoLE'],
])('a text with %s is no key, though its checksum is correct', (_, text) => {
  expect(isWellFormed(text)).toBe(false)
})

it('a text shows only the mark of each secret in it', () => {
  const [key, address] = [generateKey().secret, generateKey('subscription').secret]
  expect(hideSecretsIn(`?key=${key}&path=/s/${address}.ics`)).toBe('?key=rhp_live_…&path=/s/rhp_sub_….ics')
  expect(hideSecretsIn('rhp_live_Ab12, rhp_other_0123456789')).toBe('rhp_live_Ab12, rhp_other_0123456789')
  expect(hideSecretsIn('rhp_live_12345678')).toBe('rhp_live_…')
})

it('an id shows its kind', () => {
  expect(generateId('acct')).toMatch(/^acct_/)
  expect(generateId('key').slice(4)).toMatch(BASE62)
})
