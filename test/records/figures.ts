import type { AwardRecord } from '../../src/schema/award-records.ts'
import type { Records } from '../../src/schema/records.ts'

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
export function figuresIn(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map(({ 0: whole, groups }) => {
    const { digits = '', decimals = '', unit, later } = groups ?? {}
    const name = (unit ?? (digits.includes(',') || digits.length > 3 ? undefined : later)) as keyof typeof UNITS
    const scale = UNITS[name] ?? 1
    const tolerance = name ? (0.5 * scale) / 10 ** Math.max(decimals.length - 1, 0) : 0.5
    return { text: whole, dollars: Number(digits.replaceAll(',', '') + decimals) * scale, tolerance }
  })
}

/** The figures of a text that no amount supports. */
export const unsupported = (text: string, amounts: readonly number[]): string[] =>
  figuresIn(text)
    .filter(({ dollars, tolerance }) => !amounts.some((amount) => Math.abs(amount - dollars) <= tolerance))
    .map((figure) => figure.text)

/**
 * Every dollar amount that the records of a state, or the national ones (null), hold: in their fields, in the texts
 * that are not descriptions, and as sums of award rows by list, initiative, date, project and awardee, or with the pools.
 */
export function amountsHeld(records: Records, state: string | null): number[] {
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
    ...SUMS.flatMap((keyOf) => sumsBy(awards, keyOf)),
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

function sumsBy(awards: readonly AwardRecord[], keyOf: (award: AwardRecord) => readonly unknown[]): number[] {
  const groups = Map.groupBy(awards, (award) => JSON.stringify(keyOf(award)))
  return [...groups.values()].map((rows) => total(rows.map(({ federalAmount }) => federalAmount ?? 0)))
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
