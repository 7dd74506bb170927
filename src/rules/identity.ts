import slugify from '@sindresorhus/slugify'
import { v5 } from 'uuid'
import type { AwardRecord } from '../schema/award-records.ts'
import { awardeeWords } from './awardees.ts'
import { compare } from './compare.ts'
import { isVerified, type Verdict } from './verification.ts'
import { wordsOf } from './words.ts'

/** The namespace of every id of this service. Changing it would change all ids. */
const NAMESPACE = 'f1a5d6c2-7c0e-4f43-9a53-3f0f3c2b8a61'

/**
 * The id of a record: a UUIDv5 of its kind and natural key, so the same source row has the same id in every run. The
 * key is used literally, and its parts are kept separate: `['a', 'b']`, `['ab']` and `['a', null]` are three records.
 */
export const recordId = (kind: string, naturalKey: readonly (string | null)[]): string =>
  v5(Buffer.from(JSON.stringify([kind, ...naturalKey])), NAMESPACE)

const SLUG_TITLE_MAX = 80
const SLUG_ID_LENGTH = 8

/**
 * A readable URL segment: the title, cut at a word before 80 characters, the state, and the first 8 hex digits of the
 * id, which make it unique: `rural-health-innovation-fund-nc-012aab11`. Only `a-z`, `0-9` and single hyphens.
 */
export function slugOf(title: string, state: string | null, id: string): string {
  const words = slugify(title, { decamelize: false }).slice(0, SLUG_TITLE_MAX + 1)
  const whole = words.length <= SLUG_TITLE_MAX ? words : cutAtWord(words)
  return [whole, state?.toLowerCase(), id.slice(0, SLUG_ID_LENGTH)].filter(Boolean).join('-')
}

/**
 * The slugs of records, in order. If two would be the same, the first one keeps it and the others include more of their
 * id.
 */
export function slugsOf(records: readonly { title: string; state: string | null; id: string }[]): string[] {
  const taken = new Set<string>()
  return records.map(({ title, state, id }) => {
    const short = slugOf(title, state, id)
    const slug = taken.has(short) ? short + id.slice(SLUG_ID_LENGTH) : short
    taken.add(slug)
    return slug
  })
}

/** Cuts a text that is one character too long for a slug at its last whole word; one long word is cut anywhere. */
function cutAtWord(words: string): string {
  const end = words.lastIndexOf('-')
  return words.slice(0, end > 0 ? end : SLUG_TITLE_MAX)
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
