import fc from 'fast-check'
import { getFacets } from '../../src/resources/define.ts'
import { type ResourceName, resource } from '../../src/resources/index.ts'
import { classifyApplicants } from '../../src/rules/classify/applicant-types.ts'
import { NOW } from '../api.ts'
import { declaredValues } from './declared.ts'
import type { Asked, Item, Query } from './matches.ts'
import type { Naive } from './naive.ts'

/** How the values of each parameter are found: those that occur in the items, and those that do not. */
const VALUES: { [Name in ResourceName]?: Record<string, (item: Item) => readonly (string | null)[]> } = {
  states: { region: ({ region }) => [region, '1'] },
  awards: {
    state: ({ state }) => [state, 'WY'],
    fiscalYear: ({ fiscalYear }) => [fiscalYear, fiscalYear.slice(2), fiscalYear.slice(4), '202', '2', '19'],
    awardee: ({ awardeeName }) => [awardeeName, awardeeName.slice(2, 9), awardeeName.toUpperCase(), 'hosp', 'é', '%'],
    verification: () => ['VERIFIED', 'UNVERIFIED', 'ALL'],
    recipientKind: ({ recipientKind }) => [recipientKind, 'TRIBAL', 'OTHER'],
    county: ({ county, place }) =>
      [county, county?.split(' ')[0], ...(place ?? '').split('; '), 'Park County'].filter(Boolean),
    near: ({ state, county }) => [county && `${county}, ${state}`, 'Merrick County, NE', 'matanuska-susitna, ak'],
    within: () => ['0', '20', '120', '1000'],
    category: ({ activityType }) => [activityType, 'FINANCE'],
    programCategory: ({ programCategories, activityType }) => [...programCategories, activityType, 'BEHAVIORAL_HEALTH'],
  },
  documents: {
    state: ({ state }) => [state, 'WY'],
    category: ({ category }) => [category, 'DATA'],
    activityType: ({ activityTypes }) => [...activityTypes, 'FINANCE'],
    programCategory: ({ programCategories, activityTypes }) => [...programCategories, ...activityTypes],
    fileType: ({ fileType }) => [fileType, 'DOCX'],
    year: ({ fiscalYear }) => [fiscalYear, fiscalYear?.slice(2), fiscalYear?.slice(4), 'FY2031'],
    upcoming: () => ['true', 'true', 'false'],
  },
  opportunities: {
    state: ({ state }) => [state, 'WY'],
    status: () => ['OPEN', 'CLOSING_SOON', 'UPCOMING', 'AMENDED', 'CLOSED'],
    applicantType: ({ applicantTypes }) => [...classifyApplicants(applicantTypes), 'TRIBAL'],
    statusBasis: () => ['DUE_DATE', 'SOURCE', 'AWARDED', 'ROLLING', 'UNCONFIRMED'],
    type: ({ type }) => [type, 'RFP', 'TENDER'],
    scope: ({ scope }) => [scope],
    category: () => ['WORKFORCE', 'OTHER', 'HEALTH_INFORMATION_TECHNOLOGY', 'FINANCE'],
    programCategory: ({ programCategories, truncatedProgramCategories }) => [
      ...programCategories,
      ...truncatedProgramCategories,
      'OTHER',
    ],
  },
  events: {
    state: ({ state }) => [state, 'WY'],
    status: () => ['UPCOMING', 'TODAY', 'PAST', 'CANCELLED', 'RECORDING_AVAILABLE'],
    type: ({ eventType }) => [eventType, 'RECORDING'],
    from: ({ startAt }) => [startAt, '2026-11-19T00:00:00Z'],
    to: ({ startAt }) => [startAt, '2026-11-21T00:00:00Z'],
    includeInactive: () => ['true', 'false'],
  },
  activities: {
    state: ({ state }) => [state, 'WY'],
    category: ({ category }) => [category],
    programCategory: ({ programCategory, category }) => [programCategory, category, 'BEHAVIORAL_HEALTH'],
    status: ({ status }) => [status, 'PLANNED'],
    fiscalYear: ({ fiscalYear }) => [fiscalYear, fiscalYear.slice(2), 'FY2031'],
  },
  commitments: {
    state: ({ state }) => [state, 'WY'],
    factor: ({ factor }) => [factor, 'F.1'],
    q: ({ policy }) => [policy.split(/[^A-Za-z]+/)[0], 'pharmacist', 'compact -nurse'],
  },
  activity: {
    state: ({ state }) => [state, 'WY'],
    type: ({ type }) => [type, 'ALL', 'SITE_DOWN'],
    since: ({ occurredAt }) => [occurredAt, '2026-11-05T07:00:00.000Z'],
  },
  coverage: { state: ({ state }) => [state, 'WY'] },
}

/** The filters that every list has, and those that many have. */
const SHARED: Record<string, (item: Item) => readonly (string | null)[]> = {
  updatedSince: ({ updatedAt }) => [updatedAt, '2026-11-05T07:00:00.000Z'],
  includeRemoved: () => ['false'],
  ids: ({ id, code, state }) => [id ?? code ?? state, 'unknown'],
  state: () => ['none'],
  scope: () => ['STATE', 'NATIONAL'],
  amountMin: ({ federalAmount, award, budgetMax }) => [String(federalAmount ?? award ?? budgetMax ?? 1), '100000'],
  amountMax: ({ federalAmount, award, budgetMax }) => [String(federalAmount ?? award ?? budgetMax ?? 1), '100000'],
  dueAfter: ({ dueDate }) => [dueDate, '2026-11-21T00:00:00Z'],
  dueBefore: ({ dueDate }) => [dueDate, '2026-11-21T00:00:00Z'],
  postedAfter: ({ postedDate }) => [postedDate],
  postedBefore: ({ postedDate }) => [postedDate],
  discoveredAfter: ({ discovered }) => [discovered],
  discoveredBefore: ({ discovered }) => [discovered],
}

type Values = (item: Item) => readonly (string | null)[]

/** The values of every filter and sort parameter of a list. */
function valuesOf(name: ResourceName): [parameter: string, values: Values][] {
  const own: Record<string, Values> = VALUES[name] ?? declaredValues(name)
  const { filters, orders } = resource(name)
  const both = (parameter: string): Values => {
    const lists = [own[parameter], SHARED[parameter]].filter((values) => values !== undefined)
    if (lists.length === 0) throw new Error(`no value of ${parameter} of ${name} is known here`)
    return (item) => lists.flatMap((values) => values(item))
  }
  const [first = 'updatedAt', second = first] = orders.sortable
  const sorts = orders.sortable.flatMap((field) => [field, `-${field}`])
  return [
    ...Object.keys(filters)
      .filter((parameter) => parameter !== 'q')
      .map((parameter): [string, Values] => [parameter, both(parameter)]),
    ['sort', () => (first === second ? sorts : [...sorts, `-${first},${second}`, `${second},-${first}`])],
  ]
}

/** The values of a filter that occur in the items of a list, as a caller writes them. */
export function valuesIn(name: ResourceName, parameter: string, items: readonly Item[]): string[] {
  const [, values] = valuesOf(name).find(([own]) => own === parameter) ?? [null, () => []]
  const all = new Set(items.flatMap((item) => values(item)))
  return [...all].filter((value): value is string => typeof value === 'string' && value.toUpperCase() !== 'ALL')
}

/** Parameters that take one value. */
const SINGLE = [
  'fiscalYear',
  'awardee',
  'county',
  'near',
  'within',
  'year',
  'upcoming',
  'from',
  'to',
  'includeInactive',
  'since',
  'updatedSince',
  'includeRemoved',
  'amountMin',
  'amountMax',
  'dueAfter',
  'dueBefore',
  'postedAfter',
  'postedBefore',
  'discoveredAfter',
  'discoveredBefore',
  'sort',
]
export const SEARCHED: Partial<Record<ResourceName, (item: Item) => (string | null)[]>> = {
  opportunities: ({ title, summary, issuingAgency }) => [title, summary, issuingAgency],
  events: ({ title, hostAgency, description, stateName }) => [title, hostAgency, description, stateName],
}

export interface Question {
  query: Query
  q: Asked[] | null
  page: number
  limit: number
  now: number
  /** A filter whose values are to be counted over the matches. */
  facet: string | null
  /** Whether to continue with the response's cursor. */
  goesOn: boolean
}

/** Random queries to a list: up to three filters, a search, a page, and an instant near a change. */
export function questions(name: ResourceName, naive: Naive): fc.Arbitrary<Question> {
  const items = naive.publication[name].map(({ item }) => item as Item)
  const filters = valuesOf(name).map(([parameter, values]) => {
    const known = [...new Set(items.flatMap((item) => values(item)))].filter((value) => typeof value === 'string')
    const value = fc.constantFrom(...(known as string[]))
    const text = SINGLE.includes(parameter)
      ? value
      : fc
          .uniqueArray(value, { minLength: 1, maxLength: 3 })
          .map((values) => (values.includes('ALL') ? 'ALL' : values.join(',')))
    const cased = fc.tuple(text, fc.boolean()).map(([written, isLower]) => (isLower ? written.toLowerCase() : written))
    return [parameter, SINGLE.includes(parameter) && !['awardee', 'county'].includes(parameter) ? text : cased] as const
  })
  // Few filters match more than many do.
  const query = fc
    .subarray(filters, { maxLength: Math.min(3, filters.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)))
    // Miles need a county.
    .map(({ within, ...query }) => (within !== undefined && query.near ? { ...query, within } : query))
  return fc.record({
    query,
    q: fc.option(asked(items.flatMap((item) => SEARCHED[name]?.(item) ?? [])), { freq: 2 }),
    page: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 9 }) }),
    limit: fc.constantFrom(1, 2, 7, 25, 50),
    facet: fc.option(fc.constantFrom(...getFacets(resource(name))), { freq: 1 }),
    goesOn: fc.boolean(),
    now: fc.oneof(
      fc.constant(Date.parse(NOW)),
      fc
        .tuple(fc.constantFrom(...naive.turnsOf(name)), fc.constantFrom(-86_400_000, -1, 0, 1, 3_600_000))
        .map(([turn, ms]) => turn + ms),
    ),
  })
}

function asked(texts: (string | null)[]): fc.Arbitrary<Asked[]> {
  const runs = texts.flatMap((text) => {
    const words = (text ?? '').split(/[\s"*]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    return words.map((word, index) => ({ word, pair: words.slice(index, index + 2).join(' ') }))
  })
  if (runs.length === 0) return fc.constant([])
  const run = fc.constantFrom(...runs)
  const part = fc
    .record({ run, kind: fc.constantFrom('word' as const, 'phrase' as const, 'prefix' as const), cut: fc.nat(5) })
    .map(({ run: { word, pair }, kind, cut }) => {
      const start = word.replace(/^[^\p{L}\p{N}]+/u, '')
      if (kind === 'prefix')
        return { kind, words: /^[\p{L}\p{N}]{2,}$/u.test(start) ? start.slice(0, 2 + cut) : 'tele' }
      return { kind, words: kind === 'phrase' ? pair : start }
    })
  const signed = fc
    .tuple(part, fc.integer({ min: 0, max: 4 }))
    .map(([given, chance]) => ({ ...given, isExcluded: chance === 0 }))
  return fc.array(signed, { minLength: 1, maxLength: 2 })
}

/** A part of a search as a caller writes it. */
export const written = ({ kind, words, isExcluded }: Asked): string =>
  (isExcluded ? '-' : '') + (kind === 'phrase' ? `"${words}"` : kind === 'prefix' ? `${words}*` : words)
