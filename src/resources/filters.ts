import { fiscalYearOf, fiscalYearPart } from '../rules/fiscal-year.ts'
import { deadlineInstant, NATIONAL_ZONE, startInstant } from '../rules/moments.ts'
import { flag, listOf, moment, programCategories, ruled, words } from '../schema/params.ts'
import { LEGACY_CATEGORY_IDS } from '../schema/taxonomy.ts'
import { STATE_CODES } from '../schema/vocabularies.ts'

/** The parts of filters that several lists share; each list adds what its rows store. */

export const state = {
  schema: listOf(STATE_CODES, 'state code'),
  description: 'Two-letter state code, or a comma-separated list of them.',
  default: null,
  op: 'is',
} as const

export const programCategory = {
  schema: programCategories,
  description: 'Program category: canonical ID or legacy alias, or a comma-separated list of them.',
  default: null,
  op: 'has',
} as const

export const legacyCategory = {
  schema: listOf(LEGACY_CATEGORY_IDS, 'legacy program category'),
  description: 'Legacy program category, or a comma-separated list of them.',
  default: null,
} as const

const YEAR_FORMS = 'Must be a fiscal year, such as 2026, FY2026 or FY26.'

/** Exactly one fiscal year. */
export const fiscalYear = {
  schema: ruled(fiscalYearOf, YEAR_FORMS, 'FY2026').transform((year) => [year]),
  description: 'Fiscal year: 2026, FY2026, FY26 and FY 2026 are the same.',
  default: null,
  op: 'is',
} as const

/** Every fiscal year that contains the digits. */
export const fiscalYearInPart = {
  schema: ruled(fiscalYearPart, 'Must be a fiscal year or a part of one, such as FY2026, 2026 or 202.', 'FY2026'),
  description: 'Fiscal year, matched in part: 2026 and FY2026 find FY2026, 202 finds FY2024 and FY2026.',
  default: null,
  op: 'among',
  picks: (wanted: string, existing: string) => existing.includes(wanted),
} as const

/** The default of a switch that is off when it is absent. @param everything the value that leaves nothing out */
export const off = (everything: 'true' | 'false') => ({ value: false, everything }) as const

export const keyword = (fields: string) =>
  ({
    schema: words(),
    description: `Keyword search in ${fields}: all words must occur, "a phrase", prefix*, -excluded. Disables caching.`,
    default: null,
    op: 'match',
    uncached: true,
  }) as const

/** A bound in time; a bare date is a day of America/New_York. */
export const lowerBound = (description: string) =>
  ({
    schema: moment,
    description,
    default: null,
    op: 'atLeast',
    bound: (value: string) => startInstant(value, NATIONAL_ZONE),
  }) as const

/** The filters of every list by which a copy of it is kept up to date. */
export const updates = {
  updatedSince: {
    schema: moment,
    description:
      'ISO 8601 timestamp; only records whose `updatedAt` is strictly after it, oldest first. Disables caching.',
    default: null,
    op: 'after',
    column: 'updatedAt',
    from: ({ item }: { item: object }) => Date.parse((item as { updatedAt: string }).updatedAt),
    bound: (value: string) => startInstant(value, NATIONAL_ZONE),
    uncached: true,
  },
  includeRemoved: {
    schema: flag,
    description:
      'With `true`, and in the order of `updatedSince`: records that are no longer published too, as `{id, removedAt, reason, mergedInto}`. Of the filters, only `state` and `updatedSince` hold for them.',
    default: off('false'),
    op: 'removed',
  },
} as const

const BARE_DATE_LENGTH = 10
const LAST_MILLISECOND = 999

export const upperBound = (description: string) =>
  ({
    schema: moment,
    description,
    default: null,
    op: 'atMost',
    // Inclusive: a bare date lasts until the last millisecond of its day.
    bound: (value: string) =>
      deadlineInstant(value, NATIONAL_ZONE) + (value.length === BARE_DATE_LENGTH ? LAST_MILLISECOND : 0),
  }) as const
