import { toCommonGrant } from '../../rules/notices/commongrants.ts'
import { compare } from '../../rules/text/words.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { CommonGrant } from '../../schema/wire/commongrants.ts'
import type { Opportunity } from '../../schema/wire/opportunities.ts'
import { type Reader, wholeList } from '../../store/lists/reader.ts'
import { inTurn } from '../../store/open/turns.ts'
import { GRANT_SORTS, type GrantFilters, type GrantSearch } from './commongrants-schemas.ts'

/** An opportunity in both formats. */
interface Entry {
  opportunity: Opportunity
  grant: CommonGrant
}

const ALL = Number.MAX_SAFE_INTEGER

const read = new WeakMap<Reader, { until: Instant; entries: Promise<readonly Entry[]> }>()

/** All opportunities, latest first; cached until a status changes. */
function readEntries(reader: Reader, now: Instant): Promise<readonly Entry[]> {
  const until = reader.until(now)
  const known = read.get(reader)
  if (known?.until === until) return known.entries
  const entries = wholeList<Opportunity>(reader, now).then((all) =>
    all.map((opportunity) => ({ opportunity, grant: toCommonGrant(opportunity) })),
  )
  read.set(reader, { until, entries })
  entries.catch(() => read.delete(reader))
  return entries
}

/** The opportunities that match a search, in its order. */
export async function grantsFound(reader: Reader, search: GrantSearch, now: Instant): Promise<CommonGrant[]> {
  const entries = await readEntries(reader, now)
  return inTurn(() => found(entries, reader, search, now))
}

function found(
  entries: readonly Entry[],
  reader: Reader,
  { words, filters, sorting }: GrantSearch,
  now: Instant,
): CommonGrant[] {
  const isFound = words === null ? () => true : withWords(reader, words, now)
  const { sortBy, sortOrder } = sorting
  const sign = sortOrder === 'asc' ? 1 : -1
  return entries
    .filter((entry) => isFound(entry) && CONDITIONS.every((holds) => holds(entry, filters)))
    .map((entry) => ({ ...entry, by: GRANT_SORTS[sortBy](entry.opportunity) }))
    .sort((a, b) => compared(a.by, b.by, sign) || compare(a.opportunity.id, b.opportunity.id))
    .map(({ grant }) => grant)
}

function withWords(reader: Reader, words: string, now: Instant): (entry: Entry) => boolean {
  const found = JSON.parse(
    reader.list({ filters: { q: words }, limit: ALL, fields: ['id'] }, now).data,
  ) as Opportunity[]
  const ids = new Set(found.map(({ id }) => id))
  return ({ opportunity }) => ids.has(opportunity.id)
}

type Condition = (entry: Entry, filters: GrantFilters) => boolean
type Range<Bound> = { operator: 'between' | 'outside'; value: { min: Bound; max: Bound } } | undefined
type Money = { amount: string; currency: string }

const CONDITIONS: readonly Condition[] = [
  ({ grant }, { status }) => isAmong(grant.status.value, status),
  ({ opportunity }, { customFilters }) => isAmong(opportunity.state, customFilters?.state),
  (entry, { closeDateRange }) => isDueWithin(entry, closeDateRange),
  ({ opportunity }, { totalFundingAvailableRange }) =>
    isAmountWithin(opportunity.budgetMax, totalFundingAvailableRange),
  ({ opportunity }, { maxAwardAmountRange }) => isAmountWithin(opportunity.budgetPerAward, maxAwardAmountRange),
  (_, { minAwardAmountRange }) => isAmountWithin(null, minAwardAmountRange),
]

function isAmong<Value>(
  value: Value | null,
  filter: { operator: 'in' | 'notIn'; value: Value[] } | undefined,
): boolean {
  if (!filter) return true
  const isListed = value !== null && filter.value.includes(value)
  return filter.operator === 'in' ? isListed : !isListed
}

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/

function isDueWithin({ opportunity, grant }: Entry, range: Range<string>): boolean {
  if (!range) return true
  const { dueDate } = opportunity
  const closeDate = grant.keyDates?.closeDate
  if (dueDate === null || closeDate?.eventType !== 'singleDate') return false
  /** Positive when the deadline is later than the bound. */
  const against = (bound: string): number =>
    BARE_DATE.test(bound) ? compared(closeDate.date, bound, 1) : Date.parse(dueDate) - Date.parse(bound)
  return isWithin(against(range.value.min), against(range.value.max), range.operator)
}

function isAmountWithin(amount: number | null, range: Range<Money>): boolean {
  if (!range) return true
  const { min, max } = range.value
  if (amount === null || min.currency !== 'USD' || max.currency !== 'USD') return false
  return isWithin(amount - Number(min.amount), amount - Number(max.amount), range.operator)
}

const isWithin = (fromMin: number, fromMax: number, operator: 'between' | 'outside'): boolean =>
  (fromMin >= 0 && fromMax <= 0) === (operator === 'between')

type Sortable = string | number | null

/** Compares values; unknown values come last in both directions. */
function compared(a: Sortable, b: Sortable, sign: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}
