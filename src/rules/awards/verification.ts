import type { AwardRecord, ListRecord, PublisherRecord, Records } from '../../schema/records.ts'
import type { StateCode, VerificationBasis } from '../../schema/vocabularies.ts'
import { compare, parseWords } from '../text/words.ts'
import { type AwardList, CENT, getAwardLists, getHolding } from './award-lists.ts'
import { toAwardeeWords } from './awardees.ts'
import { getSum, toCents } from './totals.ts'

export type Wait = 'OFFICIAL_PUBLISHER' | 'OFFICIAL_COUNT' | 'AGREEMENT'
export type Verdict = { basis: VerificationBasis } | { wait: Wait }

export const isVerified = (verdict: Verdict | undefined): verdict is { basis: VerificationBasis } =>
  verdict !== undefined && 'basis' in verdict

/**
 * The verdict on each award row, by id; rows that were rejected or marked as duplicates have none.
 *
 * A row is verified if its document was published by the awarding government, or an organization it designated to make
 * awards, and the number of rows in its list and, if amounts are known, their sum match what that document
 * (OFFICIAL_LIST) or another official one (OFFICIAL_TOTAL) states; a row with its own official page needs no match
 * (OFFICIAL_LIST). If nothing is stated for a list, a row is verified if two readings by different readers match the
 * stored rows (TWO_READINGS).
 */
export function getVerdicts(records: Records): Map<string, Verdict> {
  return new Map(
    getAwardLists(records).flatMap((list) => {
      const verdict = judge(list, records.publishers)
      return list.rows.map((row) => [row.id, verdict(row)] as const)
    }),
  )
}

function judge(list: AwardList, publishers: readonly PublisherRecord[]): (row: AwardRecord) => Verdict {
  const { document, statement } = list
  const isOfficialFor = (address: string, state: StateCode) => isOfficial(address, state, publishers)
  const stated = statement && (statement.statedRows !== null || statement.statedTotal !== null)
  const agrees = stated && agreesWith(list, statement)
  const readings = statement ? findAgreeingReadings(list, statement) : []
  return (row) => {
    if (!isOfficialFor(document.url, row.state)) return { wait: 'OFFICIAL_PUBLISHER' }
    if (agrees) {
      if (statement.statedIn === null || statement.statedIn === document.url) return { basis: 'OFFICIAL_LIST' }
      if (isOfficialFor(statement.statedIn, row.state)) return { basis: 'OFFICIAL_TOTAL' }
    }
    if (statement?.rowsHavePages && row.sourceUrl !== document.url && isOfficialFor(row.sourceUrl, row.state)) {
      return { basis: 'OFFICIAL_LIST' }
    }
    if (stated) return { wait: 'AGREEMENT' }
    const readers = readings.filter((reading) => isRead(reading, row)).map(({ reader }) => reader)
    return new Set(readers).size > 1 ? { basis: 'TWO_READINGS' } : { wait: 'OFFICIAL_COUNT' }
  }
}

/**
 * Whether a URL belongs to a government or to an organization that the state designated to make awards: a .gov host,
 * the state's own `state.xx.us`, or a URL with the prefix of one of the state's publishers.
 */
export function isOfficial(
  address: string,
  state: StateCode | null,
  publishers: readonly Pick<PublisherRecord, 'state' | 'address'>[],
): boolean {
  const { hostname } = new URL(address)
  // Only governments of the United States can register a .gov name; states may also have state.xx.us.
  if (hostname.endsWith('.gov')) return true
  if (state !== null && hostname.endsWith(`.state.${state.toLowerCase()}.us`)) return true
  return publishers.some((publisher) => publisher.state === state && address.startsWith(publisher.address))
}

/** A rounded total may be up to one unit above or below the sum: "more than", "nearly" and "about" are all in use. */
function agreesWith(list: AwardList, { statedRows, statedTotal, statedTotalUnit }: ListRecord): boolean {
  const { awards, sum, isWholeSum } = getHolding(list)
  if (statedRows !== null && awards !== statedRows) return false
  if (statedTotal === null) return true
  const unit = statedTotalUnit ?? CENT
  if (isWholeSum) return toCents(Math.abs((sum ?? 0) - statedTotal)) < toCents(unit)
  return statedRows !== null && (sum ?? 0) < statedTotal + unit
}

type Reading = ListRecord['readings'][number]

const isRead = ({ lines }: Reading, { sourceLine }: AwardRecord): boolean =>
  lines === null || (sourceLine !== null && lines.includes(sourceLine))

/** The readings whose rows and sum match the rows they cover. A partial reading confirms only its part. */
function findAgreeingReadings({ rows }: AwardList, { readings }: ListRecord): Reading[] {
  return readings.filter((reading) => {
    const covered = rows.filter((row) => isRead(reading, row))
    const sum = getSum(covered.map(({ federalAmount }) => federalAmount))
    return covered.length === reading.rows && sum === reading.sum
  })
}

/** What identifies an award across rows, besides the line of its source. */
export const toAwardFingerprint = (award: AwardRecord): string =>
  JSON.stringify([
    award.state,
    award.fiscalYear,
    toAwardeeWords(award.awardeeName),
    award.federalAmount,
    parseWords(award.projectTitle ?? award.programDescription ?? '').join(' '),
  ])

/**
 * The published awards in the order of the input: verified, and the first of each fingerprint by award date, then id. If a
 * source lists a fingerprint on several lines, these are several awards, and the rows of other sources their duplicates.
 */
export function judgeAwards(awards: readonly AwardRecord[], verdicts: ReadonlyMap<string, Verdict>): AwardRecord[] {
  const candidates = awards.filter(({ id }) => isVerified(verdicts.get(id)))
  const published = new Set<AwardRecord>()
  const earliestFirst = candidates.toSorted(
    (a, b) => compare(a.awardDate ?? '9999', b.awardDate ?? '9999') || compare(a.id, b.id),
  )
  for (const rows of Map.groupBy(earliestFirst, toAwardFingerprint).values()) {
    const several = findLongestList(rows)
    for (const row of several.length > 1 ? several : rows.slice(0, 1)) published.add(row)
  }
  return candidates.filter((award) => published.has(award))
}

function findLongestList(rows: readonly AwardRecord[]): AwardRecord[] {
  const lined = rows.filter(({ sourceLine }) => sourceLine !== null)
  const lists = [...Map.groupBy(lined, ({ sourceDocumentId }) => sourceDocumentId).values()].map((list) =>
    [...Map.groupBy(list, ({ sourceLine }) => sourceLine).values()].flatMap(([first]) => first ?? []),
  )
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [])
}
