import { fiscalYearOf, fiscalYearPart } from '../rules/fiscal-year.ts'
import { deadlineInstant, NATIONAL_ZONE, startInstant } from '../rules/moments.ts'
import { dollars, ids } from '../schema/list-params.ts'
import { flag, listOf, moment, programCategories, ruled, words } from '../schema/params.ts'
import { stateMeant } from '../schema/state-names.ts'
import { LEGACY_CATEGORY_IDS } from '../schema/taxonomy.ts'
import { NO_STATE, OPPORTUNITY_SCOPES, STATE_CODES } from '../schema/vocabularies.ts'

/** The parts of filters that several lists share; each list adds what its rows store. */

interface Placed {
  item: { state: string | null }
}

/** Where records belong: the filters of every list whose records have a state. */
export const place = {
  state: {
    schema: listOf([...STATE_CODES, NO_STATE], 'state code', stateMeant),
    description: 'Two-letter state code, or a comma-separated list of them; `none` for records of national scope.',
    default: null,
    op: 'is',
    from: ({ item }: Placed) => item.state ?? NO_STATE,
  },
  scope: {
    schema: listOf(OPPORTUNITY_SCOPES, 'scope'),
    description: 'STATE for the records of states, NATIONAL for those of national scope.',
    default: null,
    op: 'is',
    from: ({ item }: Placed): (typeof OPPORTUNITY_SCOPES)[number] => (item.state === null ? 'NATIONAL' : 'STATE'),
  },
} as const

/** The records with these ids, as far as the list has them. */
export const idsFilter = (fold: (id: string) => string) =>
  ({
    schema: ids(fold),
    description:
      'Up to 100 ids, comma-separated: the records that have them, in the order of the list. An id that the list does not have is left out.',
    default: null,
    op: 'named',
  }) as const

/** An amount that is compared with a field; cents count. */
const CENTS = 100
const amountBound = (op: 'atLeast' | 'atMost', description: string) =>
  ({
    schema: dollars,
    description,
    default: null,
    op,
    column: 'amount',
    bound: (value: string) => Math.round(Number(value) * CENTS),
  }) as const

/** The filters by an amount. @param field its name @param of the amount of a row */
export const amounts = <OwnRow>(field: string, of: (row: OwnRow) => number | null) => {
  const from = (row: OwnRow) => {
    const amount = of(row)
    return amount === null ? null : Math.round(amount * CENTS)
  }
  return {
    amountMin: {
      ...amountBound('atLeast', `Only records whose \`${field}\` is known and at least this, in US dollars.`),
      from,
    },
    amountMax: {
      ...amountBound('atMost', `Only records whose \`${field}\` is known and at most this, in US dollars.`),
      from,
    },
  }
}

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
  isCounted: true,
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

/** The filters by an instant of a row: from a moment on, and up to one; both inclusive. @param field its name */
export const period = <Name extends string, OwnRow>(name: Name, field: string, of: (row: OwnRow) => string | null) => {
  const from = (row: OwnRow) => {
    const moment = of(row)
    return moment === null ? null : Date.parse(moment)
  }
  const after = {
    ...lowerBound(
      `Only records whose \`${field}\` is at or after this, ISO 8601; a bare date begins at midnight in America/New_York.`,
    ),
    column: field,
    from,
  }
  const before = {
    ...upperBound(
      `Only records whose \`${field}\` is at or before this, ISO 8601; a bare date lasts to its end in America/New_York.`,
    ),
    column: field,
    from,
  }
  return { [`${name}After`]: after, [`${name}Before`]: before } as {
    [Key in `${Name}After`]: typeof after
  } & { [Key in `${Name}Before`]: typeof before }
}
