import type { FilterValues } from '../../resources/define.ts'
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
  const cached = read.get(reader)
  if (cached?.until === until) return cached.entries
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
  const { status, customFilters, closeDateRange, totalFundingAvailableRange, maxAwardAmountRange } = filters
  const select = (query: FilterValues) => selectIds(reader, query, now)
  const withWords = words === null ? null : select({ q: words })
  const { min, max } = closeDateRange?.value ?? {}
  const due = closeDateRange && select({ dueAfter: min, dueBefore: max })
  const isFound = ({ opportunity, grant }: Entry): boolean =>
    (withWords?.has(opportunity.id) ?? true) &&
    isAmong(grant.status.value, status) &&
    isAmong(opportunity.state, customFilters?.state) &&
    (!due || (opportunity.dueDate !== null && due.has(opportunity.id) === (closeDateRange?.operator === 'between'))) &&
    isAmountWithin(opportunity.budgetMax, totalFundingAvailableRange) &&
    isAmountWithin(opportunity.budgetPerAward, maxAwardAmountRange) &&
    isAmountWithin(null, filters.minAwardAmountRange)
  const { sortBy, sortOrder } = sorting
  const sign = sortOrder === 'asc' ? 1 : -1
  return entries
    .filter(isFound)
    .map((entry) => ({ ...entry, by: GRANT_SORTS[sortBy](entry.opportunity) }))
    .sort((a, b) => compared(a.by, b.by, sign) || compare(a.opportunity.id, b.opportunity.id))
    .map(({ grant }) => grant)
}

/** The ids of the opportunities that filters of the list select. */
function selectIds(reader: Reader, filters: FilterValues, now: Instant): ReadonlySet<string> {
  const { data } = reader.list({ filters, limit: ALL, fields: ['id'] }, now)
  return new Set((JSON.parse(data) as Pick<Opportunity, 'id'>[]).map(({ id }) => id))
}

function isAmong<Value>(
  value: Value | null,
  filter: { operator: 'in' | 'notIn'; value: Value[] } | undefined,
): boolean {
  if (!filter) return true
  const isListed = value !== null && filter.value.includes(value)
  return filter.operator === 'in' ? isListed : !isListed
}

function isAmountWithin(amount: number | null, range: GrantFilters['maxAwardAmountRange']): boolean {
  if (!range) return true
  const { min, max } = range.value
  if (amount === null || min.currency !== 'USD' || max.currency !== 'USD') return false
  const isWithin = amount >= Number(min.amount) && amount <= Number(max.amount)
  return isWithin === (range.operator === 'between')
}

type Sortable = string | number | null

/** Compares values; unknown values come last in both directions. */
function compared(a: Sortable, b: Sortable, sign: 1 | -1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}
