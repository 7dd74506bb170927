import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSlug, toSlugs } from '../../../src/resources/publishing.ts'
import { judgeAwards, toAwardFingerprint, type Verdict } from '../../../src/rules/awards/verification.ts'
import { recordId } from '../../../src/rules/record-id.ts'
import type { AwardRecord } from '../../../src/schema/records.ts'

const toId = (number: number): string => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`

const award = (number: number, overrides: Partial<AwardRecord> = {}): AwardRecord => ({
  id: toId(number),
  state: 'FL',
  fiscalYear: 'FY2026',
  awardeeName: 'Tampa Family Health Centers',
  awardeeKind: 'ORGANIZATION',
  recipientKind: null,
  ccn: null,
  county: null,
  place: null,
  federalAmount: 1_950_000,
  matchAmount: null,
  projectTitle: null,
  initiative: null,
  programDescription: 'Year 1 subaward',
  awardDate: '2026-08-11',
  awardStage: 'AWARDED',
  rejected: null,
  duplicateOf: null,
  remark: null,
  sourceLine: null,
  sourceDocumentId: toId(900),
  sourceUrl: 'https://example.org/awards',
  retrievedFrom: null,
  ...overrides,
})

/** The published of these awards, as the last digits of their ids. */
const published = (...awards: AwardRecord[]): number[] => getPublished(awards).map(({ id }) => Number(id.slice(-12)))

/** The published of these awards when all of them are verified. */
const getPublished = (awards: readonly AwardRecord[]): AwardRecord[] =>
  judgeAwards(awards, new Map(awards.map(({ id }) => [id, { basis: 'OFFICIAL_LIST' }])))

describe('the id of a record', () => {
  it('is always the same UUIDv5 for the same kind and key', () => {
    expect(recordId('notice', ['NC', 'A-1', null])).toBe('4ba78698-ee5f-5043-9c7d-f9e900648671')
  })

  it('differs if a part, its position or its kind differs', () => {
    const ids = [
      recordId('notice', ['a', 'b']),
      recordId('notice', ['b', 'a']),
      recordId('notice', ['ab']),
      recordId('notice', ['a,b']),
      recordId('notice', ['a', 'b', null]),
      recordId('notice', ['a', 'b', '']),
      recordId('notice', ['A', 'b']),
      recordId('award', ['a', 'b']),
      recordId('notice', []),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('the slug', () => {
  const id = '012aab11-c5ee-5b88-8d94-adfc52256587'

  it.each([
    ['Rural Health Innovation Fund', 'NC', 'rural-health-innovation-fund-nc-012aab11'],
    ['Rural Health Value Program', null, 'rural-health-value-program-012aab11'],
    [
      'CalRHT: R&D — Médecine “rurale”, children’s (FM-OB)',
      'CA',
      'calrht-r-and-d-medecine-rurale-childrens-fm-ob-ca-012aab11',
    ],
    ['RHTP 4.4a MOUD/MAUD', 'NE', 'rhtp-4-4a-moud-maud-ne-012aab11'],
    ['✨ — ?!', 'TX', 'tx-012aab11'],
  ])('%s', (title, state, slug) => {
    expect(toSlug(title, state, id)).toBe(slug)
  })

  it('is cut at a word boundary', () => {
    const title = 'Healthcare Resiliency Program, Maternal Child Health: virtual maternal and children’s mental health'
    expect(toSlug(title, 'TN', id)).toBe(
      'healthcare-resiliency-program-maternal-child-health-virtual-maternal-and-tn-012aab11',
    )
    expect(toSlug('x'.repeat(300), null, id)).toBe(`${'x'.repeat(80)}-012aab11`)
  })

  it('is cut anywhere in one long word, even after a hyphen at the start', () => {
    expect(toSlug(`${'y'.repeat(100)} z`, null, id)).toBe(`${'y'.repeat(80)}-012aab11`)
  })

  it('keeps a title and a last word that just fit', () => {
    const fits = `${'a'.repeat(40)} ${'b'.repeat(39)}`
    expect(toSlug(fits, null, id)).toBe(`${'a'.repeat(40)}-${'b'.repeat(39)}-012aab11`)
    expect(toSlug(`${fits} c`, null, id)).toBe(`${'a'.repeat(40)}-${'b'.repeat(39)}-012aab11`)
    expect(toSlug(`${fits}b`, null, id)).toBe(`${'a'.repeat(40)}-012aab11`)
  })

  it('is URL-safe and ends in the id, for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('NC', null), (title, state) => {
        const slug = toSlug(title, state, id)
        expect(slug).toMatch(/^(?:[a-z0-9]+-)*012aab11$/)
        expect(slug.length).toBeLessThanOrEqual(80 + '-nc-012aab11'.length)
      }),
    )
  })
})

describe('the slugs of records', () => {
  const id = (end: string) => `012aab11-c5ee-5b88-8d94-adfc522565${end}`
  const of = (title: string, end: string) => ({ title, state: 'NC', id: id(end) })

  it('are the same for one title as alone, and longer for the second of two', () => {
    expect(toSlugs([of('Hub', '01'), of('Other', '02'), of('hub', '03')])).toEqual([
      'hub-nc-012aab11',
      'other-nc-012aab11',
      'hub-nc-012aab11-c5ee-5b88-8d94-adfc52256503',
    ])
  })

  it('are all different, in order', () => {
    const slugs = toSlugs(['01', '02', '03'].map((end) => of('Hub', end)))
    expect(new Set(slugs).size).toBe(3)
    expect(toSlugs([])).toEqual([])
  })
})

describe('two rows are the same award', () => {
  it.each<[string, Partial<AwardRecord>, Partial<AwardRecord>]>([
    ['in different letter case', { awardeeName: 'CLÍNICA DEL VALLE' }, { awardeeName: 'Clinica del Valle' }],
    ['with a legal form', { awardeeName: 'Acenda, Inc.' }, { awardeeName: 'ACENDA' }],
    ['with another legal form', { awardeeName: 'VCPHCS XII, LLC' }, { awardeeName: 'VCPHCS XII L.L.C.' }],
    ['with an article', { awardeeName: 'The University of Alabama' }, { awardeeName: 'University of Alabama' }],
    [
      'with an ampersand',
      { awardeeName: 'JAMHI Health & Wellness Corp' },
      { awardeeName: 'JAMHI Health and Wellness' },
    ],
    ['with an apostrophe', { awardeeName: "St. Vincent's" }, { awardeeName: 'St Vincent’s' }],
    [
      'described with different punctuation',
      { programDescription: 'CT scanner (new)' },
      { programDescription: 'CT Scanner: new.' },
    ],
    [
      'with the same project',
      { projectTitle: 'Hub', programDescription: 'a' },
      { projectTitle: 'HUB', programDescription: 'b' },
    ],
    ['without an amount', { federalAmount: null }, { federalAmount: null }],
    ['without a text, and with one of no words', { programDescription: null }, { programDescription: '—' }],
    ['with different dates', { awardDate: '2026-08-11' }, { awardDate: null }],
    ['from different sources', { sourceLine: 4 }, { sourceLine: 9, sourceDocumentId: toId(901) }],
  ])('%s', (_, a, b) => {
    expect(toAwardFingerprint(award(1, a))).toBe(toAwardFingerprint(award(2, b)))
    expect(published(award(1, a), award(2, b))).toEqual([1])
  })

  it.each<[string, Partial<AwardRecord>, Partial<AwardRecord>]>([
    ['of different states', { state: 'FL' }, { state: 'GA' }],
    ['of different fiscal years', { fiscalYear: 'FY2026' }, { fiscalYear: 'FY2027' }],
    ['to different awardees', { awardeeName: 'Memorial Hospital' }, { awardeeName: 'Memorial Health' }],
    [
      'to awardees whose names consist of legal forms',
      { awardeeName: 'The Company' },
      { awardeeName: 'The Corporation' },
    ],
    ['of different amounts', { federalAmount: 1 }, { federalAmount: 1.5 }],
    ['of which only one amount is known', { federalAmount: 0 }, { federalAmount: null }],
    ['of different projects', { projectTitle: 'Hub 1' }, { projectTitle: 'Hub 2' }],
    [
      'with different descriptions',
      { programDescription: 'NC ROOTS Hub Lead (Region 1)' },
      { programDescription: 'NC ROOTS Hub Lead (Region 2)' },
    ],
    ['on different lines of one source', { sourceLine: 4 }, { sourceLine: 9 }],
  ])('not %s', (_, a, b) => {
    expect(published(award(1, a), award(2, b))).toEqual([1, 2])
  })

  it('keeps Company inside a name', () => {
    const [a, b] = ['Hudson Company Hospital', 'Hudson Hospital'].map((awardeeName) =>
      toAwardFingerprint(award(1, { awardeeName })),
    )
    expect(a).not.toBe(b)
  })
})

describe('published awards', () => {
  it('are verified', () => {
    const awards = [award(1), award(2)]
    const verdicts = new Map<string, Verdict>([
      [toId(1), { wait: 'OFFICIAL_COUNT' }],
      [toId(2), { basis: 'OFFICIAL_LIST' }],
    ])
    expect(judgeAwards(awards, verdicts)).toEqual([award(2)])
    expect(judgeAwards(awards, new Map())).toEqual([])
  })

  it('are the first by date, unknown last, then by id, in input order', () => {
    const other = { awardeeName: 'Other' }
    const awards = [
      award(9, other),
      award(1, { awardDate: null }),
      award(3),
      award(2),
      award(4, { awardDate: '2026-08-12' }),
    ]
    expect(published(...awards)).toEqual([9, 2])
    expect(published(...awards.toReversed())).toEqual([2, 9])
  })

  it('are those of the source with the most lines, if a source lists several', () => {
    const copy = { sourceDocumentId: toId(901), awardDate: '2026-01-01' }
    const lines = [award(1, { sourceLine: 60 }), award(2, { sourceLine: 81 })]
    expect(published(...lines, award(3, copy))).toEqual([1, 2])
    expect(published(...lines, award(3, { ...copy, sourceLine: 1 }))).toEqual([1, 2])
    expect(published(...lines, award(3, { sourceLine: 81 }), award(4))).toEqual([1, 2])
    const copies = [award(3, { ...copy, sourceLine: 1 }), award(4, { ...copy, sourceLine: 2 })]
    expect(published(...lines, ...copies)).toEqual([3, 4])
    // One line in a list is not several awards: the first by date counts.
    expect(published(award(5, { sourceLine: 3 }), award(4, { awardDate: '2026-01-01' }))).toEqual([4])
  })

  it('do not depend on the input order', () => {
    const any = fc.record({
      awardDate: fc.constantFrom(null, '2026-08-11', '2026-08-12'),
      sourceLine: fc.constantFrom(null, 1, 2, 3),
      sourceDocumentId: fc.constantFrom(toId(900), toId(901)),
      awardeeName: fc.constantFrom('Acenda', 'Acenda, Inc.', 'Zufall'),
    })
    const shuffled = fc.array(any, { maxLength: 8 }).chain((rows) => {
      const awards = rows.map((row, at) => award(at, row))
      return fc.tuple(
        fc.constant(awards),
        fc.shuffledSubarray(awards, { minLength: awards.length, maxLength: awards.length }),
      )
    })
    fc.assert(
      fc.property(shuffled, ([awards, again]) => {
        expect(published(...again).sort()).toEqual(published(...awards).sort())
        expect(getPublished(getPublished(awards))).toEqual(getPublished(awards))
      }),
    )
  })
})

it('records whose slugs would be the same are told apart by more of their ids, all but the first', () => {
  const ids = ['77ebee70-5864-5495', '77ebee70-5864-9999', '77ebee70-0000-0000']
  const slugs = toSlugs([
    { title: 'Rural Health', state: 'NE', id: ids[0] as string },
    { title: 'Rural Health', state: 'NE', id: ids[1] as string },
    { title: 'Telehealth', state: null, id: ids[2] as string },
  ])
  expect(slugs[0]).toBe(toSlug('Rural Health', 'NE', ids[0] as string))
  expect(slugs[1]?.startsWith(slugs[0] as string)).toBe(true)
  expect(slugs[1]?.endsWith('-5864-9999')).toBe(true)
  expect(slugs[2]).toBe(toSlug('Telehealth', null, ids[2] as string))
})
