import type { z } from 'zod'
import {
  type County,
  findCounties,
  findPlaces,
  foldCounty,
  formatCounty,
  getCountiesIn,
  getMiles,
  type Placed,
  splitCounty,
} from '../rules/awards/counties.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { capitalize } from '../rules/text/wording.ts'
import {
  isBareDate,
  parseFiscalYear,
  parseFiscalYearPart,
  toDeadlineInstant,
  toLocalDay,
  toStartInstant,
} from '../rules/time/moments.ts'
import {
  dollars,
  findMeantState,
  findNearest,
  flag,
  ids,
  listParameter,
  moment,
  parameter,
  programCategories,
  refuse,
  ruled,
  wholeNumber,
  words,
} from '../schema/params.ts'
import { LEGACY_CATEGORY_IDS } from '../schema/taxonomy.ts'
import { NO_STATE, OPPORTUNITY_SCOPES, STATE_CODES, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'

/** Parts of filters shared by several lists. Each list adds its stored values. */

/** The filters `state` and `scope` of every list whose records have a state. */
export const place = {
  state: {
    schema: listParameter([...STATE_CODES, NO_STATE], 'state code', findMeantState),
    description: 'Two-letter state code, or a comma-separated list of codes; `none` for records of national scope.',
    op: 'is',
    none: NO_STATE,
  },
  scope: {
    schema: listParameter(OPPORTUNITY_SCOPES, 'scope'),
    description: 'STATE for records of a state, NATIONAL for records of national scope.',
    op: 'is',
    from: ({ item }: { item: { state: string | null } }): (typeof OPPORTUNITY_SCOPES)[number] =>
      item.state === null ? 'NATIONAL' : 'STATE',
  },
} as const

export const idsFilter = (fold: (id: string) => string) =>
  ({
    schema: ids(fold),
    description:
      'Up to 100 comma-separated ids. Returns the records with these ids in the order of the list. Unknown ids are ignored.',
    op: 'named',
  }) as const

/** Amounts are compared in cents. */
const CENTS = 100

/** The filters of an amount. @param field its name */
export const amounts = (field: string) => {
  const toCents = (amount: number | string) => Math.round(Number(amount) * CENTS)
  const stored = {
    schema: dollars,
    column: 'amount',
    from({ item }: { item: object }): number | null {
      const amount = (item as { [field: string]: number | null })[field] ?? null
      return amount === null ? null : toCents(amount)
    },
    bound: toCents,
  }
  const describe = (side: string) => `Only records whose \`${field}\` is known and at ${side} this, in US dollars.`
  return {
    amountMin: { ...stored, description: describe('least'), op: 'atLeast' },
    amountMax: { ...stored, description: describe('most'), op: 'atMost' },
  } as const
}

/** The filter of a closed set. @param what a value, as errors name it @param subject a value, as the docs name it */
export const choice = <Value extends string>(
  values: readonly Value[],
  what: string,
  plural: string,
  subject = capitalize(what),
  meant?: (word: string) => string | undefined,
) => ({
  schema: listParameter(values, what, meant),
  description: `${subject}, or a comma-separated list of ${plural}.`,
  op: 'is' as const,
})

export const programCategory = {
  schema: programCategories,
  description: 'Program category (canonical ID or legacy alias), or a comma-separated list of categories.',
  op: 'has',
  fields: ['programCategories'],
} as const

export const legacyCategory = choice(LEGACY_CATEGORY_IDS, 'legacy program category', 'categories')

const YEAR_FORMS = 'Must be a fiscal year, such as 2026, FY2026 or FY26.'

export const fiscalYear = {
  column: 'fiscalYear',
  schema: ruled(parseFiscalYear, YEAR_FORMS, 'FY2026').transform((year) => [year]),
  description: 'Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.',
  op: 'is',
} as const

export const fiscalYearInPart = {
  schema: ruled(parseFiscalYearPart, 'Must be a fiscal year or part of one, such as FY2026, 2026 or 202.', 'FY2026'),
  description: 'Fiscal year, matched partially: 2026 and FY2026 find FY2026, 202 finds FY2024 and FY2026.',
  op: 'among',
  isCounted: true,
  picks: (requested: string, existing: string) => existing.includes(requested),
} as const

/** The default of a flag that is off when absent. @param everything the value that excludes no records */
export const off = (everything: 'true' | 'false') => ({ value: false, everything }) as const

export const keyword = (fields: string) =>
  ({
    schema: words(),
    description: `Keyword search in ${fields}. All words must occur; supports "a phrase", prefix* and -excluded. Disables caching.`,
    op: 'match',
    uncached: true,
  }) as const

/** The filters of every list to keep a copy up to date. */
export const updates = {
  updatedSince: {
    schema: moment,
    description:
      'Only records whose `updatedAt` is strictly after this ISO 8601 timestamp, oldest first. Disables caching.',
    op: 'after',
    column: 'updatedAt',
    from: ({ item }: { item: object }) => Date.parse((item as { updatedAt: string }).updatedAt),
    bound: (value: string) => toStartInstant(value, NATIONAL_ZONE),
    uncached: true,
  },
  includeRemoved: {
    schema: flag,
    description:
      '`true` also returns records that are no longer published, as `{id, removedAt, reason, mergedInto}`, in the order of `updatedSince`. Only the filters `state` and `updatedSince` apply to them.',
    default: off('false'),
    op: 'removed',
  },
} as const

type OwnRow = { item: object }

/** The filters of rows at or after a moment, and at or before it. @param isLocal whether a day is one of the row's own zone */
export function bounds(field: string, isLocal = false) {
  const from = ({ item }: OwnRow): number | null => {
    const moment = (item as { [field: string]: string | null })[field] ?? null
    return moment === null ? null : Date.parse(moment)
  }
  const day = (row: OwnRow): string | null => {
    const instant = from(row)
    return instant === null ? null : toLocalDay(instant, (row.item as { timeZone?: string }).timeZone ?? NATIONAL_ZONE)
  }
  const stored = { schema: moment, column: field, from, ...(isLocal && { day }) }
  const describe = (side: string) =>
    `Only records whose \`${field}\` is at or ${side} this ISO 8601 date or timestamp. A date without a time is that day in ${isLocal ? "the record's own time zone" : 'America/New_York'}.`
  return {
    since: {
      ...stored,
      description: describe('after'),
      op: 'atLeast',
      bound: (value: string) => toStartInstant(value, NATIONAL_ZONE),
    },
    until: {
      ...stored,
      description: describe('before'),
      op: 'atMost',
      // Inclusive: a date without a time includes the last millisecond of its day.
      bound: (value: string) => toDeadlineInstant(value, NATIONAL_ZONE) + (isBareDate(value) ? 999 : 0),
    },
  } as const
}

/** Miles around a county, unless another distance is given. */
export const WITHIN = { default: 50, max: 1_000 } as const

const EXAMPLE = 'Hall County, NE'

/** A county with its state, parsed into its official name. */
const county = parameter({ type: 'string', examples: [EXAMPLE] }, (text, ctx) => {
  const counties = findCounties(text).map(formatCounty)
  if (counties.length === 1) return counties[0] as string
  if (counties.length > 1) {
    const message = `${counties.length} states have a county named "${text}". Add the state.`
    return refuse(ctx, message, { value: text, supportedValues: counties })
  }
  const { name, state } = splitCounty(text)
  if (state === null) return refuse(ctx, `Must be a county with its state, such as "${EXAMPLE}".`, { value: text })
  const suggested = suggestCounty(state, name)
  return refuse(ctx, `"${name}" is not a county of ${STATE_NAMES[state]}.`, {
    value: text,
    supportedValues: getCountiesIn(state).map(formatCounty),
    ...(suggested && { didYouMean: formatCounty(suggested) }),
  })
})

/** The county of a state that a misspelled name most likely means; null when none is close. */
export function suggestCounty(state: StateCode, name: string): County | null {
  const counties = getCountiesIn(state)
  const meant = findNearest(
    foldCounty(name),
    counties.map((county) => foldCounty(county.name)),
  )
  return counties.find((county) => foldCounty(county.name) === meant) ?? null
}

export const near = {
  near: {
    schema: county,
    description: `County or county equivalent with its state, such as \`${EXAMPLE}\`. Only awards with a known county whose center is at most \`within\` miles away from its center.`,
    op: 'has',
    isCounted: false,
    from: ({ item }: { item: Placed }): string[] => findPlaces(item).map(formatCounty),
    picks: (requested: string, existing: string, { within = WITHIN.default }: { within?: unknown }) => {
      const [from, to] = [findCounties(requested)[0], findCounties(existing)[0]]
      return from !== undefined && to !== undefined && getMiles(from, to) <= Number(within)
    },
  },
  within: {
    schema: wholeNumber(0, WITHIN.max) as z.ZodType<number>,
    description: `Miles around the county of \`near\`, in a straight line; ${WITHIN.default} by default, 0 for the county itself.`,
    op: 'refines',
  },
} as const
