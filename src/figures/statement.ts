import type { z } from 'zod'
import type { FilterValues } from '../resources/define.ts'
import { getResource, type RESOURCES, type ResourceName } from '../resources/index.ts'
import { NATIONAL_ZONE } from '../rules/program.ts'
import { capitalize, dayText, formatCount, formatList } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { type Instant, toIso } from '../rules/time/moments.ts'
import type { Question } from './question.ts'

export const CITED_LISTS = ['documents', 'opportunities', 'events', 'allotments', 'activities', 'commitments'] as const
type CitedList = (typeof CITED_LISTS)[number]

/** The source of a figure or a sentence: a document, or another record with its own official page. */
export interface CitedRecord {
  documentId: string
  resource: CitedList
  title: string
  url: string
}

export const toSource = (
  { id, title, url, sourceUrl = '' }: { id: string; title: string; url?: string; sourceUrl?: string },
  list: CitedList = 'documents',
): CitedRecord => ({ documentId: id, resource: list, title, url: url ?? sourceUrl })

/** One sentence from the records, which may end with a list. One with `unless` answers only if no passage has these words. */
export interface Statement {
  text: string
  sources: readonly CitedRecord[]
  unless?: readonly string[]
  lead?: string
  items?: readonly string[]
}

/** What a form answers; null if another may. */
export type Answered = Promise<Statement[] | null>

/** A statement that begins with a capital letter. @param items a list that it ends with */
export const say = (text: string, sources: readonly CitedRecord[], items: readonly string[] = []): Statement => {
  const lead = capitalize(text)
  return items.length === 0 ? { text: lead, sources } : { text: `${lead} ${items.join('; ')}`, sources, lead, items }
}

/** The day of a request in the national zone. */
export const getToday = ({ now }: Lists): string => dayText(toIso(now), NATIONAL_ZONE)

export interface Ranked {
  name: string
  value: number
  label: string
  sources: readonly CitedRecord[]
}

const LISTED_MAX = 10

/**
 * Says which of `of` have the highest or lowest values, and the next one: `Of 50 states, Texas (93) has the most beds; next
 * is Iowa (82)`. No statement if there are none.
 * @param most how many are named if the question does not say
 */
export function sayRanked(
  all: readonly Ranked[],
  { mentions, number }: Pick<Question, 'mentions' | 'number'>,
  { of, verbs, extremes, most = 1 }: { of: string; verbs: Pair; extremes: Pair; most?: number },
): Statement[] {
  const side = mentions('smallest') ? 1 : 0
  const direction = side === 1 ? -1 : 1
  const ranked = all.toSorted((a, b) => (b.value - a.value) * direction || compare(a.name, b.name))
  const last = ranked[Math.min(number ?? most, ranked.length) - 1]
  const [first, second] = ranked
  if (!first || !last) return []
  const equal = ranked.filter(({ value }) => (value - last.value) * direction >= 0)
  const shown = equal.slice(0, Math.max(LISTED_MAX, number ?? most))
  const toText = ({ name, label }: Ranked): string => `${name} (${label})`
  const others = equal.length > shown.length ? [formatCount(equal.length - shown.length, 'other')] : []
  const next = second && equal.length === 1 ? `; next is ${toText(second)}` : ''
  const have = `${verbs[equal.length === 1 ? 0 : 1]} ${extremes[side]}`
  return [say(`Of ${of}, ${formatList([...shown.map(toText), ...others])} ${have}${next}`, first.sources)]
}

type Pair = readonly [string, string]
type Declared<List extends ResourceName> = ReturnType<(typeof RESOURCES)[List]>
type DetailedName = 'states' | 'documents' | 'activities'

/** The published lists at one instant, read with their own filters. */
export interface Lists {
  now: Instant
  find: <List extends ResourceName>(list: List, filters?: FilterValues) => Promise<z.infer<Declared<List>['item']>[]>
  /** What the endpoint of one record returns. */
  read: <List extends DetailedName>(list: List, id: string) => z.infer<Declared<List>['detail']['schema']>
  /** The sentences of a document's full text. */
  readText: (documentId: string) => string[]
}

/** What a question says about the filters that a list declares. */
export const getFilters = (list: ResourceName, { filters }: Question): FilterValues =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => Object.hasOwn(getResource(list).filters, name)))

/** The path of the rows that filters select, which a reader can open. */
export function formatPath(list: ResourceName, filters: FilterValues): string {
  const parameters = Object.entries(filters).map(([name, value]) => [name, String(value)] as [string, string])
  const search = new URLSearchParams(parameters).toString().replaceAll('%2C', ',')
  return `/${list}${search && `?${search}`}`
}
