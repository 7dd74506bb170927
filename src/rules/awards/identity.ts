import type { AwardRecord } from '../../schema/award-records.ts'
import { compare, parseWords } from '../text/words.ts'
import { awardeeWords } from './awardees.ts'
import { isVerified, type Verdict } from './verification.ts'

/**
 * What identifies an award across rows: state, fiscal year, normalized awardee, federal amount, and project title or,
 * without one, description. It does not include the line of the source, which `publishableAwards` considers.
 */
export const awardFingerprint = (award: AwardRecord): string =>
  JSON.stringify([
    award.state,
    award.fiscalYear,
    awardeeWords(award.awardeeName),
    award.federalAmount,
    parseWords(award.projectTitle ?? award.programDescription ?? '').join(' '),
  ])

/**
 * The published awards: verified, and the first of each fingerprint by award date (unknown last), then id. The order of
 * the input is kept.
 *
 * A source that lists a fingerprint on several lines means several awards: then those of the source with the most lines
 * are published, the first of each line, and the rows of other sources are their duplicates.
 */
export function publishableAwards(
  awards: readonly AwardRecord[],
  verdicts: ReadonlyMap<string, Verdict>,
): AwardRecord[] {
  const candidates = awards.filter(({ id }) => isVerified(verdicts.get(id)))
  const published = new Set<AwardRecord>()
  for (const rows of Map.groupBy(candidates.toSorted(byDateThenId), awardFingerprint).values()) {
    const several = longestList(rows)
    for (const row of several.length > 1 ? several : rows.slice(0, 1)) published.add(row)
  }
  return candidates.filter((award) => published.has(award))
}

/** The first row of each line from the source that has the most lines; the first such source. */
function longestList(rows: readonly AwardRecord[]): AwardRecord[] {
  const lined = rows.filter(({ sourceLine }) => sourceLine !== null)
  const lists = [...Map.groupBy(lined, ({ sourceDocumentId }) => sourceDocumentId).values()].map((list) =>
    [...Map.groupBy(list, ({ sourceLine }) => sourceLine).values()].flatMap(([first]) => first ?? []),
  )
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [])
}

const LAST_DATE = '9999'

const byDateThenId = (a: AwardRecord, b: AwardRecord): number =>
  compare(a.awardDate ?? LAST_DATE, b.awardDate ?? LAST_DATE) || compare(a.id, b.id)
