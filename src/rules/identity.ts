import slugify from '@sindresorhus/slugify'
import { v5 } from 'uuid'
import type { AwardRecord } from '../schema/records.ts'
import { wordsOf } from './words.ts'

/** The namespace of every id of this service. Changing it would change them all. */
const NAMESPACE = 'f1a5d6c2-7c0e-4f43-9a53-3f0f3c2b8a61'

/**
 * The id of a record: a UUIDv5 of its kind and natural key, so that the same source row has the same id every night.
 * The key is taken to the letter, and its parts stay apart: `['a', 'b']`, `['ab']` and `['a', null]` are three records.
 */
export const recordId = (kind: string, naturalKey: readonly (string | null)[]): string =>
  v5(JSON.stringify([kind, ...naturalKey]), NAMESPACE)

const SLUG_TITLE_MAX = 80
const SLUG_ID_LENGTH = 8

/**
 * A readable address part: the title, cut at a word before 80 characters, the state, and the first 8 hex digits of the
 * id, which make it unique: `rural-health-innovation-fund-nc-012aab11`. Only `a-z`, `0-9` and single hyphens.
 */
export function slugOf(title: string, state: string | null, id: string): string {
  const words = slugify(title, { decamelize: false }).slice(0, SLUG_TITLE_MAX + 1)
  const whole = words.length <= SLUG_TITLE_MAX ? words : cutAtWord(words)
  return [whole, state?.toLowerCase(), id.slice(0, SLUG_ID_LENGTH)].filter(Boolean).join('-')
}

/** A text one character too long for a slug, up to its last whole word; cut hard when it is one long word. */
function cutAtWord(words: string): string {
  const end = words.lastIndexOf('-')
  return words.slice(0, end > 0 ? end : SLUG_TITLE_MAX)
}

const LEGAL_FORMS = new Set(['inc', 'incorporated', 'llc', 'llp', 'pllc', 'corp', 'corporation', 'ltd', 'limited'])
// At the end they are legal forms; elsewhere they may be a word of the name, as in `Hudson Company Hospital`.
const LEGAL_FORMS_LAST = new Set(['co', 'company', 'lp', 'pc', 'plc'])

/** The words of an awardee's name without `the`, `and` and its legal form; all of them when nothing else is left. */
function awardeeWords(name: string): string {
  const words = wordsOf(name)
  const kept = words.filter((word) => word !== 'the' && word !== 'and' && !LEGAL_FORMS.has(word))
  while (LEGAL_FORMS_LAST.has(kept.at(-1) ?? '')) kept.pop()
  return (kept.length > 0 ? kept : words).join(' ')
}

/**
 * What two rows of one award have in common: state, fiscal year, awardee after normalising, federal amount, and project
 * title or, without one, description. It leaves out the line of the source, which `publishableAwards` weighs.
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
 * The awards that are published: verified, not marked as a duplicate, and the first of each fingerprint by award date
 * (the unknown last), then id. The order of the input is kept.
 *
 * A source that lists one fingerprint on several lines means several awards. They are paired line by line with those of
 * other sources, so that two lines of one list and one row of another are two awards.
 */
export function publishableAwards(awards: readonly AwardRecord[]): AwardRecord[] {
  const candidates = awards.filter((award) => award.verification === 'VERIFIED' && award.duplicateOf === null)
  const published = new Set<AwardRecord>()
  for (const rows of Map.groupBy(candidates.toSorted(byDateThenId), awardFingerprint).values()) {
    const ordinals = new Set<number>()
    const lines = linesBySource(rows)
    for (const row of rows) {
      const ordinal = Math.max(0, lines.get(row.sourceDocumentId)?.indexOf(row.sourceLine) ?? 0)
      if (!ordinals.has(ordinal)) published.add(row)
      ordinals.add(ordinal)
    }
  }
  return candidates.filter((award) => published.has(award))
}

/** The distinct lines of each source document, in the order of the rows; rows without a line have none. */
function linesBySource(rows: readonly AwardRecord[]): Map<string, AwardRecord['sourceLine'][]> {
  const lines = new Map<string, AwardRecord['sourceLine'][]>()
  for (const { sourceDocumentId, sourceLine } of rows) {
    const known = lines.get(sourceDocumentId) ?? []
    if (sourceLine !== null && !known.includes(sourceLine)) known.push(sourceLine)
    lines.set(sourceDocumentId, known)
  }
  return lines
}

const LAST_DATE = '9999'

const byDateThenId = (a: AwardRecord, b: AwardRecord): number =>
  compare(a.awardDate ?? LAST_DATE, b.awardDate ?? LAST_DATE) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
