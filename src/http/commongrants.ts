import { z } from 'zod'
import { opportunities } from '../resources/opportunities.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { CommonGrant, GRANT_STATUSES } from '../schema/wire/commongrants.ts'
import { readJson } from './body.ts'
import { PAGE_MAX } from './list-parameters.ts'
import { Problems } from './problems.ts'

/** The supported part of the CommonGrants protocol, version 0.4.0: pages, filters and sort orders. */

export const PAGE_SIZE = { default: 100, max: 100 } as const

export const GRANT_SORTS = [
  'lastModifiedAt',
  'createdAt',
  'title',
  'status.value',
  'keyDates.closeDate',
  'funding.maxAwardAmount',
  'funding.minAwardAmount',
  'funding.totalAmountAvailable',
  'funding.estimatedAwardCount',
] as const

const oneOf = z.enum(['in', 'notIn']).describe('Whether the value must be among these, or must not be.')
const range = z.enum(['between', 'outside']).describe('Bounds included for `between`, excluded for `outside`.')
const bound = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Must be a date, `YYYY-MM-DD`, or a timestamp.')
  .describe('A date, compared with the local date of the deadline, or a timestamp.')
const money = z.strictObject({
  amount: z
    .string('Must be a decimal number in quotes.')
    .regex(/^-?\d+\.?\d*$/, 'Must be a decimal number, such as "50000".')
    .describe('A decimal number.'),
  currency: z.string().describe('ISO 4217 code; nothing is found in a currency other than `USD`.'),
})
const between = <Bound extends z.ZodType>(value: Bound, what: string) =>
  z
    .strictObject({
      operator: range,
      value: z
        .strictObject({ min: value.describe('The lower bound.'), max: value.describe('The upper bound.') })
        .describe('The bounds.'),
    })
    .optional()
    .describe(`Bounds of ${what}; opportunities where it is unknown are left out.`)
const among = <Value extends z.ZodType>(value: Value, what: string) =>
  z
    .strictObject({ operator: oneOf, value: z.array(value).describe('The values.') })
    .optional()
    .describe(what)

const GrantFilters = z.strictObject({
  status: among(z.enum(GRANT_STATUSES), 'Statuses.'),
  closeDateRange: between(bound, 'the due date'),
  totalFundingAvailableRange: between(money, 'the pool that all awards share'),
  minAwardAmountRange: between(money, 'the smallest award, which is never known here'),
  maxAwardAmountRange: between(money, 'the ceiling of one award'),
  customFilters: z
    .strictObject({ state: among(StateCode, 'State codes.') })
    .optional()
    .describe('Filters beyond those of the protocol.'),
})
export type GrantFilters = z.infer<typeof GrantFilters>

const Sorting = z.strictObject({
  sortBy: z.enum(GRANT_SORTS).describe('The field to sort by; unknown values come last.'),
  sortOrder: z.enum(['asc', 'desc']).optional().describe('`asc` where it is left out.'),
})

const size = `Must be a whole number from 1 to ${PAGE_SIZE.max}.`

/** The body of a search. */
export const GrantSearchBody = z
  .strictObject({
    search: z
      .string('Must be a text.')
      .optional()
      .describe('Words that must occur in title or summary, "a phrase", prefix*, -excluded; empty for no filter.'),
    filters: GrantFilters.optional().describe('All must hold.'),
    sorting: Sorting.optional().describe('By `lastModifiedAt`, latest first, where it is left out.'),
    pagination: z
      .strictObject({
        page: z
          .int(`Must be a whole number from 1 to ${PAGE_MAX}.`)
          .min(1)
          .max(PAGE_MAX)
          .default(1)
          .describe('Page, from 1; one past the end is empty.'),
        pageSize: z
          .int(size)
          .min(1, size)
          .max(PAGE_SIZE.max, size)
          .default(PAGE_SIZE.default)
          .describe('Opportunities a page holds.'),
      })
      .optional()
      .describe('The page.'),
  })
  .meta({ id: 'CommonGrantsSearchBody' })

const success = {
  status: z.literal(200).describe('The HTTP status.'),
  message: z.literal('Success').describe('`Success`.'),
}
const page = {
  ...success,
  items: z.array(CommonGrant).describe('The opportunities of the page.'),
  paginationInfo: z
    .strictObject({
      page: z.int().min(1).describe('The page that was asked for.'),
      pageSize: z.int().min(1).describe('Opportunities a page holds at most.'),
      totalItems: z.int().min(0).describe('Opportunities that match in all.'),
      totalPages: z.int().min(0).describe('Pages in all; 0 when nothing matches.'),
    })
    .describe('Where the page stands.'),
}

export const GrantList = z.strictObject(page).meta({ id: 'CommonGrantsList' })
export const GrantDetail = z
  .strictObject({ ...success, data: CommonGrant.describe('The opportunity.') })
  .meta({ id: 'CommonGrantsDetail' })
export const GrantSearchAnswer = z
  .strictObject({
    ...page,
    sortInfo: Sorting.required().describe('The order of the items.'),
    filterInfo: z.strictObject({ filters: GrantFilters.describe('As they were sent.') }).describe('The filters.'),
  })
  .meta({ id: 'CommonGrantsSearchAnswer' })

/** A parsed search. */
export interface GrantSearch {
  /** Words to look for; null for none. */
  words: string | null
  filters: GrantFilters
  sorting: { sortBy: (typeof GRANT_SORTS)[number]; sortOrder: 'asc' | 'desc' }
  page: number
  pageSize: number
}

/** Reads the body of a search. @throws ApiError with every problem of it, each with the path of its field */
export async function readGrantSearch(request: Request): Promise<GrantSearch> {
  const body = await readJson(request, 'the search', '{"search": "telehealth"}')
  const problems = new Problems()
  const result = GrantSearchBody.safeParse(body)
  for (const issue of result.error?.issues ?? []) addProblem(problems, body, issue)
  const search = result.data?.search?.trim() || null
  const words = search === null ? null : opportunities.filters.q.schema.safeParse(search)
  if (words?.error) problems.addIssues('search', search, words.error.issues)
  problems.throwIfAny()
  const { filters = {}, sorting, pagination } = result.data as z.infer<typeof GrantSearchBody>
  return {
    words: words?.data ?? null,
    filters,
    sorting: sorting ? { sortOrder: 'asc', ...sorting } : { sortBy: 'lastModifiedAt', sortOrder: 'desc' },
    page: pagination?.page ?? 1,
    pageSize: pagination?.pageSize ?? PAGE_SIZE.default,
  }
}

function addProblem(problems: Problems, body: unknown, issue: z.core.$ZodIssue): void {
  const at = (path: readonly PropertyKey[]): unknown =>
    path.reduce<unknown>((value, key) => (value as { [key: PropertyKey]: unknown } | undefined)?.[key], body) ?? null
  const field = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') {
    const supportedValues = issue.code === 'invalid_value' ? issue.values.map(String) : undefined
    const message = supportedValues ? 'Is not a value that is accepted here.' : issue.message
    problems.add(field, at(issue.path), message, supportedValues && { supportedValues })
    return
  }
  for (const key of issue.keys) {
    if (field === '') problems.unknown(key, at([key]), Object.keys(GrantSearchBody.shape))
    else problems.add(`${field}.${key}`, at([...issue.path, key]), 'Is not a field of the search.')
  }
}
