import { describe, expect, it } from 'vitest'
import { abbreviate, withoutInitials } from '../../../src/rules/text/abbreviations.ts'

const abbreviateText = (words: string): string => abbreviate(words.split(' ')).join(' ')

describe('a term of the field counts as its abbreviation', () => {
  it.each([
    ['critical access hospital', 'cah'],
    ['small critical access hospitals fund', 'small cah fund'],
    ['electronic health record', 'ehr'],
    // Not the shorter term inside it: "health it" is not health information technology.
    ['health information technology', 'hit'],
    ['critical access hospitals and rural health clinics', 'cah and rhc'],
    ['rural health clinic rural health clinic network', 'rhc network'],
    ['chws and ehrs', 'chw and ehr'],
    // Once, if a title has both.
    ['community health workers chws grants', 'chw grants'],
    ['chw grants chw', 'chw grants chw'],
    ['chws chw care', 'chw care'],
    ['ehrsystem sbhcs', 'ehrsystem sbhc'],
    // Only whole words, and only terms.
    ['noncritical access hospitals', 'noncritical access hospitals'],
    ['access hospitals', 'access hospitals'],
    ['hospitals hospitals', 'hospitals hospitals'],
    ['constructors', 'constructors'],
    ['dental fund', 'dental fund'],
  ])('%s: %s', (words, expected) => {
    expect(abbreviateText(words)).toBe(expected)
  })
})

describe('initials in parentheses', () => {
  it.each([
    ['Rural Health Innovation Fund (RHIF)', 'Rural Health Innovation Fund'],
    ['Rural Health Innovation Fund (RHIF) 2026', 'Rural Health Innovation Fund 2026'],
    ['Rural Health Innovation Fund(RHIF)', 'Rural Health Innovation Fund'],
    ['The New Rural Fund (RF)', 'The New Rural Fund'],
    ['rural data hub (RDH)', 'rural data hub'],
    ['Rural Data Hub (RdH)', 'Rural Data Hub'],
    ['Research & Development Fund (R&DF)', 'Research & Development Fund'],
    // Small words have no initial.
    ['Access TO Care in the Towns (ACT)', 'Access TO Care in the Towns'],
    ['Care 4 Towns (C4T)', 'Care 4 Towns (C4T)'],
    ['Éclat Rural (ÉR)', 'Éclat Rural (ÉR)'],
  ])('that repeat the words before them are dropped: %s', (title, expected) => {
    expect(withoutInitials(title)).toBe(expected)
  })

  it.each([
    '(RHIF) Rural Health Innovation Fund',
    'Rural Fund (RX)',
    'Rural Fund (Fund)',
    'Rural Fund (F)',
    'Rural Fund (rf)',
    'Rural Fund (RF',
    'Rural Fund (R.F.)',
    'Rural Fund',
  ])('are kept if they do not: %s', (title) => {
    expect(withoutInitials(title)).toBe(title)
  })
})
