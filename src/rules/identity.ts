import { hash } from 'node:crypto'
import type { AwardRecord } from '../schema/award-records.ts'
import { awardeeWords } from './awardees.ts'
import { compare } from './compare.ts'
import { isVerified, type Verdict } from './verification.ts'
import { wordsOf } from './words.ts'

/** The namespace UUID of every id of this service. Changing it would change all ids. */
const NAMESPACE = Buffer.from('f1a5d6c27c0e4f439a533f0f3c2b8a61', 'hex')

/**
 * The id of a record: a UUIDv5 of its kind and natural key, so the same source row has the same id in every run. The
 * key is used literally, and its parts are kept separate: `['a', 'b']`, `['ab']` and `['a', null]` are three records.
 */
export const recordId = (kind: string, naturalKey: readonly (string | null)[]): string =>
  uuidOf(Buffer.from(JSON.stringify([kind, ...naturalKey])))

/** The UUIDv5 of a name (RFC 9562, 5.5). */
function uuidOf(name: Buffer): string {
  const bytes = hash('sha1', Buffer.concat([NAMESPACE, name]), 'buffer')
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

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
    wordsOf(award.projectTitle ?? award.programDescription ?? '').join(' '),
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
