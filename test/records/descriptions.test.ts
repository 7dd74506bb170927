import { beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from '../../src/records/dataset.ts'
import { groupByAwardee } from '../../src/rules/awards/awardees.ts'
import type { AwardRecord, DocumentRecord, Records } from '../../src/schema/records.ts'
import { STARTER } from '../api.ts'

/** A dollar figure in a text, and how far the exact amount may differ. */
interface Figure {
  text: string
  dollars: number
  tolerance: number
}

const UNITS = { M: 1e6, million: 1e6, billion: 1e9 } as const
const FIGURE =
  /\$(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<decimals>\.\d+)?(?:\s?(?<unit>million|billion|M)\b|(?= (?:to|and) \$[\d.]+ (?<later>million|billion))|)/g

/**
 * The dollar figures of a text: `$1,234.50`, `$1.2 million`, `$62 to $68 million` (two).
 * A rounded figure stands for every amount that rounds to it.
 */
function figuresIn(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map(({ 0: whole, groups }) => {
    const { digits = '', decimals = '', unit, later } = groups ?? {}
    const name = (unit ?? (digits.includes(',') || digits.length > 3 ? undefined : later)) as keyof typeof UNITS
    const scale = UNITS[name] ?? 1
    const tolerance = name ? (0.5 * scale) / 10 ** Math.max(decimals.length - 1, 0) : 0.5
    return { text: whole, dollars: Number(digits.replaceAll(',', '') + decimals) * scale, tolerance }
  })
}

/** The figures of a text that no amount supports. */
const unsupported = (text: string, amounts: readonly number[]): string[] =>
  figuresIn(text)
    .filter(({ dollars, tolerance }) => !amounts.some((amount) => Math.abs(amount - dollars) <= tolerance))
    .map((figure) => figure.text)

/**
 * Every dollar amount that the records of a state, or the national ones (null), hold: in their fields, in the texts
 * that are not descriptions, and as sums of award rows by list, initiative, date, project and awardee, or with the pools.
 */
function amountsHeld(records: Records, state: string | null): number[] {
  const here = <Row extends { state?: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => (row.state ?? null) === state)
  const documents = here(records.documents)
  const awards = here(records.awards)
  const pools = here(records.pools)
  const allotments = state === null ? records.allotments : here(records.allotments)
  const texts = [
    ...documents.flatMap(({ title, highlights, programHighlights, milestones }) => [
      title,
      highlights,
      programHighlights,
      ...milestones.map(({ label }) => label),
    ]),
    ...pools.map(({ title }) => title),
    ...here(records.notices).flatMap(({ title, summary }) => [title, summary]),
    ...here(records.events).flatMap(({ title, description }) => [title, description]),
    ...here(records.activities).flatMap(({ title, description }) => [title, description]),
  ]
  return [
    ...allotments.map(({ amount }) => amount),
    total(allotments.filter(({ verified }) => verified).map(({ amount }) => amount)),
    ...documents.flatMap(({ award, budget }) => [award, ...Object.values(budget ?? {})]),
    ...awards.map(({ federalAmount }) => federalAmount),
    ...SUMS.flatMap((getKey) => sumsBy(awards, getKey)),
    total(awards.map(({ federalAmount }) => federalAmount ?? 0)) + total(pools.map(({ amount }) => amount ?? 0)),
    ...pools.map(({ amount }) => amount),
    ...here(records.notices).flatMap((notice) => Object.values(notice).filter((value) => typeof value === 'number')),
    ...texts.flatMap((text) => figuresIn(text ?? '').map(({ dollars }) => dollars)),
  ].filter((amount) => amount !== null && amount !== undefined)
}

const SUMS: ((award: AwardRecord) => readonly unknown[])[] = [
  () => [],
  ({ sourceDocumentId }) => [sourceDocumentId],
  ({ initiative }) => [initiative],
  ({ initiative }) => [initiative?.split(' - ')[0]],
  ({ sourceDocumentId, initiative }) => [sourceDocumentId, initiative],
  ({ sourceDocumentId, awardDate }) => [sourceDocumentId, awardDate],
  ({ sourceDocumentId, projectTitle }) => [sourceDocumentId, projectTitle],
  ({ sourceDocumentId, awardeeName }) => [sourceDocumentId, awardeeName],
]

function sumsBy(awards: readonly AwardRecord[], getKey: (award: AwardRecord) => readonly unknown[]): number[] {
  const groups = Map.groupBy(awards, (award) => JSON.stringify(getKey(award)))
  return [...groups.values()].map((rows) => total(rows.map(({ federalAmount }) => federalAmount ?? 0)))
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Documents added later get a description once a person has read them. */
const DESCRIBED_UNTIL = '2026-11-21'

let records: Records
beforeAll(async () => {
  records = await readRecords(STARTER)
})

const described = () => records.documents.filter(({ description }) => description !== null)
const listDiscovered = () => records.documents.filter(({ discovered }) => discovered.slice(0, 10) <= DESCRIBED_UNTIL)
const countWords = (text: string | null) => text?.split(/\s+/).length ?? 0
const isGovernment = ({ url }: DocumentRecord) =>
  /(^|\.)(gov|state\.[a-z]{2}\.us)$/.test(new URL(url).hostname) ||
  url.startsWith('https://github.com/Enterprise-CMCS/')

describe('the description of a document', () => {
  const kinds: [string, () => DocumentRecord[]][] = [
    ['a document of the state or federal government', () => listDiscovered().filter(isGovernment)],
    [
      'a plan',
      () => listDiscovered().filter((document) => ['APPLICATION', 'STRATEGY'].includes(document.documentCategory)),
    ],
    ['an award list', () => awardLists()],
    ['the page of a program', () => programPages()],
  ]
  it.each(kinds)('of %s has 80 to 200 words', (_, documents) => {
    const all = documents()
    expect(all.length).toBeGreaterThan(10)
    const others = all.filter(({ description }) => countWords(description) < 80 || countWords(description) > 200)
    expect(others.map(({ title, description }) => `${title}: ${countWords(description)} words`)).toEqual([])
  })

  it('of any other document is not empty and has under 200 words', () => {
    const others = listDiscovered().filter(
      ({ description }) => countWords(description) < 20 || countWords(description) > 200,
    )
    expect(others.map(({ title }) => title)).toEqual([])
  })

  it('counts the recipients of its awards as their own pages do', () => {
    const counted = /\b(?:for|to|of|names?) (\d+) (?:organizations|awardees|employers|recipients)\b/
    const wrong = described().flatMap(({ id, title, description }) => {
      const rows = records.awards.filter(
        ({ sourceDocumentId, rejected, duplicateOf }) => sourceDocumentId === id && !rejected && !duplicateOf,
      )
      const [told, count] = counted.exec(description ?? '') ?? []
      const recipients = groupByAwardee(rows).length
      return told === undefined || recipients === 0 || Number(count) === recipients
        ? []
        : `${title}: ${told}, not ${recipients}`
    })
    expect(wrong).toEqual([])
  })

  it('is unique: no two share a sentence of more than 12 words', () => {
    const places = new Map<string, string>()
    const shared: string[] = []
    for (const { title, description } of described()) {
      for (const sentence of (description ?? '').split(/(?<=[.!?])\s+/).filter((text) => countWords(text) > 12)) {
        const other = places.get(sentence)
        if (other !== undefined) shared.push(`${other} / ${title}: ${sentence}`)
        places.set(sentence, title)
      }
    }
    expect(shared).toEqual([])
  })

  it('states no dollar figure that is not in the records', () => {
    const national = amountsHeld(records, null)
    const held = new Map(records.states.map(({ code }) => [code as string, amountsHeld(records, code)]))
    const wrong = described().flatMap(({ state, title, description }) => {
      const amounts = [...national, ...(held.get(state ?? '') ?? [])]
      return unsupported(description ?? '', amounts).map((figure) => `${title}: ${figure}`)
    })
    expect(wrong).toEqual([])
  })
})

describe('the summary of a state', () => {
  it('states no dollar figure that is not in its records', () => {
    const wrong = records.states.flatMap(({ code, summary }) =>
      unsupported(summary ?? '', amountsHeld(records, code)).map((figure) => `${code}: ${figure}`),
    )
    expect(wrong).toEqual([])
  })

  it('states the first-year award', () => {
    const silent = records.states.filter(({ code, summary }) => {
      const award = records.allotments.find(({ state, fiscalYear }) => state === code && fiscalYear === 'FY2026')
      return !summary?.includes(`$${award?.amount.toLocaleString('en-US')}`)
    })
    expect(silent.map(({ code }) => code)).toEqual([])
  })
})

describe('the documents of a state', () => {
  it('include the page of its program', () => {
    const states = new Set(programPages().map(({ state }) => state))
    expect(records.states.filter(({ code }) => !states.has(code)).map(({ name }) => name)).toEqual([])
  })
})

describe('figuresIn', () => {
  it.each([
    ['$167,299,900.69 in all', [167_299_900.69], 167_299_900.7],
    ['about $5.05 million', [5_050_000], 5_049_975],
    ['$62 to $68 million', [62_000_000, 68_000_000], 67_600_000],
    ['$10,000 to $1 million', [10_000, 1_000_000], 1_400_000],
    ['$10 billion a year', [10_000_000_000], 10_000_000_003],
  ])('%s', (text, dollars, last) => {
    expect(figuresIn(text).map((figure) => figure.dollars)).toEqual(dollars)
    expect(unsupported(text, [...dollars.slice(0, -1), last])).toEqual([])
  })

  it('reports a figure that no amount rounds to', () => {
    expect(unsupported('Awards of $1.5 million and $83,060,837', [1_440_000, 83_060_838])).toEqual([
      '$1.5 million',
      '$83,060,837',
    ])
  })
})

/** The page of each state's program, which its title names. */
function programPages(): DocumentRecord[] {
  const titles = new Map(
    records.states.map(({ code, name }) => [code as string, `${name} Rural Health Transformation`]),
  )
  return records.documents.filter(
    ({ state, title }) => state !== null && title.startsWith(`${titles.get(state)} Program page`),
  )
}

/** The documents that list awards, but for what was compiled from press reports. */
function awardLists(): DocumentRecord[] {
  const ids = new Set(records.awards.map(({ sourceDocumentId }) => sourceDocumentId))
  return listDiscovered().filter(({ id, url }) => ids.has(id) && !url.startsWith('https://github.com/'))
}
